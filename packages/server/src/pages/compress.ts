import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A gzip member's header (RFC 1952): deflate, no name, no time, an unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * Compresses texts that begin alike: what they begin with once, at its best, and the rest of each at its quickest. A smaller rest
 * would take longer to make than to carry, and a thread longer to wake than this.
 * @returns gzip of `beginning` with a rest behind it
 */
export function gzipAfter(beginning: string): (rest: string) => Buffer {
  const begun = Buffer.from(beginning);
  // A full flush ends on a byte, and refers to nothing before it afterwards: what follows is a stream of its own.
  const compressed = deflateRawSync(begun, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const sum = crc32(begun);
  return (rest) => {
    const bytes = encoded(rest);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(bytes, sum), 0);
    trailer.writeUInt32LE(begun.length + bytes.length, 4);
    return Buffer.concat([HEADER, compressed, deflateRawSync(bytes, { level: 1 }), trailer]);
  };
}

let room = Buffer.allocUnsafe(256 * 1024);

/** A text in UTF-8, until the next is encoded: a page is gone as soon as it is compressed, and has no room of its own to be collected. */
function encoded(text: string): Buffer {
  // A UTF-16 unit takes 3 bytes at most.
  if (room.length < text.length * 3) room = Buffer.allocUnsafe(text.length * 3);
  return room.subarray(0, room.write(text));
}
