/** The kill matrix: which rules find out which faulty server. And the suite beside another tool. */
import { type Html, html } from '@wallet-services/kit/html';
import { markdownHtml, type Parsed } from '../markdown/markdown.ts';
import { relativeLink } from '../markdown/place.ts';
import { type ChartOf, chartsOf } from '../pictures/charts.ts';
import type { ServiceContract } from '../read/contract.ts';
import { CROSSCHECK, type Faults, MATRIX, type ShownFault } from '../read/faults.ts';
import { badge, table } from './layout.ts';
import type { Page } from './page.ts';
import { counted } from './rules.ts';
import { serviceLinks, servicePaths } from './service.ts';

/** Where the overview is. */
export const FAULTS = 'conformance/faults.html';

const MISSING = html`<p class="missing">Each of these is tried by the tests of this repository with the rule that must find
it out. What else finds it out is not known here: <code>${MATRIX.command}</code> tries the whole suite on each and writes
<code>${MATRIX.file}</code>, which these pages show when they are built again.</p>`;

/** The overview of all services. @param crosscheck its results in Markdown; null when there are none */
export function faultsPage(
  services: readonly ServiceContract[],
  faults: Faults,
  crosscheck: Parsed | null,
  hrefOf: (target: string, from: string) => string | null,
  charts: readonly ChartOf[],
): Page {
  const link = (to: string) => relativeLink(FAULTS, to);
  const results =
    crosscheck === null
      ? html`<p class="missing">There are no results yet: <code>${CROSSCHECK.command}</code> writes <code>${CROSSCHECK.file}</code>.</p>`
      : markdownHtml(withoutTitle(crosscheck), (target) => hrefOf(target, FAULTS), chartsOf(charts, CROSSCHECK.file));
  const body = html`<h1>Faulty servers</h1>
<p>A check must be able to fail. The suite is tried on servers that are wrong in one way each, and must find out every one by
the rule that it breaks; and on servers that are correct but choose otherwise where the documents leave it open, and must
blame none.</p>
${faults.tried ? html`` : MISSING}
${overview(services, faults, link)}
<h2 id="crosscheck">The suite beside Schemathesis</h2>
${results}`;
  return { path: FAULTS, title: 'Faulty servers', body };
}

/** The heading of the file is one of this page. */
function withoutTitle(parsed: Parsed): Parsed {
  return { ...parsed, headings: parsed.headings.slice(1), tokens: parsed.tokens.filter((token) => !isTitle(token)) };
}

function isTitle(token: Parsed['tokens'][number]): boolean {
  return token.type === 'heading' && 'depth' in token && token.depth === 1;
}

function isFoundOut({ rules, kills }: ShownFault): boolean {
  return rules?.includes(kills) === true;
}

function overview(
  services: readonly ServiceContract[],
  { tried, mutants, twins }: Faults,
  link: (to: string) => string,
): Html {
  const rows = services.map(({ name, title }) => {
    const own = mutants.filter(({ service }) => service === name);
    const others = twins.filter(({ service }) => service === name);
    return [
      html`<a href="${link(servicePaths(name).faults)}">${title}</a>`,
      own.length,
      ...(tried ? [own.filter(isFoundOut).length] : []),
      others.length,
      ...(tried ? [others.filter(({ passed }) => passed === true).length] : []),
    ];
  });
  return table(
    'Faulty servers by service',
    ['Service', 'Faulty servers', 'found out', 'Correct ones that choose otherwise', 'passed'].filter(
      (name) => tried || !/^(?:found out|passed)$/.test(name),
    ),
    rows,
  );
}

/** The page of a service. */
export function serviceFaultsPage(service: ServiceContract, faults: Faults): Page {
  const { name, title } = service;
  const path = servicePaths(name).faults;
  const body = html`<h1>${title}: faulty servers</h1>
${serviceLinks(service, path, (to) => relativeLink(path, to))}
${faults.tried ? html`` : MISSING}
${lists(service, faults)}`;
  return { path, title: `${title}: faulty servers`, body };
}

function lists({ name, rules }: ServiceContract, faults: Faults): Html {
  const mutants = faults.mutants.filter(({ service }) => service === name);
  const twins = faults.twins.filter(({ service }) => service === name);
  const byRule = Map.groupBy(mutants, ({ kills }) => kills);
  const own = new Set(rules.map(({ id }) => id));
  return html`<p>${counted(mutants.length, 'faulty server')}, by the rule that each breaks. Other rules that find it out too
are named behind it.</p>
${[...byRule].map(
  ([
    rule,
    broken,
  ]) => html`<details class="killed-by" id="${rule}" open><summary><code>${rule}</code> <span class="aside">${counted(broken.length, 'faulty server')}</span></summary>
${own.has(rule) ? html`<p class="fine-print"><a href="../${name}/rules.html#${rule}">What the rule says</a></p>` : html``}
<ul class="entries">${broken.map(mutantItem)}</ul></details>
`,
)}
<h2 id="twins">Correct servers that choose otherwise</h2>
${twins.length === 0 ? html`<p>None were tried.</p>` : html`<ul class="entries">${twins.map(({ title, about, passed }) => html`<li><p>${title} ${passed === null ? html`` : passed ? badge('passed', 'good') : badge('blamed', 'bad')}</p><p class="fine-print">${about.map((id) => html`<code>${id}</code> `)}</p></li>\n`)}</ul>`}`;
}

function mutantItem(mutant: ShownFault): Html {
  const { title, kills, rules } = mutant;
  if (rules === null) return html`<li><p>${title}</p></li>\n`;
  const others = rules.filter((rule) => rule !== kills);
  const verdict = isFoundOut(mutant) ? badge('found out', 'good') : badge('survives', 'bad');
  return html`<li><p>${title} ${verdict}</p>${
    others.length === 0
      ? html``
      : html`<p class="fine-print">also ${others.map((rule) => html`<code>${rule}</code> `)}</p>`
  }</li>
`;
}
