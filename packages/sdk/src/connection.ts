import createClient, { type Client } from 'openapi-fetch';

import type { Answer } from './answer.ts';
import { type Call, call } from './call.ts';
import { type Defined, defined, refusal } from './error.ts';
import type { paths } from './generated/contract.ts';
import { type List, list, type Page } from './list.ts';
import { type CallOptions, type ClientOptions, clientSettings, merge } from './options.ts';
import { send } from './send.ts';

/** The contract's operations: openapi-fetch types what a path takes and brings. */
type Operations = Client<paths>;

/** What openapi-fetch types the answer by; a failure never comes so far. */
type Brought<Data> = Promise<{ data?: Data }>;

/** How the methods reach the service: each says which operation it calls, and with what. */
export interface Connection {
  /** Reads when it is first awaited. */
  read<Data>(options: CallOptions | undefined, ask: (api: Operations) => Brought<Data>): Call<Data>;

  /** Reads a list, page by page: each but the first with its own offset in the query. */
  list<Query extends object, Whole extends Page<{ id: string }>>(
    options: CallOptions | undefined,
    query: Query | undefined,
    ask: (api: Operations, query: Defined<Query> & { offset?: number }) => Brought<Whole>,
  ): List<Whole['data'][number], Whole>;

  /**
   * Writes at once, awaited or not. It is retried as a read is, so it serves only operations that can be repeated, which
   * all of v1 can: each sets a state rather than adding to one.
   */
  write<Data>(options: CallOptions | undefined, ask: (api: Operations) => Brought<Data>): Call<Data>;
}

/** Connects to the service with the client's options. */
export function connect(options: ClientOptions): Connection {
  const client = clientSettings(options);

  async function request<Data>(
    options: CallOptions | undefined,
    ask: (api: Operations) => Brought<Data>,
  ): Promise<Answer<Data>> {
    const settings = options ? merge(client, options) : client;
    let answer: Answer<unknown> | undefined;
    const api = createClient<paths>({
      baseUrl: settings.baseUrl,
      headers: settings.headers,
      pathSerializer,
      fetch: async (request) => {
        answer = await send(request, settings);
        return new Response();
      },
    });
    await ask(api);
    // Its body was read and judged within the timeout, so that openapi-fetch, which types it, has nothing left to parse.
    return answer as Answer<Data>;
  }

  return {
    read: (options, ask) => call(() => request(options, ask)),
    list: (options, query, ask) =>
      list((next) => request(options, (api) => ask(api, { ...defined(query), ...next }))),
    write: (options, ask) => call(() => request(options, ask), true),
  };
}

/** Fills in ids. An empty one, or dots, would lead to another operation's address. */
function pathSerializer(path: string, ids: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return encodeURIComponent(id);
    throw refusal(`Bad ${name}: ${id as string}`);
  });
}
