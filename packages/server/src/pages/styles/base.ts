/** Bare elements: type, links, focus, text that somebody else wrote. */
export const base = `
*, ::before, ::after { box-sizing: border-box }
html { font: 100%/1.5 var(--sans); -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere }
h1, h2, h3 { line-height: 1.25; margin: 0; text-wrap: balance; font-weight: 650 }
h1 { font-size: 1.5rem; letter-spacing: -.01em } h2 { font-size: 1.0625rem } h3 { font-size: .9375rem }
p, ul, ol, dl, dd, figure, pre { margin: 0 } ul, ol { padding-left: 1.25rem }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px }
a:hover { text-decoration-thickness: 2px }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px }
code, pre, .mono { font-family: var(--mono); font-size: .875em }
pre { background: var(--sunken); border-radius: var(--radius); padding: .75rem 1rem; overflow-x: auto; overflow-wrap: normal; white-space: pre }
hr { border: 0; border-top: 1px solid var(--line); margin: 0 }
bdi { unicode-bidi: isolate }
.prose-text { white-space: pre-wrap; max-height: 40rem; overflow-y: auto }
.muted { color: var(--muted) } .small { font-size: .875rem } .nowrap, time { white-space: nowrap; overflow-wrap: normal }
.number { font-variant-numeric: tabular-nums } .wide { grid-column: 1 / -1 }
.sr, .visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
abbr[title] { text-decoration: underline dotted; text-underline-offset: .2em; cursor: help }
@media (prefers-reduced-motion: no-preference) { :root { scroll-behavior: smooth } }`;
