import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { openSmtp, readReply } from '@lodestone/mail';

import { quiet, type Script, scriptedServer } from './scripted-server.ts';

const QUICK = { connect: 0.1, greeting: 0.1, command: 0.1, data: 0.1, total: 0.5 };
const MAIL = Buffer.from('Subject: hello\r\n\r\nHello.\r\n');

const reply = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  fc.constantFrom(
    '250 ok',
    '354 go',
    '451 4.3.0 later',
    '550 5.1.1 no',
    '421 4.3.2 bye',
    '',
    '250-',
    '25',
    'x',
  ),
  fc
    .tuple(fc.integer({ min: 0, max: 999 }), fc.constantFrom(' ', '-', ''), fc.string())
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);
const ending = fc.constantFrom('\r\n', '\n', '', '\r\n\r\n', '\r\n250 again\r\n');
const fate = fc.constantFrom('stay', 'stay', 'stay', 'close', 'end', 'reset');
const action = fc.record({ reply, ending, fate });

const steps = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'end', 'RSET'] as const;
const server = fc.record({
  ...(Object.fromEntries(steps.map((step) => [step, action])) as Record<
    (typeof steps)[number],
    typeof action
  >),
  pipelining: fc.boolean(),
});

const USUAL = {
  greeting: '220 hi',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go',
  end: '250 ok',
  RSET: '250 ok',
};

test('whatever a server does, every attempt ends in time, and what it may have taken is never sent a second time', async () => {
  await fc.assert(
    fc.asyncProperty(server, async ({ pipelining, ...doings }) => {
      const script: Script = {};
      for (const step of steps) {
        const { reply, ending, fate } = doings[step];
        const EHLO = pipelining ? '250-hi\r\n250 PIPELINING' : '250 hi';
        const text = reply === undefined ? `${{ ...USUAL, EHLO }[step]}\r\n` : reply + ending;
        script[step] = (socket) => {
          socket.write(text, 'latin1');
          if (fate === 'close') socket.destroy();
          if (fate === 'end') socket.end();
          if (fate === 'reset') socket.resetAndDestroy();
        };
      }
      const peer = await scriptedServer(script);
      const smtp = openSmtp(
        { host: '127.0.0.1', port: peer.port, protection: 'offered' },
        { timeouts: QUICK },
      );
      for (let mail = 0; mail < 2; mail += 1) {
        const before = peer.mails.filter((text) => text !== '').length;
        const began = Date.now();
        const result = await smtp.send({ from: 'a@b.example', to: 'c@d.example' }, MAIL);
        expect(Date.now() - began).toBeLessThan(5_000);
        // Let what is still on its way arrive.
        await new Promise((resolve) => setTimeout(resolve, 5));
        const taken = peer.mails.filter((text) => text !== '').length - before;
        expect(taken).toBeLessThanOrEqual(1);
        if (taken === 1 && (result.outcome === 'deferred' || result.outcome === 'refused')) {
          // The server had the mail: only its own no allows another attempt.
          expect(result.step).toBe('answer');
          expect(readReply(result.response).code).toBeGreaterThanOrEqual(400);
        }
      }
      await smtp.close();
      await quiet(peer);
      await peer.stop();
    }),
    { numRuns: 150, endOnFailure: true },
  );
});
