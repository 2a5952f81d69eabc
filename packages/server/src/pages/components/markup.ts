import type { VNode } from 'preact';
import { jsxEscape, jsxTemplate } from 'preact/jsx-runtime';

/** What `markup` makes: an element of the page that is written out already. */
type Markup = VNode<{ tpl: readonly string[] }>;

/**
 * An element of the page as text, with whatever is put into it escaped: for what stands in a page hundreds of times, where JSX takes
 * several times as long. Attributes are in double quotes.
 * @example markup`<tr><th scope="row">${day}</th>${values.map((value) => markup`<td>${value}</td>`)}</tr>`
 */
export function markup(
  pieces: TemplateStringsArray,
  ...values: (string | number | readonly Markup[])[]
): Markup {
  return jsxTemplate([pieces.reduce((text, piece, at) => text + textOf(values[at - 1] ?? '') + piece)]);
}

function textOf(value: string | number | readonly Markup[]): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return String(jsxEscape(value));
  return value.map(({ props }) => props.tpl.join('')).join('');
}
