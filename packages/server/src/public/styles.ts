import { inkOn } from '@lodestone/core';

import { tokens } from '../pages/styles/tokens.ts';

/** The one stylesheet of the public pages. It stands in the page: nothing else is loaded, and the first round trip paints. */
const SHEET = `
*, ::before, ::after { box-sizing: border-box }
html { font: 100%/1.55 var(--sans); -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere; min-height: 100dvh; display: grid; grid-template-rows: auto 1fr auto }
header, footer { max-width: 34rem; width: 100%; margin: 0 auto; padding: 1.25rem 1.25rem 0; color: var(--muted); font-size: .9375rem }
header { font-weight: 650; color: var(--text); padding-top: clamp(1.25rem, 6vh, 4rem) }
header::before { content: ""; display: block; width: 2.5rem; height: .3rem; border-radius: 99px; background: var(--brand); margin-bottom: .75rem }
header img { display: block; max-width: 12rem; max-height: 3.5rem; margin-bottom: .5rem } header.logo::before { content: none }
footer { padding-bottom: 1.5rem; font-size: .8125rem; white-space: pre-line }
main { max-width: 34rem; width: 100%; margin: 0 auto; padding: 1rem 1.25rem 2rem; align-self: start }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); padding: clamp(1.125rem, 5vw, 2rem); display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) }
h1 { font-size: clamp(1.375rem, 5vw, 1.75rem); line-height: 1.2; letter-spacing: -.015em; margin: 0; text-wrap: balance; font-weight: 680 }
h2 { font-size: 1.0625rem; margin: .5rem 0 0 } p, ul { margin: 0 } ul { padding-left: 1.25rem }
.kind { font-size: .8125rem; color: var(--muted) } .about { white-space: pre-line }
form { display: grid; gap: .875rem; margin: 0 } .names { display: grid; gap: .875rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)) }
.field { display: grid; gap: .25rem } label { font-weight: 600; font-size: .9375rem } label span { font-weight: 400; color: var(--muted) }
input, button { font: inherit; color: inherit }
input { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; background: var(--surface); border: 1px solid var(--edge); border-radius: 8px }
[aria-invalid=true] { border-color: var(--bad) } .error { color: var(--bad); font-size: .875rem; font-weight: 550 }
button { min-height: 2.75rem; padding: .5rem 1.25rem; border: 1px solid transparent; border-radius: 8px; background: var(--brand); color: var(--on-brand); font-weight: 650; cursor: pointer }
button:hover { filter: brightness(1.08) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.small { font-size: .8125rem; color: var(--muted) } .note { background: var(--accent-soft); border-radius: 8px; padding: .75rem 1rem }
.extra { position: absolute; left: -200vw; width: 1px; height: 1px; overflow: hidden }
a { color: var(--accent) } details summary { cursor: pointer; min-height: 1.5rem; font-size: .875rem; color: var(--muted) } details > * + * { margin-top: .75rem }
.qr { width: 9rem; height: 9rem; background: #fff; border-radius: 8px; padding: .5rem; display: block } .qr path { fill: #000 }`;

const SMALL = squeezed(tokens + SHEET);

/** The stylesheet in an account's colour; ours without one. */
export function stylesFor(color: string | null): string {
  const brand = color === null ? '' : `:root{--brand:${color};--on-brand:${inkOn(color)}}`;
  return `:root{--brand:var(--accent);--on-brand:var(--on-accent)}${SMALL}${brand}`;
}

function squeezed(styles: string): string {
  return styles
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(/\s*([{};,])\s*/g, '$1')
    .replaceAll(/: /g, ':');
}
