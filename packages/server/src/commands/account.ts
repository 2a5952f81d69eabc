import { createAccount, toWire } from '@lodestone/core';

import { withDatabase } from '../database.ts';
import { operatorCommand, quoted } from '../operator-command.ts';
import { type Command, required } from './command.ts';

export const accountCreateCommand: Command = {
  name: 'account create',
  summary: 'Creates an account with its owner as the first user.',
  options: [
    ['--name NAME', 'name of the account'],
    ['--email ADDRESS', "the owner's address"],
  ],
  parse: { name: { type: 'string' }, email: { type: 'string' } },
  run(given, config) {
    const name = required(given, 'name');
    const email = required(given, 'email');
    return withDatabase(config, 'lodestone account create', async (db) => {
      const { account_id, user_id } = await createAccount(db, { name, email });
      const account = toWire('acc', account_id);
      return {
        text: [
          `Created ${account}. Its owner signs in with the link that this prints:`,
          operatorCommand(`user sign-in-link --email ${quoted(email)}`, config),
        ].join('\n'),
        json: { account_id: account, user_id: toWire('usr', user_id) },
      };
    });
  },
};
