import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { SendMailOptions } from 'nodemailer';

import type { Magnet } from '@lodestone/core';

import type { Config } from '../../config.ts';

/** Milliseconds that a mail server is given at each step. */
const STEP_PATIENCE = 5_000;
/** Seconds for all of them. Our own server closes a connection that was silent for 9, and the page must answer before. */
const PATIENCE_SECONDS = 7;

/** Where a test of a magnet is written when there is no mail server. The next test takes the place of the last. */
export function testMailFile({ dataDir }: Pick<Config, 'dataDir'>, id: string): string {
  return join(dataDir, 'test-mails', `${id}.eml`);
}

/**
 * Sends a magnet's mail to the owner: by SMTP where a server is set, else into a file.
 * @returns why it failed, or null when it did not.
 */
export async function sendTestMail(
  config: Pick<Config, 'smtpUrl' | 'dataDir'>,
  to: string,
  magnet: Magnet,
): Promise<string | null> {
  const mail = {
    from: { name: 'Lodestone', address: to },
    to,
    subject: `[Test] ${magnet.delivery_subject}`,
    text: `${magnet.title}\n\n${magnet.description ?? ''}\n\nThis is a test of what subscribers get who ask for this magnet.\n`,
  };
  try {
    await (config.smtpUrl === undefined
      ? writeMail(testMailFile(config, magnet.id), mail)
      : sendMail(config.smtpUrl, mail));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Loaded with the first mail: many an installation never sends one, and all would hold it in memory. */
const mailer = () => import('nodemailer');

async function sendMail(smtpUrl: string, mail: SendMailOptions): Promise<void> {
  const { createTransport } = await mailer();
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: STEP_PATIENCE,
    greetingTimeout: STEP_PATIENCE,
    socketTimeout: STEP_PATIENCE,
  });
  const signal = AbortSignal.timeout(PATIENCE_SECONDS * 1_000);
  try {
    // The signal closes the connection, too, so that nothing is sent after it was called failed.
    await transport.sendMail({ ...mail, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Error(`The mail server did not take the mail within ${PATIENCE_SECONDS} seconds.`, {
      cause: error,
    });
  } finally {
    transport.close();
  }
}

async function writeMail(file: string, mail: SendMailOptions): Promise<void> {
  const { createTransport } = await mailer();
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, message as Buffer);
}
