import { Refusal } from '@lodestone/core';

const NO_TEXT =
  'The file is not UTF-8 text. Save it as “CSV UTF-8” in your spreadsheet, then import that file.';

/** A file's text in UTF-8; UTF-16 is recognized by its mark. @throws Refusal for what is not text */
export async function* asUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let before = Buffer.alloc(0);
  for await (const part of bytes) {
    const piece = Buffer.concat([before, part]);
    before = Buffer.alloc(0);
    if (decoder === undefined && piece.length < 2) before = piece;
    else yield decoded((decoder ??= decoderOf(piece)), piece);
  }
  decoder ??= decoderOf(before);
  yield decoded(decoder, before, true);
}

function decoderOf([first, second]: Buffer): TextDecoder {
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true });
}

function decoded(decoder: TextDecoder, bytes: Buffer, last = false): string {
  let text: string;
  try {
    text = decoder.decode(bytes, { stream: !last });
  } catch {
    throw noText();
  }
  if (text.includes('\0')) throw noText();
  return text;
}

function noText(): Refusal {
  return new Refusal('invalid_parameter', NO_TEXT, 'file');
}
