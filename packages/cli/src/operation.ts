/** What a command line knows of an operation of the contract. */
export interface Operation {
  /** Its name in the contract, such as `listSubscribers`. */
  readonly id: string;
  /** The words that call it, such as `subscribers list`. */
  readonly command: string;
  readonly method: string;
  /** With its parameters in braces: `/v1/magnets/{id}`. */
  readonly path: string;
  /** The scope that a key needs. */
  readonly scope: string;
  readonly isList: boolean;
  /** Why it cannot be undone, if that is so. */
  readonly irreversible?: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly type: string;
  readonly required?: boolean;
  readonly values?: readonly string[];
  readonly default?: string | number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly help: string;
}
