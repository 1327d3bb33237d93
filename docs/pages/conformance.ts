/** The latest conformance report, with links to the evidence for the suite. */
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

/** Path of the report's own page. */
export const REPORT = 'conformance/report.html';

const columns = ['pass', 'fail', 'known', 'warn', 'observed', 'unsupported'] as const;

/** Creates the page. @param from origin of the report, as a phrase */
export function conformancePage(report: RunReport, from: string): Page {
  const link = (to: string) => relativeLink(PATH, to);
  const { outcome, services, clock } = report;
  const rows = services.map((service) => [
    service.service,
    ...columns.map((verdict) => count(service, ({ verdict: found }) => found === verdict)),
    count(service, ({ verdict }) => ['inconclusive', 'blocked', 'unjudged', 'harness-error'].includes(verdict)),
    service.requests,
  ]);
  const body = html`<h1>Conformance</h1>
<p>The <a href="${link(guidePage('conformance/README.md'))}">conformance suite</a> checks every documented rule on a running
server, and reports what the server does for each open question.</p>
<h2 id="report">Latest report on the reference server</h2>
<p>${badge(outcome, outcome === 'conformant' ? 'good' : 'bad')} ${from}; ${clock.startedAt.slice(0, 16).replace('T', ' ')} UTC,
${(clock.milliseconds / 1000).toFixed(1)} s. <a href="${link(REPORT)}">The complete report</a>, with every check and all choices.</p>
${table('Checks by service', ['Service', ...columns, 'not decided', 'requests'], rows)}
<h2 id="proof">How the suite is tested</h2>
<ul>
<li><a href="${link(CHOICES)}">Open questions</a>, the choices of the reference server, and correct servers with other choices.</li>
<li><a href="${link(COVERAGE)}">Coverage: declared, checked and proven</a>, by operation and family.</li>
<li><a href="${link(FAULTS)}">Faulty servers</a>: each rule must detect the servers that violate it, and pass every correct
server, whatever it chooses.</li>
<li><a href="${link(`${FAULTS}#crosscheck`)}">Comparison with Schemathesis</a>, an independent tool.</li>
</ul>`;
  return { path: PATH, title: 'Conformance', body };
}

function count({ checks }: ServiceReport, which: (check: Check) => boolean): number {
  return checks.filter(which).length;
}
