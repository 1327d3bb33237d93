/** The list of services with links to their pages. */
import { html } from '@wallet-services/kit/html';
import type { ServiceContract } from '../read/contract.ts';
import { CHOICES } from './choices.ts';
import { COVERAGE } from './coverage.ts';
import type { Page } from './page.ts';
import { servicePaths } from './service.ts';
import { STATEMENTS } from './statements.ts';

/** The counts of the site's content. */
export interface Counts {
  readonly operations: number;
  readonly rules: number;
  readonly questions: number;
}

/** Creates the page. */
export function servicesPage(services: readonly ServiceContract[], { operations, rules, questions }: Counts): Page {
  const body = html`<h1>Operations and rules</h1>
<p>${operations} HTTP operations and protobuf RPC, ${rules} rules of behaviour, ${questions} open questions.</p>
${services.map((service) => {
  const { name, title, document } = service;
  const { reference, rules: ruled, protobuf } = servicePaths(name);
  return html`<h2 id="${name}">${title}</h2>
<p>${document.info.description ?? ''}</p>
<ul><li><a href="${reference}">Operations</a>, to read and to try</li>
<li><a href="${ruled}">${service.rules.length} rules and ${service.questions.length} open questions</a></li>
<li><a href="${protobuf}">Protobuf</a></li></ul>
`;
})}
<h2 id="proof">Evidence</h2>
<p><a href="${STATEMENTS}">Every statement of the documents</a>, with what holds and checks it, the
<a href="conformance/index.html">latest conformance report</a> on the reference server,
<a href="${COVERAGE}">coverage: what is declared, checked and proven</a>,
<a href="${CHOICES}">open questions and choices</a>, and the <a href="conformance/faults.html">faulty servers</a>
that the suite detects.</p>`;
  return { path: 'services.html', title: 'Operations and rules', body };
}
