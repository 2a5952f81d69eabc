/** A card for each row of a table: its values side by side, each under its heading. */
const cards = (table: string) => `
  ${table} thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  ${table}, ${table} tbody, ${table} th, ${table} td { display: block; max-width: none; text-align: left; overflow-wrap: anywhere }
  ${table} tr { display: grid; grid: auto-flow dense / repeat(auto-fill, minmax(5.75rem, 1fr)); gap: .125rem .5rem; padding: .75rem 0 }
  ${table} tr:first-child { border: 0; padding-top: 0 } ${table} th { padding: 0 0 .25rem }
  ${table} th, ${table} td:not([data-label]) { grid-column: 1 / -1 }
  ${table} td { padding: .125rem 0 } ${table} td[data-label] { grid-column: span 2; min-width: 0 } ${table} td.number[data-label] { grid-column: span 1 }
  ${table} td:empty, ${table} tr:not(:has(td.number:not(.zero))) td.zero { display: none } ${table} td:is(.long, .scopes)[data-label] { grid-column: 1 / -1 }
  ${table} td:first-child:has(> input) { grid-row: 1; justify-self: start } ${table} td:first-child:has(> input) + th { grid-row: 1; margin-left: 2rem }
  ${table} td[data-label]::before { content: attr(data-label); display: block; white-space: normal; color: var(--muted); font-size: .8125rem }`;

/** What pages are made of: cards, figures, tables, badges, notes, lists. */
export const parts = `
.card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); padding: 1rem 1.125rem; display: grid; gap: .875rem; grid-template-columns: minmax(0, 1fr); align-content: start }
.card > header > a { padding-block: .125rem } .card > header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; justify-content: space-between }
.columns { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); align-items: start }
.columns.of-tables { grid-template-columns: repeat(auto-fit, minmax(min(100%, 36rem), 1fr)) }
.stack { display: grid; gap: .875rem; grid-template-columns: minmax(0, 1fr) } .tight { gap: .375rem } .starts { justify-items: start; grid-template-columns: minmax(min-content, 1fr) }
.row { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center }
.stats { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 7.5rem), 1fr)) }
@media (min-width: 40rem) and (max-width: 76rem) { .stats:has(> :nth-child(6)) { grid-template-columns: repeat(3, 1fr) } .stats:has(> :nth-child(7)) { grid-template-columns: repeat(4, 1fr) } }
.stat { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); padding: .75rem .875rem; display: flex; flex-direction: column; gap: .125rem; min-width: 0; container-type: inline-size }
.stat dt { font-size: .8125rem; color: var(--muted) }
.stat dd { font-size: clamp(1rem, 15cqi, 1.5rem); font-weight: 640; line-height: 1.2; font-variant-numeric: tabular-nums; letter-spacing: -.01em }
.stat dd + dd { font-size: .8125rem; font-weight: 400; color: var(--muted); letter-spacing: 0 }
.stat summary { cursor: help; list-style: none; width: fit-content; text-decoration: underline dotted var(--edge); text-underline-offset: .22em }
.stat summary::-webkit-details-marker { display: none }
.stat details p { padding: .25rem 0 .375rem; color: var(--text) }
.facts { display: grid; grid-template-columns: minmax(4.5rem, auto) minmax(0, 1fr); gap: .375rem 1.25rem }
.facts dt { color: var(--muted); font-size: .875rem }
.scroll { position: relative; container-type: inline-size; overflow-x: auto; margin: 0 -1.125rem; padding: 0 1.125rem }
.card > .scroll:last-child { margin-bottom: -.5rem }
table { border-collapse: collapse; width: 100%; font-size: .9375rem }
caption { text-align: left; font-size: .8125rem; color: var(--muted); padding-bottom: .375rem }
th { text-align: left; font-size: .8125rem; font-weight: 600; color: var(--muted); vertical-align: bottom; overflow-wrap: normal }
td, th { padding: .5rem .75rem .5rem 0 } td:last-child, th:last-child { padding-right: 0 }
tbody tr { border-top: 1px solid var(--line) } td, tbody th { vertical-align: top; max-width: 16rem; overflow-wrap: break-word }
tbody th { font-size: inherit; color: inherit; white-space: normal; font-weight: 500; min-width: 9rem; max-width: 20rem } @media (max-width: 40rem) { tbody th { max-width: 48vw } }
.scopes { min-width: 15rem; overflow-wrap: normal }
td.number, th.number { text-align: right; overflow-wrap: normal } .zero { color: var(--muted) } td.number { white-space: nowrap } td time { white-space: normal }
td:where(.number + :not(.number)), th:where(.number + :not(.number)) { padding-left: .5rem }
@container (max-width: 39rem) { ${cards('.cards')} }
@container (max-width: 57rem) { ${cards('.cards.broad')} }
.badge { display: inline-block; font-size: .75rem; font-weight: 600; line-height: 1.35; padding: .1rem .5rem; border-radius: 99px; background: var(--sunken); color: var(--muted); white-space: nowrap; overflow-wrap: normal }
.badge.good { background: var(--good-soft); color: var(--good) } .badge.warn { background: var(--warn-soft); color: var(--warn) }
.badge.bad { background: var(--bad-soft); color: var(--bad) } .badge.info { background: var(--accent-soft); color: var(--accent) }
.tag { display: inline-block; max-width: 100%; font-size: .8125rem; padding: .125rem .5rem; border: 1px solid var(--line); border-radius: 4px }
.note { border-radius: var(--radius); padding: .75rem 1rem; background: var(--accent-soft); border-left: 4px solid var(--accent); display: grid; gap: .5rem }
.note.good { background: var(--good-soft); border-color: var(--good) } .note.warn { background: var(--warn-soft); border-color: var(--warn) }
.note.bad { background: var(--bad-soft); border-color: var(--bad) }
.note:focus { outline: none } @keyframes stays { from, to { position: sticky; top: .75rem; z-index: 4; box-shadow: 0 6px 24px rgb(0 0 0 / .16) } }
.flash { animation: stays 10s } :target { scroll-margin-top: 4.5rem }
.empty { text-align: center; padding: 2.5rem 1rem; display: grid; gap: .625rem; justify-items: center; color: var(--muted) }
.empty h2 { color: var(--text) }
.chips { display: flex; flex-wrap: wrap; gap: .375rem .5rem; align-items: center } .chips a { display: inline-block; min-width: 1.5rem; min-height: 1.5rem; text-align: center; text-decoration: none }
.bulk { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center } .joined { display: flex; flex-wrap: wrap; gap: .25rem; align-items: center } .bulk .joined input { width: 7rem } .bulk .joined select { width: 8.5rem } .saved-filters .joined input { width: 12rem } .bulk .choice { padding: 0 } .bulk .error { width: 100% } .bulk button, .bulk .joined input, .bulk select { min-height: 2.25rem; padding: .25rem .625rem }
.pager { display: flex; gap: .75rem; align-items: center; justify-content: space-between; flex-wrap: wrap }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; list-style: none; padding: 0; margin: 0 }
.tabs a { display: block; padding: .3rem .75rem; border-radius: 6px; color: var(--muted); text-decoration: none; font-size: .9375rem; border: 1px solid transparent }
.tabs a:hover { background: var(--sunken); color: var(--text) }
.tabs a[aria-current] { background: var(--surface); border-color: var(--line); color: var(--text); font-weight: 600 }
.crumb { font-size: .875rem }
.plain { list-style: none; padding: 0; margin: 0 }
iframe.email { width: 100%; height: 32rem; border: 1px solid var(--line); border-radius: 6px; background: #fff }
.qr { width: 8rem; height: 8rem; background: #fff; border: .5rem solid #fff; border-radius: 6px; display: block } .qr.large { width: 13rem; height: 13rem } .qr path { fill: #000 }
svg.chart { display: block; width: 100%; height: auto; overflow: visible }
svg .bar { fill: var(--bar) } svg .bar-2 { fill: var(--bar-2) } svg .bar-3 { fill: var(--bar-3) }
svg text { fill: var(--muted); font-size: 11px } svg .grid { stroke: var(--line) } svg .track { fill: var(--sunken) }`;
