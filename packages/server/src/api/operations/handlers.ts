import type { Caller } from '../authenticate.ts';
import type { OperationId } from '../document.ts';
import type { defaulted, operations } from '../generated/contract.ts';

/** Parameters that have a default in the document are there: the validator has filled them in. */
type Query<Id extends OperationId> = operations[Id]['parameters'] extends { query?: infer Q }
  ? Required<Pick<NonNullable<Q>, keyof NonNullable<Q> & defaulted[Id]>> & Omit<NonNullable<Q>, defaulted[Id]>
  : unknown;
type Path<Id extends OperationId> = operations[Id]['parameters'] extends { path: infer P } ? P : unknown;
type Body<Id extends OperationId> = operations[Id] extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: { 'application/json': infer Json } }
    ? Json
    : unknown
  : unknown;

/** Path, query and body of a request as one record. They share no name: `pnpm contract:lint` holds that. */
export type Input<Id extends OperationId> = Path<Id> & Query<Id> & Body<Id>;
export type Output<Id extends OperationId> = operations[Id]['responses'][200]['content']['application/json'];

/** What answers an operation: one call into core. */
type Handler<Id extends OperationId> = (caller: Caller, input: Input<Id>) => Promise<Output<Id>>;

/** Every operation of the document; one that is missing does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
