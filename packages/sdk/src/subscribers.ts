import type { Call } from './call.ts';
import type { Connection } from './connection.ts';
import { defined } from './error.ts';
import type { Subscriber, SubscriberDetail, SubscriberList, UnsubscribeResult } from './generated/records.ts';
import type { List } from './list.ts';
import type { Input, Query } from './operation.ts';
import type { CallOptions } from './options.ts';

/** Parameters of {@link SubscriberCalls.list}. */
export interface SubscribersParams extends Query<'listSubscribers'> {}

/** What {@link SubscriberCalls.update} can change. Fields that are left out stay as they are. */
export interface SubscriberChanges extends Input<'updateSubscriber'> {}

/** The audience. */
export interface SubscriberCalls {
  /**
   * The audience, filtered. Filters combine; `total_matching` of a page is the size of the whole filtered set.
   *
   * Scope: `subscribers:read`.
   *
   * @param params Filters, order and page.
   * @param options Options of this call.
   * @example
   * for await (const lead of lodestone.subscribers.list({ temperature: 'hot', limit: 200 })) console.log(lead.email);
   */
  list(params?: SubscribersParams, options?: CallOptions): List<Subscriber, SubscriberList>;

  /**
   * One subscriber, with what they asked for and the campaigns they are enrolled in.
   *
   * Scope: `subscribers:read`.
   *
   * @param id Identifier of the subscriber, `sub_…`.
   * @param options Options of this call.
   * @throws `not_found` when the account has no such subscriber.
   * @example
   * const { email, requests, enrollments } = await lodestone.subscribers.get(id);
   */
  get(id: string, options?: CallOptions): Call<SubscriberDetail>;

  /**
   * Edits a subscriber's tags and names. Tags replace the whole set.
   *
   * Scope: `subscribers:write`.
   *
   * @param id Identifier of the subscriber, `sub_…`.
   * @param changes The fields to change.
   * @param options Options of this call.
   * @example
   * await lodestone.subscribers.update(id, { tags: ['vip', 'founder'], first_name: 'Priya' });
   */
  update(id: string, changes: SubscriberChanges, options?: CallOptions): Call<SubscriberDetail>;

  /**
   * Unsubscribes a subscriber, who then receives nothing further. Only they themselves can reverse it.
   *
   * Scope: `subscribers:write`.
   *
   * @param id Identifier of the subscriber, `sub_…`.
   * @param options Options of this call.
   * @returns `changed: false` when they already were unsubscribed.
   * @example
   * const { changed } = await lodestone.subscribers.unsubscribe(id);
   */
  unsubscribe(id: string, options?: CallOptions): Call<UnsubscribeResult>;
}

export const subscribers = ({ read, write, list }: Connection): SubscriberCalls => ({
  list: (query, options) =>
    list(options, query, (api, query) => api.GET('/v1/subscribers', { params: { query } })),
  get: (id, options) => read(options, (api) => api.GET('/v1/subscribers/{id}', { params: { path: { id } } })),
  update: (id, body, options) =>
    write(options, (api) =>
      api.PATCH('/v1/subscribers/{id}', { params: { path: { id } }, body: defined(body) }),
    ),
  unsubscribe: (id, options) =>
    write(options, (api) => api.POST('/v1/subscribers/{id}/unsubscribe', { params: { path: { id } } })),
});
