import { describe, expect, test } from '@jest/globals';
import { parseMail, readAutoReply, returnDate } from '@lodestone/mail';

import { leastCpuTime } from '../../../../scripts/jest/support.ts';
import { wire } from '../parse/mails.ts';

/** A Friday. */
const RECEIVED = new Date('2025-11-21T10:30:00Z');

const read = async (...lines: string[]) =>
  readAutoReply(await parseMail(wire('From: lee@client.example', ...lines)), RECEIVED);

describe('readAutoReply', () => {
  test.each([
    'Auto-Submitted: auto-replied',
    'Auto-Submitted: auto-generated; owner-email="x"',
    'X-Autoreply: yes',
    'X-Autorespond: 1',
    'X-Auto-Response-Suppress: All',
    'Precedence: bulk',
    'Precedence: auto_reply',
    'List-Unsubscribe: <https://x.example>',
    'Content-Type: multipart/report; report-type=disposition-notification; boundary=x',
    'Subject: Automatic reply: Hello',
    'Subject: Out of Office: Hello',
    'Subject: Automatische Antwort: Hallo',
    'Subject: Abwesenheitsnotiz: Hallo',
    'X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent',
    'Subject: Risposta automatica: Prezzi',
    'Subject: Automatisch antwoord: Prijzen',
    `Subject: =?utf-8?B?${Buffer.from('自動返信: x').toString('base64')}?=`,
    `Subject: =?utf-8?B?${Buffer.from('Réponse automatique : Bonjour').toString('base64')}?=`,
  ])('knows %s', async (header) => {
    expect(await read(header, '', 'Thank you for your message.')).not.toBeNull();
  });

  test('takes what a mail system says for no person, though it is no bounce', async () => {
    const said = wire('From: MAILER-DAEMON@mx.example', '', 'Your mailbox was moved.');
    expect(readAutoReply(await parseMail(said), RECEIVED)).toMatchObject({ kind: 'automatic' });
  });

  test.each([
    ['Subject: Re: Hello'],
    ['Subject: Re: Out of office hours'],
    ['Auto-Submitted: no'],
    ['X-Auto-Response-Suppress: None'],
    ['Precedence: list'],
  ])('takes a person for one: %s', async (header) => {
    expect(await read(header, 'In-Reply-To: <ours@acme.example>', '', 'Sure!')).toBeNull();
  });

  test.each([
    'Thank you for your message. Please note that I no longer work at Acme Ltd.',
    'Ravi Kumar is no longer with the company. Please write to asha@client.example.',
    'Jane is no longer employed by Client Inc.',
    'I am no longer at Client Inc. For sales, contact Ben.',
    'Sam has left the company. I am out of the office until 1 December.',
    'Sam has now left the\norganisation and this inbox is not read.',
    'My last day at Client was 3 October 2025.',
    'This email address is no longer monitored, as Jo has retired.',
    'Frau Huber arbeitet nicht mehr bei der Client GmbH.',
    'Herr Maier ist nicht mehr für unser Unternehmen tätig.',
    'Ich habe das Unternehmen zum 30.09. verlassen.',
    'Marie Dupont a quitté la société.',
    'Je ne fais plus partie de Client SAS.',
    'Ana ya no trabaja en Client.',
    'Luca non lavora più per Client.',
    'João não trabalha mais na Client.',
    'Jan is niet meer werkzaam bij Client.',
  ])('knows who works there no more: %s', async (text) => {
    expect(await read('Auto-Submitted: auto-replied', '', text)).toMatchObject({ kind: 'left', until: null });
  });

  test.each([
    ['I no longer work on Fridays. I will be back in the office on Monday.', 'out_of_office'],
    ['I have left the office for today and answer tomorrow.', 'automatic'],
    ['I am no longer with the sales team; for offers write to Ben.', 'automatic'],
    ['I am no longer working full time, so answers may take longer.', 'automatic'],
    ['My last day in the office before my leave is Friday.', 'automatic'],
    ['Ich bin nicht mehr im Büro und morgen wieder erreichbar.', 'automatic'],
    ['We have left the European Union, so delivery takes longer.', 'automatic'],
    ['Je suis absent du bureau.', 'out_of_office'],
    ['Your ticket is no longer open.', 'automatic'],
  ])('takes nobody for gone who is only away, or elsewhere in the house: %s', async (text, kind) => {
    expect(await read('Auto-Submitted: auto-replied', '', text)).toMatchObject({ kind });
  });

  test('takes what a person says of somebody who left for a reply', async () => {
    expect(await read('In-Reply-To: <ours@acme.example>', '', 'Ravi no longer works here. I do.')).toBeNull();
  });

  test('tells an absence from other automatic answers, and says by which words', async () => {
    expect(
      await read('Auto-Submitted: auto-replied', '', 'I am out of the office until 1 December.'),
    ).toEqual({
      kind: 'out_of_office',
      rule: 'Auto-Submitted: auto-replied',
      until: '2025-12-01',
      evidence: 'out of the office',
    });
    expect(
      await read('Auto-Submitted: auto-replied', '', 'Ticket 12 was opened on 1 December.'),
    ).toMatchObject({
      kind: 'automatic',
      until: null,
    });
  });

  test.each([
    ['Sono fuori ufficio fino al 1 dicembre 2025.', '2025-12-01'],
    ['Ik ben met vakantie tot en met 30 november.', '2025-11-30'],
    ['Estou de férias até 1 de dezembro de 2025.', '2025-12-01'],
    ['Jestem na urlopie do 1 grudnia 2025.', '2025-12-01'],
    ['Jag är på semester till och med 1 december.', '2025-12-01'],
    ['Сейчас в отпуске до 1 декабря.', '2025-12-01'],
    ['Jsem na dovolené.', null],
    ['Yıllık izindeyim.', null],
    ['12月1日まで休暇をいただいております。', null],
    ['我正在休假。', null],
    ['휴가 중입니다.', null],
  ])('knows an absence in other languages: %s', async (text, until) => {
    const raw = Buffer.from(`From: lee@client.example\r\nAuto-Submitted: auto-replied\r\n\r\n${text}`);
    const found = readAutoReply(await parseMail(raw), RECEIVED);
    expect(found).toMatchObject({ kind: 'out_of_office', until });
  });

  test('does not look for an absence in what is quoted', async () => {
    const reply = await read(
      'Auto-Submitted: auto-replied',
      '',
      'Got it.',
      '',
      '> I am on vacation until 1 December',
    );
    expect(reply).toMatchObject({ kind: 'automatic', until: null });
  });
});

describe('returnDate', () => {
  test.each([
    ['I am away until 1 December.', '2025-12-01'],
    ['I will be out of the office from 24 November to 5 December 2025.', '2025-12-05'],
    ['Out of office Nov 24 - Dec 5.', '2025-12-05'],
    ['I am on leave November 24-28.', '2025-11-28'],
    ['On holiday till January 2nd and will reply then.', '2026-01-02'],
    ['I will be back on Monday, December 1st, 2025.', '2025-12-01'],
    ['I am away until 28 November and back in the office on 1 December.', '2025-12-01'],
    ['Returning Monday.', '2025-11-24'],
    ['I will be back tomorrow.', '2025-11-22'],
    ['Out until 2025-12-01.', '2025-12-01'],
    ['I am out through 12/24/2025.', '2025-12-24'],
    ['Ich bin bis zum 1. Dezember 2025 nicht im Büro.', '2025-12-01'],
    ['Ich bin vom 24.11. bis 05.12.2025 im Urlaub.', '2025-12-05'],
    ['Ab dem 1. Dezember bin ich wieder erreichbar.', '2025-12-01'],
    ['Ich bin am 01.12.2025 wieder da.', '2025-12-01'],
    ['Ab Montag bin ich zurück.', '2025-11-24'],
    ['Je suis absent jusqu’au 1er décembre.', '2025-12-01'],
    ['Je suis en congés du 24 novembre au 5 décembre 2025.', '2025-12-05'],
    ['Absente du 24 au 28 novembre.', '2025-11-28'],
    ['Je serai de retour lundi.', '2025-11-24'],
    ['Je suis absent jusqu’au 05/12/2025 inclus.', '2025-12-05'],
    ['Estoy de vacaciones hasta el 1 de diciembre de 2025.', '2025-12-01'],
    ['Estaré fuera del 24 al 28 de noviembre.', '2025-11-28'],
    ['Regreso el lunes.', '2025-11-24'],
    ['Vuelvo el 01/12/2025.', '2025-12-01'],
    ['मैं 1 दिसंबर तक छुट्टी पर हूँ।', '2025-12-01'],
    ['मैं २४ नवंबर से ५ दिसंबर तक अवकाश पर हूँ।', '2025-12-05'],
    ['मैं सोमवार को वापस आऊँगा।', '2025-11-24'],
    ['Main 1 December tak chutti par hoon.', '2025-12-01'],
  ])('finds the end in: %s', (text, expected) => {
    expect(returnDate(text, RECEIVED)).toBe(expected);
  });

  test.each([
    ['I am out of the office.'],
    ['Back soon!'],
    ['I will be back next week.'],
    // Which of the two is the month?
    ['I am out of the office until 12/01/2026.'],
    // It was forgotten.
    ['I am out of the office until 5 November 2025.'],
    ['I am away until 5 November.'],
    // No calendar has it.
    ['I am away until 31 November.'],
    ['Our office was founded on 1 December 1999.'],
    ['I will be back on 1 December or on 8 December.'],
    ['What I do before my birthday on 5 December is nothing.'],
  ])('is unsure about: %s', (text) => {
    expect(returnDate(text, RECEIVED)).toBeNull();
  });

  test('reads hostile text in milliseconds', async () => {
    for (const unit of ['1 ', '1/', 'until ', '1 jan ', 'from 1 jan to ', 'back ', '12.', 'montag ']) {
      const text = unit.repeat(200_000);
      expect(await leastCpuTime(() => returnDate(text, RECEIVED))).toBeLessThan(300);
    }
  });
});
