/** What the pages of the suite add to the style of all pages: tables, findings, filters; from a phone to a wide screen. */
import { PAGE_STYLE } from '@wallet-services/kit/page';

export const style = `${PAGE_STYLE}
html { scroll-padding-top: 1rem; }
.head, main, footer { max-width: 70rem; margin: 0 auto; padding: 0 1rem; }
.head { padding-top: 1.5rem; }
footer { padding: 2rem 1rem; color: var(--quiet); }
h1 { margin: 0; font-size: 1rem; font-weight: 600; color: var(--quiet); }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.3rem; }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
p { margin: .5rem 0; }
.outcome { margin: .25rem 0; font-size: clamp(1.7rem, 6vw, 2.4rem); font-weight: 700; line-height: 1.2; }
.quiet { color: var(--quiet); }
.good { color: var(--good); } .bad { color: var(--bad); } .odd { color: var(--odd); }
.scroll { margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; padding: .5rem .75rem; color: var(--quiet); }
th, td { padding: .4rem .75rem; text-align: right; white-space: nowrap; vertical-align: top; border-top: 1px solid var(--line); }
th:first-child { text-align: left; }
td.names { text-align: left; white-space: normal; min-width: 16rem; overflow-wrap: anywhere; }
meter { width: 4rem; vertical-align: middle; }
.filters { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-top: 1.5rem; }
.filters label { display: grid; gap: .2rem; font-size: .875rem; color: var(--quiet); }
.filters label.wide { flex: 1 1 16rem; }
.filters output { flex-basis: 100%; font-size: .875rem; color: var(--quiet); }
.item { background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0; }
.finding { border-left: .3rem solid var(--bad); } .finding.warn { border-left-color: var(--odd); }
.verdict, li > b { display: inline-block; border: 1px solid currentcolor; border-radius: 1rem; padding: 0 .6rem; font-size: .8125rem; font-weight: 600; white-space: nowrap; }
dl { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .3rem .75rem; margin: .75rem 0 0; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
code, pre { font: .875rem/1.5 var(--mono); }
pre { margin: .25rem 0; padding: .6rem .75rem; background: var(--soft); border-radius: .4rem; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 20rem; overflow-y: auto; }
code { overflow-wrap: anywhere; }
details { margin-top: .6rem; } summary { cursor: pointer; color: var(--accent); padding: .35rem 0; }
ul.plain { list-style: none; padding: .1rem 1rem; }
ul.plain > :not([hidden]):first-child { border-top: 0; }
ul.plain > li { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .25rem 1rem; padding: .4rem 0; border-top: 1px solid var(--line); }
ul.plain > li > * { min-width: 0; overflow-wrap: anywhere; justify-self: start; }
li i { color: var(--quiet); font-style: normal; font-size: .875rem; }
.item > ul.plain { margin: .5rem 0 0; padding: 0; }
.finding details { margin: 0; } .finding summary h3 { display: inline; }
.contents ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; list-style: none; }
[hidden] { display: none !important; }
@media (max-width: 40rem) {
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
  ul.plain > li { grid-template-columns: 1fr; }
  th, td { padding: .3rem .45rem; font-size: .875rem; }
  .filters label { flex: 1 1 8rem; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { .filters, button { display: none; } }
`;
