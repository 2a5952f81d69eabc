import type { Line, Paragraph, Piece } from './body.ts';

/** What stands under an email that was not written to one person by hand. */
export type Footer = {
  /** Why they get it, such as "You asked for this on acme.example." */
  reason?: string;
  /** Where they opt out. It is never tracked. */
  unsubscribeUrl?: string;
  /** Laws on commercial email ask for it. */
  postalAddress?: string;
};

/** Words for an address that nobody wants to read, and the colours of the button that it is where it stands alone. */
export type Named = { words: string; background: string; color: string };

/** What both parts of an email are made of. Each text is plain text, and its lines are kept. */
export type Content = {
  body: Paragraph[];
  signature: Paragraph[];
  footer: Footer;
  /** Where a link leads instead, for links that are tracked. */
  link: (url: string) => string;
  /** By address. The text part shows the address itself. */
  named: ReadonlyMap<string, Named>;
  /** An image of one pixel, for opens that are tracked. */
  pixel: string | null;
  /** A link that nobody sees, in the HTML part: who follows it is a machine. */
  trap: string | null;
};

export function plainPart({ body, signature, footer, link }: Content): string {
  const piece = (piece: Piece) => {
    if (typeof piece === 'string') return piece;
    const url = link(piece.url);
    return piece.label === null ? url : `${piece.label} (${url})`;
  };
  const paragraph = (lines: Line[]) => lines.map((line) => line.map(piece).join('')).join('\n');
  const unsubscribe = footer.unsubscribeUrl === undefined ? [] : [`Unsubscribe: ${footer.unsubscribeUrl}`];
  const under = [footer.reason ?? [], unsubscribe, footer.postalAddress ?? []].flat().join('\n');
  const parts = [...body.map(paragraph), ...signature.map(paragraph)];
  return [...parts, ...(under === '' ? [] : [under])].join('\n\n');
}

const TYPE = 'font:16px/1.5 Arial,Helvetica,sans-serif;overflow-wrap:anywhere';
const PARAGRAPH = '<p dir="auto" style="margin:0 0 1em">';
const UNDER = '<p dir="auto" style="margin:2em 0 0;font-size:12px;color:#595959">';

export function htmlPart({ body, signature, footer, link, named, pixel, trap }: Content): string {
  const piece = (piece: Piece) => {
    if (typeof piece === 'string') return escapeHtml(piece);
    // An address that is shown and leads elsewhere is what a phisher writes; without its scheme it is a name of the place.
    const place = piece.url.replace(/^https?:\/\//i, '').replace(/\/$/, '');
    const shown = piece.label ?? named.get(piece.url)?.words ?? place;
    return `<a href="${escapeHtml(link(piece.url))}">${escapeHtml(shown)}</a>`;
  };
  const line = (pieces: Line) => buttonOf(pieces, named, link) ?? pieces.map(piece).join('');
  const paragraph = (lines: Line[]) => `${PARAGRAPH}${lines.map(line).join('<br>\n')}</p>`;
  const under = [
    ...(footer.reason === undefined ? [] : [escapeLines(footer.reason)]),
    ...(footer.unsubscribeUrl === undefined
      ? []
      : [`<a href="${escapeHtml(footer.unsubscribeUrl)}" style="color:#595959">Unsubscribe</a>`]),
    ...(footer.postalAddress === undefined ? [] : [escapeLines(footer.postalAddress)]),
  ].join('<br>\n');
  return [
    '<!doctype html>',
    `<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="${TYPE}">`,
    ...[...body, ...signature].map(paragraph),
    ...(under === '' ? [] : [`${UNDER}${under}</p>`]),
    ...(pixel === null ? [] : [`<img src="${escapeHtml(pixel)}" width="1" height="1" alt="">`]),
    // Without words there is nothing to see where styles are left out, and nothing to be read aloud or reached by keys.
    ...(trap === null
      ? []
      : [`<a href="${escapeHtml(trap)}" style="display:none" aria-hidden="true" tabindex="-1"></a>`]),
    '</body></html>',
  ].join('\n');
}

/** A named address that stands alone in its line is a button; null for any other line. */
function buttonOf(
  pieces: Line,
  named: ReadonlyMap<string, Named>,
  link: (url: string) => string,
): string | null {
  const [only, ...more] = pieces.filter((piece) => typeof piece !== 'string' || piece.trim() !== '');
  if (only === undefined || typeof only === 'string' || more.length > 0) return null;
  const name = named.get(only.url);
  if (name === undefined) return null;
  const style = `display:inline-block;padding:12px 20px;border-radius:8px;font-weight:bold;text-decoration:none;background:${name.background};color:${name.color}`;
  return `<a href="${escapeHtml(link(only.url))}" style="${escapeHtml(style)}">${escapeHtml(only.label ?? name.words)}</a>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function escapeLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>\n');
}
