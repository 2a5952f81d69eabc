import { type Account, changeMagnetStatus, type Db, readMagnet } from '@lodestone/core';

import type { Config } from '../../config.ts';
import { secretKeys } from '../../secret-key.ts';
import { goTo, type Moved } from '../answer.ts';
import type { Asked } from '../page.ts';
import { textOf } from '../query.ts';

/** Sends a test of a magnet to its owner, and makes it public when that was asked for and the test succeeded. */
export type SendTest = (
  account: Account,
  magnet: { id: string; publish: boolean },
  asked: Pick<Asked, 'session' | 'outside'>,
) => Promise<Moved>;

export function testSender(db: Db, config: Config): SendTest {
  const { publicUrl, smtpUrl } = config;
  const settings = { publicUrl, smtpUrl, secretKeys: () => secretKeys(db, config) };
  return async (account, { id, publish }, { session, outside }) => {
    // What sends emails is loaded with the first one: many a process never sends any.
    const { sendTest } = await import('@lodestone/jobs/mailing/test-send.js');
    const { error, kept } = await outside(() => sendTest(account, { id, to: session.email, settings }));
    if (error !== null) return goTo(`/magnets/${id}#test`, 'test_failed');
    if (!publish) return goTo(`/magnets/${id}#test`, kept ? 'test_kept' : 'test_sent');
    await changeMagnetStatus(account, { id, status: 'public' });
    return goTo(`/magnets/${id}#share`, kept ? 'test_kept_published' : 'test_sent_published');
  };
}

/** `POST /magnets/:id/test` */
export function testMagnet(sendTest: SendTest) {
  return async (account: Account, asked: Asked): Promise<Moved> => {
    const { id } = await readMagnet(account, { id: asked.params['id'] ?? '' });
    return sendTest(account, { id, publish: textOf(asked.form, 'publish') === 'yes' }, asked);
  };
}

/** Whether a form was sent by the button that publishes: its address says so, since a file may stand before the button. */
export function wantsToPublish({ query }: Asked): boolean {
  return query.get('publish') === 'yes';
}
