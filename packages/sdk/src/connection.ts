import createClient from 'openapi-fetch';

import type { Answer } from './answer.ts';
import { type Call, call } from './call.ts';
import { refusal } from './error.ts';
import { type List, list, type Page } from './list.ts';
import type { Open } from './open.ts';
import type { Given, OperationAt, PathWith, SuccessOf } from './operation.ts';
import { type CallOptions, type ClientOptions, clientSettings, merge } from './options.ts';
import { type Outgoing, send } from './send.ts';

type Data<Method extends string, Path extends PathWith<Method>> = Open<SuccessOf<OperationAt<Method, Path>>>;

type Row<T> = T extends Page<infer Row extends { id: string }> ? Row : never;

/** How the methods reach the service: a path and parameters of the contract in, its answer out. */
export interface Connection {
  /** Reads when it is first awaited. */
  read<Path extends PathWith<'get'>>(
    path: Path,
    options: CallOptions | undefined,
    given?: Given<OperationAt<'get', Path>>,
  ): Call<Data<'get', Path>>;

  /** Reads a list, page by page. */
  list<Path extends PathWith<'get'>>(
    path: Path,
    options: CallOptions | undefined,
    query?: Given<OperationAt<'get', Path>>['query'],
  ): List<Row<Data<'get', Path>>, Data<'get', Path> & Page<Row<Data<'get', Path>>>>;

  /**
   * Writes at once, awaited or not. It is retried as a read is, so it serves only operations that can be repeated, which
   * all of v1 can: each sets a state rather than adding to one.
   */
  write<Method extends 'patch' | 'post', Path extends PathWith<Method>>(
    method: Method,
    path: Path,
    options: CallOptions | undefined,
    given: Given<OperationAt<Method, Path>>,
  ): Call<Data<Method, Path>>;
}

/** Connects to the service with the client's options. */
export function connect(options: ClientOptions): Connection {
  const client = clientSettings(options);
  // Not a `Request`: a body that is a string can be sent again without a copy, and any `fetch` takes it.
  const http = createClient<Record<string, Record<string, object>>>({
    Request: PlainRequest as never,
    pathSerializer,
  });

  async function request(
    method: string,
    path: string,
    options: CallOptions | undefined,
    { body, ...params }: { query?: object | undefined; path?: object; body?: object | undefined } = {},
  ) {
    const settings = options ? merge(client, options) : client;
    let answer: Answer<unknown> | undefined;
    await http.request(method as never, path, {
      params,
      body,
      baseUrl: settings.baseUrl,
      headers: settings.headers,
      fetch: async (request: unknown) => ({
        ...(answer = await send(request as Outgoing, settings)),
        ok: true,
      }),
      // Followed, a write would be sent on as a GET.
      redirect: 'manual',
      // The answer's body has been read and judged inside the timeout; nothing is left for openapi-fetch to parse.
      parseAs: 'stream',
    } as never);
    return answer as Answer<never>;
  }

  return {
    read: (path, options, given) => call(() => request('get', path, options, given)),
    list: (path, options, query) =>
      list((next) => request('get', path, options, { query: { ...query, ...next } })),
    write: (method, path, options, given) => call(() => request(method, path, options, given), true),
  };
}

function PlainRequest(url: string, init: object) {
  return { ...init, url };
}

/** Fills in ids. An empty one, or dots, would lead to another operation's address. */
function pathSerializer(path: string, ids: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return encodeURIComponent(id);
    throw refusal(`No id: ${name} is ${id as string}`);
  });
}
