import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What a mail server does on a bad day. */
export type Fault =
  | 'none'
  /** Says that there is nobody of that name. */
  | 'refuses'
  /** Says that it is not a good time. */
  | 'is busy'
  | 'hangs up'
  | 'talks nonsense'
  /** Takes the connection and says nothing. */
  | 'is silent'
  /** Greets, and then answers nothing. */
  | 'stalls'
  /** Reads an email to its end, and never says whether it took it. */
  | 'hangs after the email'
  /** Thinks a while about every word. */
  | 'is slow';

export interface BadServer {
  url: string;
  /** Connections that are open end with it. */
  become(fault: Fault): void;
  close(): Promise<void>;
}

/** Milliseconds that a slow server thinks. */
const THINKING = 150;

/** Stands before a mail server on loopback. */
export async function startBadServer(behind: { url: string }): Promise<BadServer> {
  const target = Number(new URL(behind.url).port);
  const sockets = new Set<Socket>();
  let fault: Fault = 'none';
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    keep(socket);
    if (fault === 'hangs up') socket.destroy();
    else if (fault === 'talks nonsense') socket.end('<html>I am a web server</html>\r\n');
    else if (fault === 'none' || fault === 'is slow') {
      const onward = keep(connect(target, '127.0.0.1'));
      onward.pipe(socket);
      if (fault === 'none') return void socket.pipe(onward);
      socket.on('data', (data) => setTimeout(() => onward.write(data), THINKING));
    } else if (fault !== 'is silent') converse(socket, fault);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    become: (next) => {
      fault = next;
      hangUp();
    },
    close: () => {
      hangUp();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function converse(socket: Socket, fault: Fault): void {
  const toRecipient = fault === 'refuses' ? '550 5.1.1 There is nobody of that name' : '451 4.3.0 Not now';
  let reading = false;
  socket.write('220 bad.example\r\n');
  socket.on('data', (data) => {
    for (const line of data.toString().split('\r\n').filter(Boolean)) {
      const verb = line.slice(0, 4).toUpperCase();
      if (reading) continue;
      if (verb === 'QUIT') socket.end('221 bye\r\n');
      else if (fault === 'stalls' && verb !== 'EHLO') continue;
      else if (fault === 'hangs after the email') {
        reading = verb === 'DATA';
        socket.write(reading ? '354 go on\r\n' : '250 ok\r\n');
      } else socket.write(verb === 'RCPT' ? `${toRecipient}\r\n` : '250 ok\r\n');
    }
  });
}
