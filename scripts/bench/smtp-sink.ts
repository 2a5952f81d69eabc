// A mail server that takes everything, at once or after so many milliseconds, and keeps nothing. A process of its own, so that it costs the bench no time. It prints
// its port, and then how many emails it has taken as often as that changes, ten times a second at most.
import { type AddressInfo, createServer, type Socket } from 'node:net';

const delay = Number(process.argv[2]);
let taken = 0;
let told = 0;

const server = createServer((socket) => {
  let pending = '';
  let inMail = false;
  socket.setNoDelay(true).on('error', () => {});
  socket.write('220 sink\r\n');
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    for (;;) {
      const mark = inMail ? '\r\n.\r\n' : '\r\n';
      const at = pending.indexOf(mark);
      if (at < 0) return;
      const line = pending.slice(0, at);
      pending = pending.slice(at + mark.length);
      if (inMail) {
        inMail = false;
        if (delay === 0) take(socket);
        else setTimeout(take, delay, socket);
      } else if (line === 'DATA') {
        inMail = true;
        socket.write('354 go\r\n');
      } else {
        socket.write(line.startsWith('EHLO') ? '250-sink\r\n250 PIPELINING\r\n' : '250 ok\r\n');
      }
    }
  });
});
function take(socket: Socket): void {
  taken++;
  socket.write('250 2.0.0 ok\r\n');
}

server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
setInterval(() => {
  if (taken === told) return;
  told = taken;
  console.log(taken);
}, 100);
