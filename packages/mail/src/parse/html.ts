import { decodeEntities } from './entities.ts';

/** What is inside these is not text for people. */
const UNSEEN = new Set(
  (
    'script style head title template noscript iframe object svg math select textarea xml noembed noframes ' +
    'canvas audio video'
  ).split(' '),
);

/** Tags that begin and end a line. */
const LINES = new Set(
  (
    'p div tr table ul ol li dl dt dd blockquote pre hr body h1 h2 h3 h4 h5 h6 section article header footer ' +
    'address center'
  ).split(' '),
);

/** Where our emails have their readers opt out, perhaps inside of an address that a mail server made of it. */
const OPT_OUT = /(?:\/|%2f)u(?:\/|%2f)[\w-]{16,32}(?![\w-])/i;

/** How Outlook on the web and on phones calls the block over what is answered. */
const REPLIED_TO = /\bid\s*=\s*["']?(?:x_)*(?:divRplyFwdMsg|mail-editor-reference-message-container)\b/i;

const TAG = /<\/?[a-z][a-z0-9]{0,15}/y;

/** Deeper quotes look the same, and cost no more. */
const DEEPEST_QUOTE = 8;

/**
 * HTML as the text that a person would read, a quotation as lines that begin with `> `. Nothing of a script or a style is
 * left, and what is left is text: it has to be escaped like any other where it is shown. One pass over the source.
 */
export function htmlToText(html: string, most: number): string {
  const page = lines(most);
  const lower = html.toLowerCase();
  let at = 0;
  while (at < html.length && !page.isFull()) {
    const open = html.indexOf('<', at);
    if (open !== at) page.text(html.slice(at, open < 0 ? html.length : open));
    if (open < 0) break;
    at = tag(html, lower, open, page);
  }
  return page.done();
}

/** Reads what begins with the `<` at `open`; gives where to go on. */
function tag(html: string, lower: string, open: number, page: ReturnType<typeof lines>): number {
  TAG.lastIndex = open;
  if (!TAG.test(lower)) return notATag(html, open, page);
  const closes = lower.startsWith('/', open + 1);
  const name = lower.slice(open + (closes ? 2 : 1), TAG.lastIndex);
  const end = endOfTag(html, open);
  if (!closes && UNSEEN.has(name)) return afterUnseen(html, lower, name, end);
  // Whoever quotes our link does not say its words.
  if (!closes && name === 'a' && OPT_OUT.test(html.slice(open, end))) {
    return afterUnseen(html, lower, name, end);
  }
  // The rest is history, in whatever language its headers are.
  if (!closes && name === 'div' && REPLIED_TO.test(html.slice(open, end))) page.quote(1);
  if (name === 'blockquote') page.quote(closes ? -1 : 1);
  if (name === 'br') page.newLine();
  else if (LINES.has(name)) page.startLine();
  else if (name === 'td' || name === 'th') page.text(' ');
  if (name === 'li' && !closes) page.text('- ');
  return end;
}

function notATag(html: string, open: number, page: ReturnType<typeof lines>): number {
  const next = html[open + 1] ?? '';
  if (html.startsWith('<!--', open)) return after(html, '-->', open + 4);
  if (next === '!' || next === '?' || next === '/') return after(html, '>', open);
  page.text('<');
  return open + 1;
}

function after(html: string, closing: string, from: number): number {
  const at = html.indexOf(closing, from);
  return at < 0 ? html.length : at + closing.length;
}

const [GREATER, DOUBLE, SINGLE, EQUALS] = [0x3e, 0x22, 0x27, 0x3d];

/** Past the `>` that ends a tag; one inside of a quoted attribute does not. What never ends takes the rest with it. */
function endOfTag(html: string, open: number): number {
  let quote = 0;
  for (let at = open + 1; at < html.length; at++) {
    const char = html.charCodeAt(at);
    if (quote !== 0) quote = char === quote ? 0 : quote;
    else if (char === GREATER) return at + 1;
    else if ((char === DOUBLE || char === SINGLE) && html.charCodeAt(at - 1) === EQUALS) quote = char;
  }
  return html.length;
}

function afterUnseen(html: string, lower: string, name: string, end: number): number {
  if (html[end - 2] === '/') return end;
  const closing = lower.indexOf(`</${name}`, end);
  return closing < 0 ? html.length : after(html, '>', closing);
}

/** Collects lines: white space in a row is one space, and at most one line in a row is empty. */
function lines(most: number) {
  const done: string[] = [];
  let depth = 0;
  let line = '';
  let length = 0;
  const newLine = () => {
    const text = line.trim();
    line = '';
    if (text === '' && (done.at(-1)?.replace(/[> ]/g, '') ?? '') === '') return;
    const whole = '> '.repeat(depth) + text;
    done.push(whole);
    length += whole.length + 1;
  };
  const startLine = () => {
    if (line.trim() === '') line = '';
    else newLine();
  };
  return {
    newLine,
    startLine,
    text: (source: string) => {
      line += source.length > 1 ? decodeEntities(source.slice(0, most).replace(/\s+/g, ' ')) : source;
    },
    quote: (by: 1 | -1) => {
      startLine();
      depth = Math.min(DEEPEST_QUOTE, Math.max(0, depth + by));
    },
    isFull: () => length + line.length > most,
    done: () => {
      startLine();
      return done.join('\n').trim().slice(0, most);
    },
  };
}
