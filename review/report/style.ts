/** Style and script of the report's page, in addition to the common style: readable on a phone, with filters. */
import { PAGE_STYLE } from '@wallet-services/kit/page';

export const STYLE = `${PAGE_STYLE}
:root { --old: light-dark(#fdecea, #3a1f1f); --new: light-dark(#e8f5ec, #1b3324); }
.head, main { margin: 0 auto; max-width: 60rem; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; line-height: 1.25; }
h2 { font-size: 1.2rem; margin-top: 2rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; color: var(--quiet); }
h4 { font-size: 1rem; margin: 0; }
code, pre { font: .875rem/1.45 var(--mono); }
pre { margin: .25rem 0; padding: .4rem .6rem; border-radius: .3rem; white-space: pre-wrap; }
.before { background: var(--old); } .after { background: var(--new); }
.mark, .quiet, .id, .way, summary { color: var(--quiet); }
.verdict { font-weight: 700; font-size: 1.15rem; margin: .5rem 0; }
.verdict.breaking, .tally.breaking b, td.breaking, .grade.breaking { color: var(--bad); }
.verdict.unclear, .tally.unclear b, td.unclear, .grade.unclear { color: var(--odd); }
.verdict.compatible, .tally.compatible b, td.compatible, .grade.compatible { color: var(--good); }
.grade.documentation, .grade.none { color: var(--quiet); font-weight: 400; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem; overflow-wrap: normal; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid var(--line); }
th { font-weight: 400; color: var(--quiet); } th:first-child { text-align: left; }
.head nav { display: flex; flex-wrap: wrap; gap: .5rem; }
.tally { padding: .4rem .8rem; border: 1px solid var(--line); border-radius: .4rem; color: inherit; text-decoration: none; }
details.change { margin: .5rem 0; padding: .5rem .75rem; content-visibility: auto; contain-intrinsic-size: auto 4rem; background: var(--sheet); border-left: .3rem solid var(--quiet); border-radius: .3rem; }
details.change.breaking { border-color: var(--bad); } details.change.compatible { border-color: var(--good); }
details.change.unclear { border-color: var(--odd); }
details.change p { margin: .25rem 0; }
.change > summary { cursor: pointer; color: inherit; list-style-position: inside; } .change > summary h4 { display: inline; }
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; margin: 1rem 0; } form[hidden] { display: none; }
form { align-items: center; }
.contents ul { columns: 20rem; } .contents li { break-inside: avoid; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .75rem; margin: .5rem 0; }
dt { color: var(--quiet); } dd { margin: 0; }
main ul { margin: .25rem 0; padding-left: 1.2rem; }
.note { padding: .4rem .6rem; border: 1px solid var(--line); border-radius: .3rem; }
.id code { font-size: .75rem; } .line { font-size: .8rem; font-weight: 400; }
@media (max-width: 30rem) { th, td { padding: .2rem .15rem; font-size: .75rem; } dl { grid-template-columns: 1fr; } dd { margin-bottom: .3rem; } }
`;

export const SCRIPT = `
const form = document.querySelector('form');
const changes = [...document.querySelectorAll('details.change')];
const texts = changes.map((change) => change.textContent.toLowerCase());
const [output] = form.getElementsByTagName('output');
form.hidden = false;
function filter() {
  const [side, text] = [form.side.value, form.text.value.trim().toLowerCase()];
  let shown = 0;
  changes.forEach((change, index) => {
    const fits = (side === '' || change.dataset.sides.split(' ').includes(side)) && texts[index].includes(text);
    change.hidden = !fits;
    if (fits) shown += 1;
  });
  output.textContent = shown === changes.length ? '' : shown + ' of ' + changes.length;
}
form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
form.fold.addEventListener('click', () => {
  const open = form.fold.textContent === 'unfold all';
  for (const change of changes) change.open = open;
  form.fold.textContent = open ? 'fold all' : 'unfold all';
});
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1))) ?? document.getElementById(location.hash.slice(1));
  for (let node = target; node !== null && node !== undefined; node = node.parentElement) if (node.tagName === 'DETAILS') node.open = true;
  target?.scrollIntoView();
}
addEventListener('hashchange', unfold);
unfold();
`;
