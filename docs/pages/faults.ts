/** The kill matrix: which rule finds out which faulty server. And the suite beside another tool. */
import { isGood, type MatrixRow } from '@wallet-services/conformance';
import { type Html, html } from '@wallet-services/kit/html';
import { relativeLink } from '../markdown/place.ts';
import type { ServiceContract } from '../read/contract.ts';
import { CROSSCHECK } from '../read/faults.ts';
import { guidePage } from '../read/guides.ts';
import { badge, table } from './layout.ts';
import type { Page } from './page.ts';
import { counted } from './rules.ts';
import { serviceLinks, servicePaths } from './service.ts';

/** Where the overview is. */
export const FAULTS = 'conformance/faults.html';

/** The overview of all services. @param hasResults whether the comparison with another tool has been made */
export function faultsPage(
  services: readonly ServiceContract[],
  matrix: readonly MatrixRow[],
  hasResults: boolean,
): Page {
  const link = (to: string) => relativeLink(FAULTS, to);
  const results = hasResults
    ? html`<p><a href="${link(guidePage(CROSSCHECK.file))}">The results</a> on the same servers.</p>`
    : html`<p class="missing">There are no results yet. <code>${CROSSCHECK.command}</code> writes <code>${CROSSCHECK.file}</code>.</p>`;
  const body = html`<h1>Faulty servers</h1>
<p>A check must be able to fail. The suite is tested with servers that have one fault each, and must detect every one by
the rule that it violates. It is also tested with correct servers that make other choices, and must pass every one.</p>
${overview(services, matrix, link)}
<h2 id="crosscheck">Comparison with Schemathesis</h2>
${results}`;
  return { path: FAULTS, title: 'Faulty servers', body };
}

/** The rows of a service: servers that are wrong, and servers that are right. */
function rowsOf(name: string, matrix: readonly MatrixRow[]) {
  const own = matrix.filter(({ service }) => service === name);
  return { faulty: own.filter((row) => 'faulty' in row), correct: own.filter((row) => 'correct' in row) };
}

function overview(
  services: readonly ServiceContract[],
  matrix: readonly MatrixRow[],
  link: (to: string) => string,
): Html {
  const rows = services.map(({ name, title }) => {
    const { faulty, correct } = rowsOf(name, matrix);
    const page = html`<a href="${link(servicePaths(name).faults)}">${title}</a>`;
    return [page, faulty.length, faulty.filter(isGood).length, correct.length, correct.filter(isGood).length];
  });
  return table(
    'Faulty servers by service',
    ['Service', 'Faulty servers', 'detected', 'Correct servers with other choices', 'passed'],
    rows,
  );
}

/** The page of a service. */
export function serviceFaultsPage({ name, title, rules }: ServiceContract, matrix: readonly MatrixRow[]): Page {
  const path = servicePaths(name).faults;
  const { faulty, correct } = rowsOf(name, matrix);
  const known = new Set(rules.map(({ id }) => id));
  const body = html`<h1>${title}: faulty servers</h1>
${serviceLinks({ name, title }, path, (to) => relativeLink(path, to))}
<p>${counted(faulty.length, 'faulty server')}, grouped by the rule that each violates and that must detect it.</p>
${[...Map.groupBy(faulty, ({ rule }) => rule)].map(([rule, broken]) => {
  const told = html`<p class="fine-print"><a href="../${name}/rules.html#${rule}">The rule</a></p>\n`;
  const items = broken.map((row) => html`<li><p>${row.faulty} ${verdict(row, 'detected', 'not detected')}</p></li>\n`);
  return html`<details class="killed-by" id="${rule}" open><summary><code>${rule}</code> <span class="aside">${counted(broken.length, 'faulty server')}</span></summary>
${known.has(rule) ? told : html``}<ul class="entries">${items}</ul></details>
`;
})}
<h2 id="twins">Correct servers with other choices</h2>
<ul class="entries">${correct.map((row) => {
    const about = row.about.map((id) => html`<code>${id}</code> `);
    return html`<li><p>${row.correct} ${verdict(row, 'passed', 'failed')}</p><p class="fine-print">${about}</p></li>\n`;
  })}</ul>`;
  return { path, title: `${title}: faulty servers`, body };
}

function verdict(row: MatrixRow, good: string, bad: string): Html {
  return isGood(row) ? badge(good, 'good') : badge(bad, 'bad');
}
