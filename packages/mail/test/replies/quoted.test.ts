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
    [
      'Gmail in Italian',
      'Il giorno ven 21 nov 2025 alle ore 10:30 Maya Iyer <maya@acme.example> ha scritto:',
    ],
    ['Gmail in Dutch', 'Op vr 21 nov 2025 om 10:30 schreef Maya Iyer <maya@acme.example>:'],
    ['Gmail in Portuguese', 'Em sex., 21 de nov. de 2025 às 10:30, Maya <maya@acme.example> escreveu:'],
    ['Gmail in Polish', 'pt., 21 lis 2025 o 10:30 Maya Iyer <maya@acme.example> napisał(a):'],
    ['Gmail in Russian', 'пт, 21 нояб. 2025 г. в 10:30, Maya Iyer <maya@acme.example>:'],
    ['Gmail in Turkish', 'Maya Iyer <maya@acme.example>, 21 Kas 2025 Cum, 10:30 tarihinde şunu yazdı:'],
    ['Gmail in Japanese', '2025年11月21日(金) 10:30 Maya Iyer <maya@acme.example>:'],
    ['Gmail in Chinese', 'Maya Iyer <maya@acme.example> 于2025年11月21日周五 10:30写道：'],
    ['Gmail in Danish, folded', 'Den fre. 21. nov. 2025 kl. 10.30 skrev Maya Iyer <\nmaya@acme.example>:'],
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
    ['Italian', 'Da: Maya <m@acme.example>', 'Inviato: venerdì 21 novembre 2025', 'A: Lee', 'Oggetto: Ciao'],
    [
      'Dutch',
      'Van: Maya <m@acme.example>',
      'Verzonden: vrijdag 21 november 2025',
      'Aan: Lee',
      'Onderwerp: Hoi',
    ],
    [
      'Portuguese',
      'De: Maya <m@acme.example>',
      'Enviada em: 21 de novembro de 2025',
      'Para: Lee',
      'Assunto: Olá',
    ],
    ['Polish', 'Od: Maya <m@acme.example>', 'Wysłano: piątek, 21 listopada 2025', 'Do: Lee', 'Temat: Cześć'],
    ['Russian', 'От: Maya <m@acme.example>', 'Отправлено: 21 ноября 2025 г.', 'Кому: Lee', 'Тема: Привет'],
    ['Swedish', 'Från: Maya <m@acme.example>', 'Skickat: den 21 november 2025', 'Till: Lee', 'Ämne: Hej'],
    [
      'Japanese',
      '差出人: Maya <m@acme.example>',
      '送信日時: 2025年11月21日',
      '宛先: Lee',
      '件名: こんにちは',
    ],
    ['Chinese', '发件人：Maya <m@acme.example>', '发送时间：2025年11月21日', '收件人：Lee', '主题：你好'],
    ['Arabic', 'من: Maya <m@acme.example>', 'تم الإرسال: ٢١ نوفمبر ٢٠٢٥', 'إلى: Lee', 'الموضوع: مرحبا'],
    [
      'Italian of a Samsung',
      'Da: Maya <m@acme.example>',
      'Data: 21/11/25 10:30 (GMT+01:00)',
      'A: Lee',
      'Oggetto: Ciao',
    ],
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

  test('leaves the details that somebody signs with', () => {
    const own = text(
      'Yes, call me at 10:30, or write to Lee <lee@client.example>:',
      'Email: lee@client.example',
      'Tel: 02 1234 5678',
      'Web: https://client.example',
      'Office: Milan',
      'Any day of 2026 is fine: you choose.',
    );
    expect(stripQuoted(own)).toEqual({ reply: own, quoted: '' });
  });

  test.each([
    'Unsubscribe: https://links.example/u/abcdefghijklmnop',
    'Unsubscribe:\nhttps://links.example/u/abcdefghijklmnop',
    'Unsubscribe<https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Flinks.example>',
    'Unsubscribe (https://links.example/u/abcdefghijklmnop)',
  ])('takes our footer for nobody’s words, however it is quoted: %s', (footer) => {
    const { reply, quoted } = stripQuoted(text('Yes, please.', '', 'Hi Lee, shall we?', '', footer));
    expect(reply).not.toMatch(/unsubscribe/i);
    expect(quoted).toMatch(/unsubscribe/i);
    expect(stripQuoted('Unsubscribe').reply).toBe('Unsubscribe');
    expect(stripQuoted('Please unsubscribe me: thank you').reply).toBe('Please unsubscribe me: thank you');
  });

  test.each([
    ['Thunderbird in Italian', 'Il 21/11/25 10:30, Maya Iyer ha scritto:\n> Shall we?'],
    ['Thunderbird in Dutch', 'Op 21-11-2025 om 10:30 schreef Maya Iyer:\n> Shall we?'],
    ['Thunderbird in Czech', 'Dne 21. 11. 25 v 10:30 Maya Iyer napsal(a):\n> Shall we?'],
    ['Thunderbird in Russian', '21.11.2025 10:30, Maya Iyer пишет:\n> Shall we?'],
    ['KMail', 'Maya Iyer wrote:\n\n> Shall we?'],
    ['Rediffmail', 'On Fri, 21 Nov 2025 10:30:00 +0530 "Maya Iyer" wrote\n> Shall we?'],
    [
      'Gmail in Finnish',
      'pe 21. marrask. 2025 klo 10.30 Maya Iyer (maya@acme.example) kirjoitti:\n\nShall we?',
    ],
    [
      'Gmail in Hebrew',
      '\u202bבתאריך יום ו׳, 21 בנוב׳ 2025 ב-10:30 מאת \u202aMaya\u202c\u200f <\u202amaya@acme.example\u202c\u200f>:\u202c\n\nShall we?',
    ],
    ['Gmail in Persian', 'در تاریخ جمعه ۲۱ نوامبر ۲۰۲۵،‏ ۱۰:۳۰ Maya <maya@acme.example> نوشت:\n\nShall we?'],
    ['Gmail in Bengali', 'শুক্র, ২১ নভেম্বর, ২০২৫ তারিখে ১০:৩০ Maya <maya@acme.example> লিখেছেন:\n\nShall we?'],
    ['Zoho', '---- On Fri, 21 Nov 2025 10:30:00 +0530 Maya <maya@acme.example> wrote ---\n\nShall we?'],
    [
      'GMX',
      'Gesendet: Freitag, 21. November 2025 um 10:30 Uhr\nVon: "Maya" <maya@acme.example>\nAn: lee@client.example\nBetreff: Preise\n\nShall we?',
    ],
    [
      'an Italian Samsung',
      'Inviato da smartphone Samsung Galaxy.\n\n-------- Messaggio originale --------\nDa: Maya <maya@acme.example>\nData: 21/11/25 10:30 (GMT+01:00)\nA: Lee <lee@client.example>\nOggetto: P\n\nShall we?',
    ],
    ['Outlook in Italian, by name', 'Da: Maya\nInviato: venerdì 10:30\nA: Lee\nOggetto: P\n\nShall we?'],
    ['Outlook in Dutch, by name', 'Van: Maya\nVerzonden: vrijdag\nAan: Lee\nOnderwerp: P\n\nShall we?'],
    [
      'Outlook in Portuguese, by name',
      'De: Maya\nEnviada em: sexta-feira\nPara: Lee\nAssunto: P\n\nShall we?',
    ],
    ['Outlook in Polish, by name', 'Od: Maya\nWysłano: piątek\nDo: Lee\nTemat: P\n\nShall we?'],
    ['Outlook in Russian, by name', 'От: Maya\nОтправлено: 21 ноября\nКому: Lee\nТема: P\n\nShall we?'],
    ['Outlook in Swedish, by name', 'Från: Maya\nSkickat: fredag\nTill: Lee\nÄmne: P\n\nShall we?'],
    ['Outlook in Turkish, by name', 'Kimden: Maya\nGönderildi: Cuma\nKime: Lee\nKonu: P\n\nShall we?'],
    [
      'QQ',
      '------------------ 原始邮件 ------------------\n发件人: "Maya" <maya@acme.example>;\n发送时间: 2025年11月21日\n收件人: "Lee"\n\nShall we?',
    ],
    [
      'Outlook for the web in Latvian',
      `${'_'.repeat(32)}\nNo: Maya Iyer\nNosūtīts: otrdiena 10:30\nKam: Lee\nTēma: P\n\nShall we?`,
    ],
  ])('takes nothing of %s for a person’s words', (_, history) => {
    expect(stripQuoted(`Yes, please.\n\n${history}`).reply).toBe('Yes, please.');
  });

  test.each([
    'Inviato da iPhone',
    'Verstuurd vanaf mijn iPhone',
    'Enviado do meu iPhone',
    'Skickat från min iPhone',
    'Отправлено с iPhone',
    'iPhoneから送信',
    '发自我的 iPhone',
    'Sent with Proton Mail secure email.',
    'Von meinem/meiner Galaxy gesendet',
    'Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.',
  ])('leaves out what a phone adds: %s', (line) => {
    expect(stripQuoted(`Yes, please.\n\n${line}`).reply).toBe('Yes, please.');
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
      'x <a@b.example> 2025 10:30\n',
      'a: a@b.example 2025\n',
      'unsubscribe:\n',
      'Data: x\nDa: x\n',
      '1.1.2025 10:30:\n> \n',
      '-----a-----\n',
      ' ',
      'schrieb ',
      '-- \n',
    ]) {
      const body = megabyte(unit);
      expect(await leastCpuTime(() => stripQuoted(body))).toBeLessThan(150);
    }
  });
});
