/** Reasons for which a rule refuses a request. The wire's error codes, less those that only HTTP can give. */
export type RefusalCode =
  | 'not_found'
  | 'test_send_required'
  | 'invalid_state'
  | 'system_paused'
  | 'invalid_parameter';

/** A request that a rule refuses. The message tells a person what was wrong and what would be right. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  /** The field of the input that is at fault, so that a form can show the message beside it. */
  readonly field: string | undefined;

  constructor(code: RefusalCode, message: string, field?: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/** The one answer for what does not exist and for what belongs to another account. */
export function notFound(noun: string): Refusal {
  return new Refusal('not_found', `No such ${noun}.`);
}
