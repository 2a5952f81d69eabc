import { readFileSync } from 'node:fs';

import { connect } from '../client.ts';
import { type Command, textOf, UsageError } from '../command.ts';
import { json } from '../output/text.ts';
import { err, out } from '../environment.ts';
import { piped } from '../prompt.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

export const api: Command = {
  name: 'api',
  summary: 'Send any API request and print the response',
  description:
    'For anything without a command of its own. The key, address, retries and exit codes work as in every other command. The response is printed as JSON.',
  arguments: [
    { name: 'METHOD', help: 'HTTP method, such as GET', values: METHODS },
    { name: 'PATH', help: 'Path after the address, with its query: /v1/subscribers?limit=2' },
  ],
  flags: [
    {
      name: 'data',
      short: 'd',
      type: 'text',
      placeholder: 'JSON',
      help: 'Body as JSON; @FILE reads it from a file, - from stdin',
    },
    { name: 'include', short: 'i', type: 'switch', help: 'Print the status and headers on stderr' },
  ],
  examples: [
    'lodestone api GET /v1/me',
    `lodestone api PATCH /v1/subscribers/sub_… --data '{"tags":["vip"]}'`,
  ],
  run: async (given) => {
    const [method = '', path = ''] = given.arguments;
    const body = await bodyOf(textOf(given, 'data'));
    const { data, status, headers } = await connect(given)
      .request(method, pathOf(path), { body })
      .withResponse();
    if (given.flags['include']) {
      err(String(status));
      for (const [name, value] of headers) err(`${name}: ${value}`);
    }
    await out(`${json(data, 2)}\n`);
  },
};

/** A path that was copied with `/api` before it is meant without. */
function pathOf(path: string): string {
  const beneath = path.replace(/^\/?api(?=\/)/, '');
  if (/[{}]|(^|\/)\.\.?(\/|$)/.test(beneath))
    throw new UsageError(`The path must be one such as /v1/me; got "${path}".`);
  return beneath.startsWith('/') ? beneath : `/${beneath}`;
}

async function bodyOf(data: string | undefined): Promise<unknown> {
  if (data === undefined) return undefined;
  const text = data === '-' ? await piped() : data.startsWith('@') ? read(data.slice(1)) : data;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UsageError(`--data is not JSON: ${(error as Error).message}`);
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--data: ${(error as Error).message}`);
  }
}
