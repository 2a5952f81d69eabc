import {
  createSignInLink,
  findUser,
  forAccount,
  LINK_MINUTES,
  readPublicUrl,
  resetTwoStep,
  toWire,
} from '@lodestone/core';

import { hasPublicUrl } from '../config.ts';
import { Stop, withDatabase } from '../database.ts';
import { signInUrl } from '../links.ts';
import { type Command, required } from './command.ts';

export const signInLinkCommand: Command = {
  name: 'user sign-in-link',
  summary: `Prints a link that signs a user in, once, within ${LINK_MINUTES} minutes.`,
  options: [
    ['--email ADDRESS', "the user's address"],
    [
      '--url URL',
      'where the application is reached (default LODESTONE_PUBLIC_URL, or where the server was started last)',
    ],
  ],
  parse: { email: { type: 'string' }, url: { type: 'string' } },
  run(given, config) {
    const email = required(given, 'email');
    return withDatabase(config, 'lodestone user sign-in-link', async (db) => {
      const user = await findUser(db, email);
      if (user === null) throw new Stop(`There is no user with the email ${email}.`);
      const { token } = await createSignInLink(forAccount(db, user.account_id, { kind: 'operator' }), user);
      const kept = hasPublicUrl(config) ? null : await readPublicUrl(db);
      const url = signInUrl(
        typeof given['url'] === 'string' ? given['url'] : (kept ?? config.publicUrl),
        token,
      );
      return { text: url, json: { url } };
    });
  },
};

export const twoStepOffCommand: Command = {
  name: 'user two-step-off',
  summary: 'Turns off the 2-step sign-in of a user who has lost their phone and their recovery codes.',
  options: [['--email ADDRESS', "the user's address"]],
  parse: { email: { type: 'string' } },
  run(given, config) {
    const email = required(given, 'email');
    return withDatabase(config, 'lodestone user two-step-off', async (db) => {
      const user = await findUser(db, email);
      if (user === null) throw new Stop(`There is no user with the email ${email}.`);
      const account = forAccount(db, user.account_id, { kind: 'operator' });
      const id = toWire('usr', user.user_id);
      await resetTwoStep(account, { id });
      return { text: `2-step sign-in of ${email} is off.`, json: { user_id: id } };
    });
  },
};
