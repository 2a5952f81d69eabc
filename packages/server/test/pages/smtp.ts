import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';

interface MailServer {
  url: string;
  /** What was received, each a whole message. */
  messages: string[];
  close(): Promise<void>;
}

/**
 * A mail server that accepts everything, or refuses every recipient. Speaks as much SMTP as one mail takes (RFC 5321).
 * @param options.delay milliseconds before each of its answers
 */
export async function startMailServer({ refusing = false, delay = 0 } = {}): Promise<MailServer> {
  const messages: string[] = [];
  const server = createServer((socket) => {
    let message: string[] | undefined;
    let rest = '';
    const say = (line: string) => setTimeout(() => socket.write(`${line}\r\n`), delay);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (message !== undefined && line !== '.') message.push(line);
        else if (message !== undefined) {
          messages.push(message.join('\n'));
          message = undefined;
          say('250 accepted');
        } else if (/^DATA/i.test(line)) {
          message = [];
          say('354 go on');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else say(refusing && /^RCPT/i.test(line) ? '550 5.1.1 The recipient does not exist' : '250 ok');
      }
    });
    say('220 test');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    close: () => stop(server),
  };
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
