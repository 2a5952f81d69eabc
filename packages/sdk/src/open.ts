/**
 * A record as a client should read it: every enum stays open, so that a value which the service adds later is no type
 * error in a program compiled today. The listed values are still offered by the editor. What a program sends keeps its
 * closed enums, so that a misspelt filter does not compile.
 */
export type Open<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends readonly (infer Item)[]
    ? Open<Item>[]
    : T extends object
      ? { [Field in keyof T]: Open<T[Field]> }
      : T;
