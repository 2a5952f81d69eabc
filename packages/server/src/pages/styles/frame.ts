/** The frame of every page: header with the sections, main, footer; and the narrow frame of the public pages. */
export const frame = `
.skip { position: absolute; left: .5rem; top: -4rem; background: var(--surface); padding: .5rem 1rem; z-index: 9 }
.skip:focus { top: .5rem }
.frame { min-height: 100dvh; display: grid; grid-template: "head" auto "main" 1fr "foot" auto / minmax(0, 1fr) }
.head { grid-area: head; background: var(--surface); border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; align-items: center }
.brand { display: flex; align-items: center; gap: .5rem; font-weight: 680; color: var(--text); text-decoration: none; padding: .625rem 1rem; margin-right: auto }
.brand svg { flex: none; fill: var(--accent) }
.head nav { order: 3; width: 100% }
.head nav ul { display: flex; overflow-x: auto; scrollbar-width: thin; gap: 0 .125rem; list-style: none; padding: 0 .5rem .375rem; margin: 0 }
.head nav a { display: block; white-space: nowrap; padding: .25rem .5rem; border-radius: 6px; color: var(--muted); text-decoration: none; font-size: .875rem }
.head nav li:has([aria-current]) { position: sticky; left: 0; right: 0; border-radius: 6px; background: var(--surface) }
.head nav a:hover { background: var(--sunken); color: var(--text) }
.head nav a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600 }
.account { position: relative; min-width: 0 }
.account > summary { display: block; cursor: pointer; list-style: none; padding: .375rem .75rem; margin: .25rem .5rem; border-radius: 6px; font-size: .875rem; max-width: min(14rem, 55vw); white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.account > summary::-webkit-details-marker { display: none }
.account > summary::after { content: " ▾"; color: var(--muted) }
.account > summary:hover { background: var(--sunken) }
.account > div { position: absolute; right: .5rem; z-index: 5; min-width: 14rem; max-width: 90vw; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: 0 6px 24px rgb(0 0 0 / .16); padding: .75rem; display: grid; gap: .5rem }
.main { grid-area: main; width: 100%; max-width: 90rem; margin-inline: auto; padding: 1.25rem 1rem 3rem; display: grid; gap: 1.25rem; align-content: start; grid-template-columns: minmax(0, 1fr) }
.main:focus { outline: none }
.foot { grid-area: foot; border-top: 1px solid var(--line); padding: .875rem 1rem; color: var(--muted); font-size: .8125rem; display: flex; gap: .25rem 1.25rem; flex-wrap: wrap }
.foot a { color: inherit; padding-block: .1875rem; margin-block: -.1875rem }
.title { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between }
.title > :first-child { min-width: 0 }
.narrow { max-width: 28rem } .reading { max-width: 46rem }
.frame:not(.owner) .main { max-width: 46rem } .frame:not(.owner) .narrow { width: 100%; margin: 6vh auto 0 }
@media (max-width: 39.99rem) { .head nav li:has([aria-current]) { box-shadow: -.5rem 0 .375rem var(--surface), .5rem 0 .375rem var(--surface) } }
@media (min-width: 40rem) { .head nav ul { flex-wrap: wrap } }
@media (min-width: 62rem) {
  .frame.owner { grid-template: "head main" 1fr "head foot" auto / 14.5rem minmax(0, 1fr) }
  .owner { background: linear-gradient(90deg, var(--surface) 14.5rem, var(--line) 0 calc(14.5rem + 1px), transparent 0) }
  .owner .head { border: 0; flex-direction: column; flex-wrap: nowrap; align-items: stretch; position: sticky; top: 0; height: 100dvh; overflow-y: auto }
  .owner .brand { margin: 0; padding: 1.125rem 1.25rem .875rem }
  .owner .head nav { order: 0; flex: 1 }
  .owner .head nav ul { flex-flow: column nowrap; overflow: visible; gap: .125rem; padding: 0 .75rem }
  .owner .head nav a { padding: .375rem .625rem; font-size: .9375rem }
  .owner .account { border-top: 1px solid var(--line); padding: .5rem }
  .owner .account > summary { max-width: 100%; margin: 0 }
  .owner .account > div { position: static; border: 0; box-shadow: none; padding: .5rem .75rem; min-width: 0 }
  .main { padding: 1.75rem 1.75rem 4rem }
  .foot { padding-inline: 1.75rem }
}`;
