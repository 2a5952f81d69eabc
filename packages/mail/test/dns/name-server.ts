import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';

/** What is said of a name: records, or what goes wrong. What is not in the zone does not exist. */
export type Zone = Record<
  string,
  { TXT?: string[]; MX?: [number, string][]; CNAME?: string } | 'SERVFAIL' | 'REFUSED' | 'SILENT'
>;

const TYPES = { 15: 'MX', 16: 'TXT' } as const;

/** A name server on loopback, and a resolver that asks it. */
export async function nameServer(zone: Zone) {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = readQuestion(query);
    asked.push(`${TYPES[type as 15 | 16]} ${name}`);
    const said = zone[name.toLowerCase()];
    if (said === 'SILENT') return;
    const code = said === undefined ? 3 : said === 'SERVFAIL' ? 2 : said === 'REFUSED' ? 5 : 0;
    const answers = typeof said === 'object' ? recordsOf(said, zone, type) : [];
    const head = Buffer.alloc(12);
    head.writeUInt16BE(query.readUInt16BE(0), 0);
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    resolver,
    asked,
    stop: async () => {
      resolver.cancel();
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readQuestion(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function recordsOf(said: Exclude<Zone[string], string>, zone: Zone, type: number): Buffer[] {
  if (said.CNAME !== undefined) {
    const target = zone[said.CNAME];
    const rest = typeof target === 'object' ? recordsOf(target, zone, type) : [];
    // The rest belongs to the alias by its own name.
    const named = rest.map((record) => Buffer.concat([wireName(said.CNAME ?? ''), record.subarray(2)]));
    return [record(5, wireName(said.CNAME)), ...named];
  }
  if (type === 16) return (said.TXT ?? []).map((text) => record(16, characterStrings(text)));
  return (said.MX ?? []).map(([priority, exchange]) => {
    const preference = Buffer.alloc(2);
    preference.writeUInt16BE(priority);
    return record(15, Buffer.concat([preference, wireName(exchange)]));
  });
}

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function wireName(name: string): Buffer {
  const labels = name === '' ? [] : name.split('.');
  return Buffer.concat([
    ...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

function characterStrings(text: string): Buffer {
  const pieces = text.match(/.{1,100}/gs) ?? [''];
  return Buffer.concat(
    pieces.map((piece) => Buffer.concat([Buffer.from([Buffer.byteLength(piece)]), Buffer.from(piece)])),
  );
}
