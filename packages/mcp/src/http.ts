import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';

import { type Access, createServer } from './index.ts';

/** The most bytes of a request: those of the API's own. */
const MAX_BYTES = 100_000;

/**
 * Answers requests of the Streamable HTTP transport, each by itself: nothing is kept between two, so that any process can answer any
 * of them. The caller has been authenticated before.
 */
export function httpHandler(version: string): (request: Request, access: Access) => Promise<Response> {
  const factory: McpServerFactory = ({ authInfo }) =>
    createServer(authInfo?.extra?.['access'] as Access, version);
  // Nothing here changes by itself, so there is nothing to subscribe to, and no connection is held open for it.
  const handler = createMcpHandler(factory, {
    maxSubscriptions: 0,
    maxRequestBodySize: MAX_BYTES,
  });
  return (request, access) =>
    handler.fetch(request, { authInfo: { token: '', clientId: '', scopes: [], extra: { access } } });
}
