/** The last conformance report, and the way to what proves the suite. */
import type { Check, RunReport, ServiceReport } from '@wallet-services/conformance';
import { html } from '@wallet-services/kit/html';
import { relativeLink } from '../markdown/place.ts';
import { guidePage } from '../read/guides.ts';
import { CHOICES } from './choices.ts';
import { COVERAGE } from './coverage.ts';
import { FAULTS } from './faults.ts';
import { badge, table } from './layout.ts';
import type { Page } from './page.ts';

const PATH = 'conformance/index.html';

/** Where the report's own page is. */
export const REPORT = 'conformance/report.html';

const columns = ['pass', 'fail', 'known', 'warn', 'observed', 'unsupported'] as const;

/** Makes the page. @param from where the report comes from, as a phrase */
export function conformancePage(report: RunReport, from: string): Page {
  const link = (to: string) => relativeLink(PATH, to);
  const { outcome, services, clock } = report;
  const rows = services.map((service) => [
    service.service,
    ...columns.map((verdict) => count(service, ({ verdict: found }) => found === verdict)),
    count(service, ({ verdict }) => ['inconclusive', 'blocked', 'harness-error'].includes(verdict)),
    service.requests,
  ]);
  const body = html`<h1>Conformance</h1>
<p>The <a href="${link(guidePage('conformance/README.md'))}">conformance suite</a> checks every documented rule on a running
server, and reports what the server does where the documents leave it open.</p>
<h2 id="report">The last report on the reference server</h2>
<p>${badge(outcome, outcome === 'conformant' ? 'good' : 'bad')} ${from}; ${clock.startedAt.slice(0, 16).replace('T', ' ')} UTC,
${(clock.milliseconds / 1000).toFixed(1)} s. <a href="${link(REPORT)}">The whole report</a>, with every check and the dossier.</p>
${table('Checks by service', ['Service', ...columns, 'not decided', 'requests'], rows)}
<h2 id="proof">What proves the suite</h2>
<ul>
<li><a href="${link(CHOICES)}">What is left open</a>, what the reference server chose, and who is right with another choice.</li>
<li><a href="${link(COVERAGE)}">What is declared, checked and proven</a>, operation by operation and family by family.</li>
<li><a href="${link(FAULTS)}">Faulty servers</a>: each rule must find out the servers that break it, and blame no correct
server that chooses otherwise.</li>
<li><a href="${link(`${FAULTS}#crosscheck`)}">The suite beside Schemathesis</a>, an independent tool.</li>
</ul>`;
  return { path: PATH, title: 'Conformance', body };
}

function count({ checks }: ServiceReport, which: (check: Check) => boolean): number {
  return checks.filter(which).length;
}
