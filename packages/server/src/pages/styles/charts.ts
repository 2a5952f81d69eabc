/** Bars, funnels and days. A chart's drawing stretches with the page; its words are beside it, so that they do not. */
export const charts = `
.meter { display: block; width: 100%; height: .5rem; border-radius: 99px; min-width: 3rem }
.progress { display: grid; gap: .125rem; min-width: 7rem }
.share { display: grid; grid-template-columns: minmax(3rem, 1fr) 4rem; gap: .5rem; align-items: center; min-width: 8rem; margin-right: .5rem; text-align: right }
.funnel { list-style: none; padding: 0; display: grid; gap: .875rem }
.funnel li { display: grid; gap: .25rem }
.funnel-head { display: flex; justify-content: space-between; gap: 1rem } .funnel-head .number { font-weight: 640 }
.funnel-rates { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; font-size: .8125rem; color: var(--muted) }
.funnel .meter { height: .75rem; border-radius: 4px }
.days { display: grid; gap: .75rem; grid-template-columns: minmax(0, 1fr) }
.days-plot { display: grid; grid-template-columns: minmax(5.5rem, max-content) minmax(0, 1fr); gap: .25rem .875rem }
.days-labels { list-style: none; padding: 0 }
.days-labels li { height: 60px; display: flex; flex-direction: column; justify-content: flex-end; line-height: 1.3; overflow-wrap: normal }
.days-labels b { font-size: .8125rem; font-weight: 600 } .days-labels small { font-size: .75rem }
.days-plot svg { width: 100%; display: block; border-bottom: 1px solid var(--edge); background: repeating-linear-gradient(transparent 0 59px, var(--line) 59px 60px) }
.days-plot rect { fill: transparent } .days-plot rect:hover { fill: var(--text); fill-opacity: .14 }
.days-axis { grid-column: 2; display: flex; justify-content: space-between; gap: .5rem; font-size: .75rem; color: var(--muted); white-space: nowrap } .days-axis > :first-child:nth-last-child(2) { margin-inline: auto }
.trend .days-plot { grid-template-columns: max-content minmax(0, 1fr) } .trend svg { background: none }
.trend-scale { list-style: none; padding: 0; height: 200px; display: flex; flex-direction: column; justify-content: space-between; text-align: right; font-size: .75rem; color: var(--muted); font-variant-numeric: tabular-nums; line-height: 1; margin-block: -.375rem } .trend-scale { height: calc(200px + .75rem) }
.trend .grid { stroke: var(--line); fill: none } .trend .before { stroke: var(--edge); stroke-width: 1.5; stroke-dasharray: 4 3; fill: none } .days-plot rect.picked { fill: var(--text); fill-opacity: .14 }
.trend-note { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; min-height: 1.25rem } .key-before::before { content: ""; display: inline-block; width: 1.5rem; border-top: 2px dashed var(--edge); margin-right: .5rem; vertical-align: middle }
.delta { font-weight: 600; white-space: nowrap }
.variant { border-top-style: dashed } .variant > th { padding-left: 1.25rem }
.level td.number { align-content: end }
.attention { display: grid; gap: .5rem .75rem; grid-template-columns: max-content minmax(0, 1fr); align-items: baseline } .attention li { display: grid; grid: auto / subgrid; grid-column: 1 / -1; place-items: baseline start; row-gap: .125rem } @media (max-width: 40rem) { .attention li > a { grid-column: 1 / -1 } }
.days-table { margin-top: .75rem } .days-table .scroll { max-height: 24rem; overflow-y: auto }
.days-table td { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
summary { cursor: pointer; min-height: 1.5rem } details.days summary, .days summary { font-size: .875rem; color: var(--accent) }
.split { list-style: none; padding: 0; display: grid; gap: .5rem }
.split li { display: grid; grid-template-columns: minmax(7.5rem, 10rem) minmax(0, 1fr) 3.5rem; gap: .75rem; align-items: center; font-size: .9375rem } .split .number { text-align: right }
.tags { gap: .25rem; min-width: 6.5rem } .roomy td, .roomy th { padding-right: .5rem } .roomy tbody th { max-width: 17.5rem } .roomy tbody th { min-width: min(14rem, 48vw) } td.long { min-width: min(12rem, 48vw) } .checks { white-space: normal } .checks .badge { margin: 0 .25rem .25rem 0 }
.checklist { border-left: 4px solid var(--bad) } .checklist > ol { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr) } .checklist li { padding-left: .25rem }
details.card { display: block } details.card[open] > summary { margin-bottom: .875rem }
.checklist li > * + * { margin-top: .5rem }
@media (max-width: 40rem) { .days-axis > :nth-child(2):nth-last-child(3) { display: none } }
`;
