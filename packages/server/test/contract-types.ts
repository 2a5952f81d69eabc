import type { Error as Failure, paths } from '@lodestone/server/api/generated/contract.js';

/** A path of the contract as a text may hold it: `/v1/magnets/{id}` as `/v1/magnets/${string}`. */
type Written<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Written<After>}`
  : Path;

/** What every operation answers with, by its line: `GET /v1/magnets/${string}`. */
type Successes = {
  [Path in keyof paths & string]: {
    [
      Method in keyof paths[Path] & string as `${Uppercase<Method>} ${Written<Path>}`
    ]: paths[Path][Method] extends {
      responses: { 200: { content: { 'application/json': infer Body } } };
    }
      ? Body
      : never;
  };
}[keyof paths & string];

type SuccessAt<Line extends string> = Successes extends infer Each
  ? Each extends unknown
    ? { [Key in keyof Each]: Line extends Key ? Each[Key] : never }[keyof Each]
    : never
  : never;

/**
 * The body of an answer to a line such as `GET /v1/magnets?limit=1`. A test knows whether it asks for a record or for an error, so
 * both are there; of a line that is known only when it runs, nothing but the error is.
 */
export type BodyOf<Line extends string> = Failure &
  ([SuccessOf<Line>] extends [never] ? unknown : SuccessOf<Line>);

type SuccessOf<Line extends string> = SuccessAt<Line extends `${infer Bare}?${string}` ? Bare : Line>;

/** Paths of the contract's lists. */
export type ListPath = {
  [Path in keyof paths & string]: SuccessAt<`GET ${Path}`> extends { data: unknown[] } ? Path : never;
}[keyof paths & string];

/** Such a path, whatever query follows it. */
export type AskedList = ListPath | `${ListPath}?${string}`;

/** A row of such a list, whatever query follows its path. */
export type RowOf<Path extends string> =
  SuccessOf<`GET ${Path}`> extends { data: (infer Row)[] } ? Row : never;
