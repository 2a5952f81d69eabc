/** Controls. A button is at least 40 px high and says what it does; danger is named and coloured. */
export const forms = `
form { margin: 0 } form.stack { justify-items: start } form.stack > .field, form.stack > fieldset, form.stack > :is(.columns, .filters) { width: 100% } form.stack > .field { max-width: 40rem }
.field { display: grid; gap: .25rem; min-width: 0 } .field > label, legend { font-weight: 600; font-size: .9375rem }
.hint { color: var(--muted); font-size: .875rem } .error { color: var(--bad); font-size: .875rem; font-weight: 550 }
input, select, textarea, button { font: inherit; color: inherit; max-width: 100% }
input:not([type=checkbox], [type=radio]), select, textarea { width: 100%; min-height: 2.5rem; padding: .375rem .625rem; background: var(--surface); border: 1px solid var(--edge); border-radius: 6px }
textarea { min-height: 6rem; resize: vertical }
[aria-invalid=true] { border-color: var(--bad) !important; box-shadow: 0 0 0 1px var(--bad) }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: .25rem; min-width: 0 } legend { padding: 0; margin-bottom: .25rem } .step > legend { padding-right: .5rem } .step { scroll-margin-top: 1rem }
.choice { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 .625rem; padding: .25rem 0; align-items: baseline }
.choice input { width: 1.05rem; height: 1.05rem; accent-color: var(--accent); transform: translateY(.15rem); margin: 0 }
.choice .hint { grid-column: 2 } td > input, thead input { margin: 0; width: 1.05rem; height: 1.05rem; accent-color: var(--accent) }
@media (max-width: 40rem) { :is(.choice, td, thead) input:is([type=checkbox], [type=radio]) { width: 1.5rem; height: 1.5rem; transform: none } .choice { align-items: center } } @media (max-width: 64rem) { :is(.crumb, th, td, td .small, th .small, dd, .card > p) > a { display: inline-block; min-height: 1.5rem } }
.row select { width: auto } .row.low { align-items: end }
.other-server { margin-top: .5rem } form:has([name=joins][value=by_hand]:checked) .of-audience { display: none }
.step { border-top: 1px solid var(--line); padding-top: .875rem; gap: .625rem } .step > .field input { max-width: 6rem } .card > .button, .card > button { justify-self: start } form:has([name=provider] option:is([value=google], [value=microsoft]):checked) .other-server { display: none }
.choices { display: flex; flex-wrap: wrap; gap: 0 1.25rem }
.filters { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 11rem), 1fr)); align-items: start } .filters > :not(.field) { align-self: end } .filters :is(.hint, .error) { order: 1 }
.trio { grid-template-columns: repeat(auto-fit, minmax(6.75rem, 1fr)) } @media (max-width: 40rem) { .trio > :first-child { grid-column: 1 / -1 } }
.search-first { grid-template-columns: minmax(0, 1fr) minmax(0, 14rem) auto } @media (max-width: 40rem) { .search-first { grid-template-columns: minmax(0, 1fr) } } form > details > .filters { margin-top: .75rem }
button, .button { display: inline-flex; align-items: center; justify-content: center; gap: .375rem; min-height: 2.5rem; padding: .375rem 1rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--surface); color: var(--text); font-weight: 550; text-decoration: none; cursor: pointer; white-space: nowrap; overflow-wrap: normal }
button:hover, .button:hover { background: var(--sunken) }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent) } .primary:hover { background: var(--accent); filter: brightness(1.1) }
.danger { color: var(--bad); border-color: var(--bad) } .danger:hover { background: var(--bad-soft) }
@media (min-width: 40rem) { .at-hand { justify-self: stretch; position: sticky; bottom: 0; padding: .75rem 0; background: var(--ground); border-top: 1px solid var(--line) } }
.quiet { min-height: 2rem; padding: .125rem .625rem; font-size: .875rem }
[hidden] { display: none !important }
.own-logo { display: block; max-width: 12rem; max-height: 3.5rem }
.secret { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center } .secret code { background: var(--sunken); border-radius: 6px; padding: .5rem .75rem; overflow-wrap: anywhere; font-size: .9375rem }`;
