/** The faulty servers with the rules that must detect them, and the comparison of the suite with another tool. */

import type { TestServerRow } from '@wallet-services/conformance';
import { counted } from '@wallet-services/kit/counted';
import { type Html, html } from '@wallet-services/kit/html';
import { relativeLink } from '../markdown/place.ts';
import type { ServiceContract } from '../read/contract.ts';
import { CROSSCHECK } from '../read/faults.ts';
import { guidePage } from '../read/guides.ts';
import { table } from './layout.ts';
import type { Page } from './page.ts';
import { serviceLinks, servicePaths } from './service.ts';

/** Path of the overview. */
export const FAULTS = 'conformance/faults.html';

/** The overview of all services. @param hasResults whether there are results of the comparison with another tool */
export function faultsPage(
  services: readonly ServiceContract[],
  servers: readonly TestServerRow[],
  hasResults: boolean,
): Page {
  const link = (to: string) => relativeLink(FAULTS, to);
  const results = hasResults
    ? html`<p><a href="${link(guidePage(CROSSCHECK.file))}">The results</a> on the same servers.</p>`
    : html`<p class="missing">There are no results yet. <code>${CROSSCHECK.command}</code> writes <code>${CROSSCHECK.file}</code>.</p>`;
  const body = html`<h1>Faulty servers</h1>
<p>A check must be able to fail. The suite is tested with servers that have one fault each, and must detect every one by
the rule that it violates. It is also tested with correct servers that make other choices, and must pass every one.
<code>npm test -- --all</code> demands both, and <code>npm run mutants</code> shows it.</p>
${overview(services, servers, link)}
<h2 id="crosscheck">Comparison with Schemathesis</h2>
${results}`;
  return { path: FAULTS, title: 'Faulty servers', body };
}

/** The rows of a service: faulty servers and correct servers. */
function rowsOf(name: string, servers: readonly TestServerRow[]) {
  const own = servers.filter(({ service }) => service === name);
  return { faulty: own.filter((row) => 'faulty' in row), correct: own.filter((row) => 'correct' in row) };
}

function overview(
  services: readonly ServiceContract[],
  servers: readonly TestServerRow[],
  link: (to: string) => string,
): Html {
  const rows = services.map(({ name, title }) => {
    const { faulty, correct } = rowsOf(name, servers);
    const page = html`<a href="${link(servicePaths(name).faults)}">${title}</a>`;
    return [page, faulty.length, correct.length];
  });
  return table('Faulty servers by service', ['Service', 'Faulty servers', 'Correct servers with other choices'], rows);
}

/** The page of a service. */
export function serviceFaultsPage({ name, title, rules }: ServiceContract, servers: readonly TestServerRow[]): Page {
  const path = servicePaths(name).faults;
  const { faulty, correct } = rowsOf(name, servers);
  const known = new Set(rules.map(({ id }) => id));
  const body = html`<h1>${title}: faulty servers</h1>
${serviceLinks({ name, title }, path, (to) => relativeLink(path, to))}
<p>${counted(faulty.length, 'faulty server')}, grouped by the rule that each violates and that must detect it.</p>
${[...Map.groupBy(faulty, ({ rule }) => rule)].map(([rule, broken]) => {
  const reported = html`<p class="fine-print"><a href="../${name}/rules.html#${rule}">The rule</a></p>\n`;
  const items = broken.map((row) => html`<li><p>${row.faulty}</p></li>\n`);
  return html`<details class="killed-by" id="${rule}" open><summary><code>${rule}</code> <span class="aside">${counted(broken.length, 'faulty server')}</span></summary>
${known.has(rule) ? reported : html``}<ul class="entries">${items}</ul></details>
`;
})}
<h2 id="correct">Correct servers with other choices</h2>
<ul class="entries">${correct.map((row) => {
    const about = row.about.map((id) => html`<code>${id}</code> `);
    return html`<li><p>${row.correct}</p><p class="fine-print">${about}</p></li>\n`;
  })}</ul>`;
  return { path, title: `${title}: faulty servers`, body };
}
