import type { AddressInfo } from 'node:net';

import { type Mail, parseMail } from '@lodestone/mail';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** An email as a server took it. */
export interface Arrived {
  to: string;
  raw: string;
  mail: Mail;
  /** Addresses in its text part, in their order. */
  links: string[];
  /** Address of its pixel. */
  pixel: string;
}

export interface MailSink {
  url: string;
  arrived: Arrived[];
  /** Those to one address. */
  to(address: string): Arrived[];
  close(): Promise<void>;
}

/** A real mail server that takes everything, unless told otherwise. */
export async function startMailSink(options: Partial<SMTPServerOptions> = {}): Promise<MailSink> {
  const arrived: Arrived[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        const raw = Buffer.concat(parts);
        const mail = await parseMail(raw);
        const plain = raw.toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
        const pixel = /https?:\/\/[^"]+\/o\/[\w-]+\.gif/.exec(plain)?.[0] ?? '';
        const to = session.envelope.rcptTo[0]?.address ?? '';
        arrived.push({
          to,
          raw: raw.toString(),
          mail,
          links: mail.text.match(/https?:\/\/[^\s)]+/g) ?? [],
          pixel,
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    to: (address) => arrived.filter((one) => one.to === address),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
