import { createHash } from 'node:crypto';

export type Header = [
  name: string,
  value: string | Date | { name: string; address: string } | { prepared: true; value: string },
];

const load = () => Promise.all([import('nodemailer/lib/mime-node'), import('nodemailer/lib/qp')]);

// Kept, since to look up what was loaded before costs a fifth of writing an email.
let library: ReturnType<typeof load> | undefined;

/**
 * An email of two parts as bytes. Nodemailer writes the headers and the encoding; its own composer strings them together by streams,
 * which takes three times as long.
 */
export async function mime(
  id: string,
  headers: readonly Header[],
  text: string,
  html: string,
): Promise<Buffer> {
  const [{ default: MimeNode }, qp] = await (library ??= load());
  // "=_" never stands in a part, because of how those are encoded. From the id, so that another attempt is the same bytes.
  const baseBoundary = `=_${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;
  const root = new MimeNode('multipart/alternative', { baseBoundary });
  for (const [name, value] of headers) root.addHeader(name, value);
  const part = (type: string, content: string) =>
    [
      `--${boundary}`,
      `Content-Type: ${type}; charset=utf-8`,
      'Content-Transfer-Encoding: quoted-printable',
      '',
      qp.wrap(qp.encode(Buffer.from(content.replace(/\r\n?|\n/g, '\r\n'))), 76),
      '',
    ].join('\r\n');
  const head = root.buildHeaders();
  const { boundary } = root;
  return Buffer.from(
    `${head}\r\n\r\n${part('text/plain', text)}${part('text/html', html)}--${boundary}--\r\n`,
  );
}
