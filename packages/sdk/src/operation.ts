import type { operations, paths } from './generated/contract.ts';

/** Name of an operation in the contract, such as `listSubscribers`. */
export type OperationId = keyof operations;

/** The query parameters of an operation. `undefined` is as good as absent. */
export type Query<Id extends OperationId> = QueryOf<operations[Id]>;

/** The JSON body of an operation's request. `undefined` is as good as absent. */
export type Input<Id extends OperationId> = InputOf<operations[Id]>;

/** The body of an operation's success. */
export type Success<Id extends OperationId> = SuccessOf<operations[Id]>;

/** Paths that know a method, such as `get`. */
export type PathWith<Method extends string> = {
  [Path in keyof paths]: paths[Path] extends { [M in Method]: object } ? Path : never;
}[keyof paths];

/** The operation of a method and a path. */
export type OperationAt<Method extends string, Path extends keyof paths> = Method extends keyof paths[Path]
  ? paths[Path][Method]
  : never;

/** What a request to an operation is made of. */
export type Given<Operation> = {
  query?: QueryOf<Operation> | undefined;
  body?: InputOf<Operation> | undefined;
} & (Operation extends { parameters: { path: infer Ids } } ? { path: Ids } : unknown);

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Parameters } }
  ? OrUndefined<NonNullable<Parameters>>
  : never;

type InputOf<Operation> = Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? OrUndefined<Body>
  : never;

export type SuccessOf<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

type OrUndefined<T> = { [Field in keyof T]: T[Field] | (undefined extends T[Field] ? undefined : never) };
