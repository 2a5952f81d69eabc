import { accessOf, connect } from '../client.ts';
import type { Command } from '../command.ts';
import { OUTPUT, printRecord, wanted } from '../output/print.ts';

const FIELDS = ['account', 'email', 'key', 'scopes', 'expires_at', 'requests_left', 'from', 'base_url'];

export const whoami: Command = {
  name: 'whoami',
  summary: 'Show the account and scopes of the key in use',
  description: 'Needs the scope account:read.',
  flags: OUTPUT,
  run: async (given) => {
    const how = wanted(given, FIELDS);
    const access = accessOf(given);
    const { data, rateLimit } = await connect(given, access).me().withResponse();
    const { account, api_key } = data;
    const answer = {
      account: account.name,
      email: account.email,
      key: api_key?.name ?? null,
      scopes: api_key?.scopes ?? null,
      expires_at: api_key?.expires_at ?? null,
      requests_left: rateLimit?.remaining ?? null,
      from: access.from,
      base_url: access.baseUrl,
    };
    await printRecord(answer, how);
  },
};
