import type { operations } from './generated/contract.ts';

/** Name of an operation in the contract, such as `listSubscribers`. */
export type OperationId = keyof operations;

/** The query parameters of an operation. `undefined` counts as absent. */
export type Query<Id extends OperationId> = QueryOf<operations[Id]>;

/** The JSON body of an operation's request. `undefined` counts as absent. */
export type Input<Id extends OperationId> = InputOf<operations[Id]>;

/** The body of an operation's success. */
export type Success<Id extends OperationId> = SuccessOf<operations[Id]>;

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Parameters } }
  ? OrUndefined<NonNullable<Parameters>>
  : never;

type InputOf<Operation> = Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? OrUndefined<Body>
  : never;

type SuccessOf<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

type OrUndefined<T> = { [Field in keyof T]: T[Field] | (undefined extends T[Field] ? undefined : never) };
