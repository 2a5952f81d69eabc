/** Something that the acting account, a visitor or the service itself does. What it answers is compared. */
export interface Act {
  name: string;
  /** What is done beforehand, and does not count as the act's. */
  prepare?: () => Promise<void>;
  run(): Promise<string>;
}

/** Does something and undoes what it wrote. */
export type Undone = <T>(work: () => Promise<T>) => Promise<T>;

/** Asks the server, and tells status, place and text of the answer. */
export type Ask = (path: string, init?: RequestInit) => Promise<string>;
