// Sends to servers that fail in every way, closes, and prints how long the process lived on after that.
import { openSmtp, testSmtp } from '@lodestone/mail';

import { breakOff, close, end, hang, say, type Script, scriptedServer } from './scripted-server.ts';

const QUICK = { connect: 0.2, greeting: 0.2, command: 0.2, data: 0.2, total: 1 };
const MAIL = Buffer.from('Subject: x\r\n\r\nx\r\n');
const SCRIPTS: Script[] = [
  {},
  { greeting: hang },
  { greeting: close },
  { greeting: breakOff },
  { greeting: '554 no' },
  { greeting: say('x'.repeat(10_000_000)) },
  { EHLO: hang },
  { STARTTLS: hang, EHLO: '250-x\r\n250 STARTTLS' },
  { STARTTLS: '220 go', EHLO: '250-x\r\n250 STARTTLS' },
  { AUTH: hang },
  { AUTH: '535 5.7.8 no' },
  { MAIL: hang },
  { RCPT: '550 5.1.1 no' },
  { RCPT: close },
  { DATA: hang },
  { DATA: end },
  { end: hang },
  { end: close },
  { end: say('250 ok\r\n', breakOff) },
  { QUIT: hang },
];

const outcomes: Record<string, number> = {};
for (const script of SCRIPTS) {
  const server = await scriptedServer(script);
  const where = {
    host: '127.0.0.1',
    port: server.port,
    protection: 'offered' as const,
    user: 'maya@acme.example',
    password: 'secret',
  };
  const smtp = openSmtp(where, { timeouts: QUICK });
  for (const signal of [undefined, AbortSignal.timeout(50)]) {
    const { outcome } = await smtp.send({ from: 'a@b.example', to: 'c@d.example' }, MAIL, signal);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  await testSmtp(where, { from: 'a@b.example', timeouts: QUICK });
  await smtp.close();
  await server.stop();
}
const done = Date.now();
process.on('exit', () => console.log(JSON.stringify({ outcomes, milliseconds: Date.now() - done })));
