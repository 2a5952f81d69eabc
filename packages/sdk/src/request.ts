import type { Call } from './call.ts';
import type { Connection } from './connection.ts';
import type { Page } from './list.ts';
import type { CallOptions } from './options.ts';

/** What a request carries beside its path. */
export interface Given {
  /** Query parameters. */
  query?: Record<string, unknown> | undefined;
  /** Sent as JSON. */
  body?: unknown;
}

/** An answer that is read page by page when it is a list. */
export interface AnyCall<Data> extends Call<Data> {
  /** Iterates over the pages of a list; fails for an answer that is not a list. */
  pages(): AsyncGenerator<Data, void, void>;
}

/** A request by its method and path. */
export interface RequestCalls {
  /**
   * Sends any request to the API: for tools that are made from the contract, and for an operation that is newer than this
   * copy of the SDK. Errors, retries and timeouts are as everywhere. It is sent when it is first awaited.
   *
   * @param method HTTP method.
   * @param path Path beneath the base URL, such as `/v1/me`, its ids filled in.
   * @param given Query parameters and body.
   * @param options Options of this call.
   * @example
   * const me = await lodestone.request('GET', '/v1/me');
   */
  request<Data = unknown>(method: string, path: string, given?: Given, options?: CallOptions): AnyCall<Data>;
}

export const request = ({ list }: Connection): RequestCalls => ({
  request: (method, path, given, options) =>
    list(options, given?.query, (api, query) =>
      (api as AnyApi).request(method, path, { body: given?.body, params: { query } }),
    ) as unknown as AnyCall<never>,
});

/** openapi-fetch, for a path that the contract's types do not know. */
interface AnyApi {
  request(method: string, path: string, init: object): Promise<{ data?: Page<{ id: string }> }>;
}
