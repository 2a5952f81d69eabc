import { createSignInLink, findUser, forAccount, LINK_MINUTES } from '@lodestone/core';

import { Stop, withDatabase } from '../database.ts';
import { signInUrl } from '../links.ts';
import { type Command, required } from './command.ts';

export const signInLinkCommand: Command = {
  name: 'user sign-in-link',
  summary: `Prints a link that signs a user in, once, within ${LINK_MINUTES} minutes.`,
  options: [
    ['--email ADDRESS', "the user's address"],
    ['--url URL', 'where the application is reached (default http://localhost:4400)'],
  ],
  parse: { email: { type: 'string' }, url: { type: 'string' } },
  run(given, config) {
    const email = required(given, 'email');
    const origin = typeof given['url'] === 'string' ? given['url'] : `http://localhost:${config.port}`;
    return withDatabase(config, 'lodestone user sign-in-link', async (db) => {
      const user = await findUser(db, email);
      if (user === null) throw new Stop(`There is no user with the address ${email}.`);
      const { token } = await createSignInLink(forAccount(db, user.account_id, { kind: 'operator' }), user);
      const url = signInUrl(origin, token);
      return { text: url, json: { url } };
    });
  },
};
