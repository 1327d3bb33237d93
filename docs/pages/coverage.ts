/** The declarations of each operation, by family, and how many of them are checked, and proven by faulty servers. */
import type { FaultyRow } from '@wallet-services/conformance';
import { type Html, html } from '@wallet-services/kit/html';
import { relativeLink } from '../markdown/place.ts';
import { type Cell, heatMap } from '../pictures/heat.ts';
import type { ServiceContract } from '../read/contract.ts';
import { guidePage } from '../read/guides.ts';
import { familiesOf, type Held, heldBy, placesOf } from '../read/proof.ts';
import type { Reported } from '../read/report.ts';
import { table } from './layout.ts';
import type { Page } from './page.ts';
import { servicePaths } from './service.ts';

export const COVERAGE = 'conformance/coverage.html';

/** Creates the page. */
export function coveragePage(
  services: readonly ServiceContract[],
  reported: Reported,
  faulty: readonly FaultyRow[],
): Page {
  const link = (to: string) => relativeLink(COVERAGE, to);
  const all = services.map((service) => ({ service, held: heldBy(service, reported, faulty) }));
  const rows = all.map(({ service: { name, title, document, rules }, held }) => [
    html`<a href="#${name}">${title}</a>`,
    Object.values(document.paths).flatMap((item) => Object.keys(item)).length,
    rules.length,
    sum(held, 'checked'),
    sum(held, 'proven'),
    sum(held, 'faults'),
  ]);
  const body = html`<h1>Coverage: declared, checked and proven</h1>
<p>The behaviour of an operation is declared by a <a href="${link(guidePage('spec/behaviour/README.md'))}">family</a>, which
implies rules. A rule is <b>checked</b> if the suite decided it on the reference server, and <b>proven</b> if
there are faulty servers that violate it and the suite detects each of them by this rule.</p>
${table('Rules by service', ['Service', 'Operations', 'Rules', 'checked', 'proven', 'Faulty servers'], rows)}
${all.map(({ service, held }) => serviceMaps(service, held, link))}`;
  return { path: COVERAGE, title: 'Coverage: declared, checked and proven', body };
}

function sum(held: readonly Held[], what: 'rules' | 'checked' | 'proven' | 'faults'): number {
  return held.reduce((total, one) => total + one[what], 0);
}

/** Degree of proof: completely, partly, only checked, or only declared. */
function proof({ rules, checked, proven }: Held): Cell['heat'] {
  if (proven === rules) return 4;
  if (proven > 0) return 3;
  return checked > 0 ? 2 : 1;
}

/** Degree for the number of faulty servers: each step has three times as many. */
function many({ faults }: Held): Cell['heat'] {
  if (faults === 0) return 0;
  if (faults < 3) return 1;
  if (faults < 9) return 2;
  return faults < 27 ? 3 : 4;
}

function serviceMaps(service: ServiceContract, held: readonly Held[], link: (to: string) => string): Html {
  const { name, title } = service;
  const rows = placesOf(service);
  const declared = held.filter(({ rules }) => rules > 0);
  const broken = held.filter(({ faults }) => faults > 0);
  return html`<h2 id="${name}">${title}</h2>
<p><a href="${link(servicePaths(name).rules)}">Rules</a> and <a href="${link(servicePaths(name).faults)}">faulty
servers</a> of this service.</p>
${heatMap({
  caption: `${title}: rules by family and operation; dark: all proven, pale: only declared`,
  reports: 'proof',
  rows,
  columns: familiesOf(declared),
  cells: declared.map((one) => ({
    row: one.place,
    column: one.family,
    count: one.rules,
    heat: proof(one),
    detail: `${one.rules}: ${one.checked} checked, ${one.proven} proven`,
  })),
})}
${heatMap({
  caption: `${title}: faulty servers by operation and family; each darker shade means three times as many`,
  reports: 'count',
  rows,
  columns: familiesOf(broken),
  cells: broken.map((one) => ({
    row: one.place,
    column: one.family,
    count: one.faults,
    heat: many(one),
    detail: String(one.faults),
  })),
})}`;
}
