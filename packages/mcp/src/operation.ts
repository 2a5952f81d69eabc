/** JSON Schema, as far as tools use it. */
export type Schema = Readonly<Record<string, unknown>>;

/** What an agent has to know of an operation of the contract. */
export interface Operation {
  readonly id: string;
  /** The tool's name, such as `list_subscribers`. */
  readonly tool: string;
  readonly method: string;
  /** With its parameters in braces: `/v1/magnets/{id}`. */
  readonly path: string;
  readonly scope: string;
  readonly isList: boolean;
  /** Why it cannot be undone, if that is so. */
  readonly irreversible?: string;
  readonly summary: string;
  readonly inputs: readonly Input[];
  /** The outermost fields of the answer. */
  readonly output: Readonly<Record<string, Schema>>;
  /** Where the answer holds text of people outside the account: `data.first_name`. */
  readonly strangers: readonly string[];
}

export interface Input {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export type Row = Record<string, unknown>;
