import { type Account, claimMails } from '@lodestone/core';

import { sendMail, type SendOptions } from '../mailing/send.ts';
import type { Run } from '../runtime/recorder.ts';

/** Sends the answers that were written by hand, each right after it was claimed. */
export async function sendAnswers(account: Account, run: Run, options: SendOptions): Promise<void> {
  while (!options.signal?.aborted) {
    const [mail] = await claimMails(account, { kinds: ['answer'], limit: 1 });
    if (!mail) return;
    const { state, response } = await sendMail(account, mail, options);
    if (state === 'sent') run.done();
    if (state === 'failed' || state === 'refused') run.failed(mail.to_address, response);
  }
}
