import type { Call } from './call.ts';
import type { Connection } from './connection.ts';
import type { Conversation, ReplyIntent, Unibox } from './generated/records.ts';
import type { CallOptions } from './options.ts';

/** The inbox of replies. A conversation is an enrollment: one lead in one campaign. */
export interface UniboxCalls {
  /**
   * Replies counted by intent and by campaign, and the latest conversations with their ids.
   *
   * Scope: `unibox:read`.
   *
   * @param options Options of this call.
   * @example
   * const { latest } = await lodestone.unibox.summary();
   */
  summary(options?: CallOptions): Call<Unibox>;

  /**
   * One conversation: the lead, every mail sent to them and every reply received.
   *
   * Scope: `unibox:read`.
   *
   * @param enrollmentId Identifier of the enrollment, `enr_…`.
   * @param options Options of this call.
   * @throws `not_found` when the account has no such enrollment.
   * @example
   * const { lead, replies } = await lodestone.unibox.conversation(enrollmentId);
   */
  conversation(enrollmentId: string, options?: CallOptions): Call<Conversation>;

  /**
   * Says how a reply is to be classified. It feeds the splits by intent; `unsubscribed` classifies and opts nobody out.
   *
   * Scope: `unibox:write`.
   *
   * @param enrollmentId Identifier of the enrollment, `enr_…`.
   * @param intent The intent.
   * @param options Options of this call.
   * @example
   * await lodestone.unibox.setIntent(enrollmentId, 'meeting_booked');
   */
  setIntent(enrollmentId: string, intent: ReplyIntent, options?: CallOptions): Call<Conversation>;
}

export const unibox = ({ read, write }: Connection): UniboxCalls => ({
  summary: (options) => read(options, (api) => api.GET('/v1/unibox')),
  conversation: (enrollmentId, options) =>
    read(options, (api) => api.GET('/v1/unibox/{enrollmentId}', { params: { path: { enrollmentId } } })),
  setIntent: (enrollmentId, reply_intent, options) =>
    write(options, (api) =>
      api.PATCH('/v1/unibox/{enrollmentId}', { params: { path: { enrollmentId } }, body: { reply_intent } }),
    ),
});
