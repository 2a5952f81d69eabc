import { firstUser, startSession } from '@lodestone/core';

import type { TestServer } from './server.ts';

/** The cookie of a session of the first account's owner. */
export async function signedIn(server: TestServer): Promise<string> {
  const user = await firstUser(server.db);
  if (!user || user.account_id !== server.account.id)
    throw new Error('The first user is not of the first account.');
  const { token } = await startSession(server.account, { user_id: user.user_id });
  return `lodestone_session=${token}`;
}
