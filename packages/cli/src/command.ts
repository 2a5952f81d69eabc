/** A command: `lodestone <name> <arguments> [flags]`. */
export interface Command {
  readonly name: string;
  /** One line for the overview. */
  readonly summary: string;
  readonly description?: string;
  readonly arguments?: readonly Argument[];
  readonly flags: readonly Flag[];
  readonly examples?: readonly string[];
  /** Not in the overview. */
  readonly hidden?: boolean;
  /** @returns the exit code; 0 when nothing is said */
  run(given: Given): Promise<number | void>;
}

/** What stands after the name without dashes. */
export interface Argument {
  /** In capitals, as in `ID`. */
  readonly name: string;
  readonly help: string;
  readonly values?: readonly string[];
  readonly optional?: boolean;
}

export interface Flag {
  /** Without its dashes. */
  readonly name: string;
  readonly short?: string;
  readonly type: 'text' | 'integer' | 'number' | 'list' | 'switch';
  /** What the value is called in the help: `--profile NAME`. */
  readonly placeholder?: string;
  readonly help: string;
  readonly values?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number;
  readonly required?: boolean;
  /** Whether an empty text means something. */
  readonly mayBeEmpty?: boolean;
}

/** A command line as it was understood. */
export interface Given {
  readonly arguments: readonly string[];
  readonly flags: Readonly<Record<string, string | number | boolean | string[] | undefined>>;
}

/** The command line is not what the command takes. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A text flag. */
export function textOf({ flags }: Given, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

/** A number flag, or what holds without it. */
export function numberOf({ flags }: Given, name: string, otherwise: number): number {
  const value = flags[name];
  return typeof value === 'number' ? value : otherwise;
}

/** Whether a switch was given. */
export const isSet = ({ flags }: Given, name: string): boolean => flags[name] === true;
