import { describe, expect, test } from '@jest/globals';
import { stripQuoted } from '@lodestone/mail';

import { leastCpuTime } from '../../../../scripts/jest/support.ts';

const text = (...lines: string[]) => lines.join('\n');

describe('stripQuoted', () => {
  test.each([
    ['Gmail', 'On Fri, Nov 21, 2025 at 10:30 AM Maya Iyer <maya@acme.example> wrote:'],
    ['Gmail in German', 'Am Fr., 21. Nov. 2025 um 10:30 Uhr schrieb Maya Iyer <maya@acme.example>:'],
    ['Gmail on a German phone', 'Maya Iyer <maya@acme.example> schrieb am Fr., 21. Nov. 2025, 10:30:'],
    ['Gmail in French', 'Le ven. 21 nov. 2025 à 10:30, Maya Iyer <maya@acme.example> a écrit :'],
    ['Gmail in Spanish', 'El vie, 21 nov 2025 a las 10:30, Maya Iyer (<maya@acme.example>) escribió:'],
    ['Gmail in Hindi', 'शुक्र, 21 नव॰ 2025 को 10:30 पूर्वाह्न बजे Maya Iyer <maya@acme.example> ने लिखा:'],
    ['Apple Mail', 'On 21 Nov 2025, at 10:30, Maya Iyer <maya@acme.example> wrote:'],
    ['Apple Mail in German', 'Am 21.11.2025 um 10:30 schrieb Maya Iyer <maya@acme.example>:'],
    ['Apple Mail in French', 'Le 21 nov. 2025 à 10:30, Maya Iyer <maya@acme.example> a écrit :'],
    ['Apple Mail in Spanish', 'El 21 nov 2025, a las 10:30, Maya Iyer <maya@acme.example> escribió:'],
    ['Thunderbird', 'On 21/11/2025 10:30, Maya Iyer wrote:'],
    ['Thunderbird in German', 'Am 21.11.25 um 10:30 schrieb Maya Iyer:'],
    ['Thunderbird in French', 'Le 21/11/2025 à 10:30, Maya Iyer a écrit :'],
    [
      'a client that folds',
      'On Fri, Nov 21, 2025 at 10:30 AM\nMaya Iyer of Acme <\nmaya@acme.example> wrote:',
    ],
    ['an old Gmail', '2025-11-21 10:30 GMT+05:30 Maya Iyer <maya@acme.example>:'],
  ])('finds the history of %s, marked or not', (_, attribution) => {
    const marked = stripQuoted(text('Yes, please.', '', attribution, '', '> Shall we?', '> Maya'));
    expect(marked).toEqual({
      reply: 'Yes, please.',
      quoted: `${attribution}\n\n> Shall we?\n> Maya`.replace('\n\n', '\n'),
    });
    expect(stripQuoted(text('Yes, please.', '', attribution, '', 'Shall we?')).reply).toBe('Yes, please.');
  });

  test.each([
    ['English', 'From: Maya <m@acme.example>', 'Sent: Friday', 'To: Lee', 'Subject: Hello'],
    ['German', 'Von: Maya <m@acme.example>', 'Gesendet: Freitag', 'An: Lee', 'Betreff: Hallo'],
    ['French', 'De : Maya <m@acme.example>', 'Envoyé : vendredi', 'À : Lee', 'Objet : Bonjour'],
    ['Spanish', 'De: Maya <m@acme.example>', 'Enviado el: viernes', 'Para: Lee', 'Asunto: Hola'],
    ['Hindi', 'प्रेषक: Maya <m@acme.example>', 'भेजा गया: शुक्रवार', 'प्रति: Lee', 'विषय: नमस्ते'],
    ['bold', '*From:* Maya <m@acme.example>', '*Sent:* Friday', '*To:* Lee', '*Subject:* Hello'],
  ])('finds the block of headers of Outlook in %s', (_, ...block) => {
    const stripped = stripQuoted(text('Not now.', '', '_'.repeat(32), ...block, '', 'Shall we?'));
    expect(stripped.reply).toBe('Not now.');
    expect(stripped.quoted).toContain('Shall we?');
    expect(stripQuoted(text('Not now.', '', ...block, '', 'Shall we?')).reply).toBe('Not now.');
  });

  test.each([
    '-----Original Message-----',
    '-----Ursprüngliche Nachricht-----',
    "-----Message d'origine-----",
    '-----Mensaje original-----',
    '---------- Forwarded message ---------',
    '-------- Weitergeleitete Nachricht --------',
    'Begin forwarded message:',
    'Début du message réexpédié :',
  ])('finds what stands below %s', (separator) => {
    expect(stripQuoted(text('FYI', separator, 'From: a', '', 'old')).reply).toBe('FYI');
  });

  test('keeps what stands below and between quoted lines', () => {
    const stripped = stripQuoted(
      text(
        'On 21/11/2025 10:30, Maya wrote:',
        '> Tuesday?',
        'Works.',
        '> At ten?',
        '>> or nine',
        'Eleven.',
        '',
        '-- ',
        'Lee',
      ),
    );
    expect(stripped.reply).toBe('Works.\nEleven.');
    expect(stripped.quoted).toContain('>> or nine');
  });

  test('drops signatures and what phones add', () => {
    for (const line of [
      'Sent from my iPhone',
      'Von meinem iPhone gesendet',
      'Envoyé de mon iPhone',
      'Enviado desde mi iPhone',
      'Get Outlook for iOS',
    ]) {
      expect(stripQuoted(text('Call me', '', line)).reply).toBe('Call me');
    }
    expect(stripQuoted(text('Call me', '-- ', 'Lee', 'Director')).reply).toBe('Call me');
  });

  test('leaves alone what only looks like a history', () => {
    const own = text(
      'On Monday she wrote:',
      'From: where I stand it is fine.',
      'To: be sure, ask Ana.',
      'I wrote: no.',
      '---',
      'Done',
    );
    expect(stripQuoted(own)).toEqual({ reply: own, quoted: '' });
  });

  test('takes hostile megabytes apart in milliseconds', async () => {
    const megabyte = (unit: string) => unit.repeat(Math.ceil(1_000_000 / unit.length));
    for (const unit of [
      '>',
      '\n',
      'wrote:\n',
      'On a wrote:',
      'From: \n',
      '_'.repeat(30) + '\n',
      '<a@b> :\n',
      ' ',
      'schrieb ',
      '-- \n',
    ]) {
      const body = megabyte(unit);
      expect(await leastCpuTime(() => stripQuoted(body))).toBeLessThan(150);
    }
  });
});
