/** The inbox in two panes: the list beside what is read; on a narrow screen one at a time. */
export const inbox = `
.panes { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); align-items: start }
.list-pane .search-row { display: flex; gap: .5rem } .search-row input { min-width: 0 }
.conversations { display: grid; grid-template-columns: minmax(0, 1fr); margin: 0 -1.125rem }
.conversations li { border-top: 1px solid var(--line) }
.conversations a { display: grid; grid-template-columns: minmax(0, 1fr); gap: .125rem; padding: .625rem 1.125rem; color: inherit; text-decoration: none }
.conversations a:hover { background: var(--sunken) } .conversations a[aria-current] { background: var(--accent-soft) }
.conversations .row { justify-content: space-between; flex-wrap: nowrap } .conversations .name { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.conversations .name + .badge { flex: none } .conversations .unread .row:first-child .name { font-weight: 680 } .conversations .unread .row:first-child .name::before { content: ""; display: inline-block; width: .5rem; height: .5rem; margin-right: .375rem; border-radius: 99px; background: var(--accent) }
.conversations .preview { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
.mail > header { display: grid; gap: .125rem }
.mail:not(.received) { background: transparent; box-shadow: none; color: var(--muted) } .mail:not(.received) h2 { font-size: .9375rem }
.mail.received { border-left: 4px solid var(--accent) }
.intent[aria-pressed=true] { background: var(--accent-soft); border-color: var(--accent); color: var(--accent) }
.intent::before { content: attr(data-key); font: .75rem var(--mono); color: var(--muted) }
.menu { position: relative } .menu > summary { list-style: none } .menu > summary::-webkit-details-marker { display: none }
.menu > div { position: absolute; right: 0; z-index: 4; width: max-content; max-width: 85vw; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: 0 6px 24px rgb(0 0 0 / .16); padding: .75rem 1rem; display: grid; gap: .5rem }
@media (pointer: coarse) { .menu[data-shortcuts] { display: none } .intent::before { content: none } }
kbd { font: .8125rem var(--mono); border: 1px solid var(--line); border-radius: 4px; padding: 0 .3rem }
@media (max-width: 61.99rem) { .panes.opened > .list-pane { display: none } }
@media (min-width: 62rem) {
  .panes { grid-template-columns: minmax(17rem, 22rem) minmax(0, 1fr) }
  .panes.opened > .list-pane { position: sticky; top: 1rem; max-height: calc(100dvh - 2rem); overflow-y: auto }
}`;
