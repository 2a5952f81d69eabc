import { afterAll, beforeAll, expect, test } from '@jest/globals';

import {
  composeMail,
  openSmtp,
  parseMail,
  parseSmtpUrl,
  renderTemplate,
  type Smtp,
  testSmtp,
} from '@lodestone/mail';

import { onPostfix } from '../real-servers.ts';
import { type Postfix, startPostfix } from './postfix.ts';

const UNSUBSCRIBE = `https://acme.example/u/${'T'.repeat(150)}`;

onPostfix.describe('a real Postfix', () => {
  let postfix: Postfix;
  let smtp: Smtp;

  beforeAll(async () => {
    postfix = await startPostfix();
    smtp = openSmtp(parseSmtpUrl(`smtp://127.0.0.1:${postfix.port}`));
  });
  afterAll(async () => {
    await smtp.close();
    await postfix.stop();
  });

  const send = (to: string, raw: Uint8Array) => smtp.send({ from: 'maya@acme.example', to }, raw);
  const compose = async (id: string) => {
    const values = { first_name: 'Zoë', last_name: null };
    const { text } = await renderTemplate(
      '{Hi|Hello} {{ first_name }},\n\n.\nhttps://acme.example/x',
      values,
      { seed: id },
    );
    return composeMail({
      from: { name: 'Maya Iyer', address: 'maya@acme.example' },
      to: { name: 'Anna', address: 'anna@inbox.test' },
      subject: '🎉 für dich',
      body: text,
      messageId: `${id}@acme.example`,
      date: new Date(),
      unsubscribeUrl: UNSUBSCRIBE,
    });
  };

  test('passes the connection test', async () => {
    const server = parseSmtpUrl(`smtp://127.0.0.1:${postfix.port}`);
    expect(await testSmtp(server, { from: 'anna@inbox.test' })).toEqual({ ok: true, signedIn: false });
    expect(await testSmtp(server, { from: 'nobody@inbox.test' })).toMatchObject({
      ok: false,
      step: 'send_permission',
    });
  });

  test('delivers what was composed byte for byte, and one connection serves them all', async () => {
    const mails = await Promise.all(Array.from({ length: 20 }, (_, i) => compose(`mail-${i}`)));
    for (const { raw, envelope } of mails) {
      expect(await smtp.send(envelope, raw)).toMatchObject({
        outcome: 'sent',
        response: expect.stringMatching(/^250 2\.0\.0 Ok: queued/),
      });
    }
    const arrived = await postfix.arrived(20);
    for (const { raw } of mails) {
      const text = raw.toString('latin1').replaceAll('\r\n', '\n');
      expect(arrived.filter((mail) => mail.endsWith(text))).toHaveLength(1);
      expect(text).toContain(`\nList-Unsubscribe: <${UNSUBSCRIBE}>\n`);
    }
    expect(await parseMail(Buffer.from(arrived[0] ?? '', 'latin1'))).toMatchObject({
      subject: '🎉 für dich',
    });
  });

  test('is understood when it refuses, and goes on taking mail', async () => {
    const { raw } = await compose('refused');
    expect(await send('nobody@inbox.test', raw)).toMatchObject({
      outcome: 'refused',
      blame: 'address',
      step: 'recipient',
      status: '5.1.1',
    });
    expect(await send('ben@elsewhere.test', raw)).toMatchObject({
      outcome: 'refused',
      blame: 'sender',
      step: 'recipient',
      status: '5.7.1',
    });
    expect(await send('anna@inbox.test', Buffer.alloc(300_000, 'x\r\n'))).toMatchObject({
      outcome: 'refused',
      blame: 'content',
      status: '5.3.4',
    });
    expect(await send('anna@inbox.test', raw)).toMatchObject({ outcome: 'sent' });
  });

  test('takes what has no sender, as an answer by machine has none', async () => {
    const { raw } = await compose('null-sender');
    expect(await smtp.send({ from: '', to: 'anna@inbox.test' }, raw)).toMatchObject({ outcome: 'sent' });
  });
});
