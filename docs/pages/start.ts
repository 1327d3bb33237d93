/** The page to begin with: who are you, and where do you go. */
import { html } from '@wallet-services/kit/html';
import type { ServiceContract } from '../read/contract.ts';
import { guidePage } from '../read/guides.ts';
import { CHOICES } from './choices.ts';
import { COVERAGE } from './coverage.ts';
import { FLOWS } from './flows.ts';
import { SITE } from './layout.ts';
import type { Page } from './page.ts';
import { servicePaths } from './service.ts';

/** What there is, counted. */
export interface Counts {
  readonly operations: number;
  readonly rules: number;
  readonly questions: number;
}

const readers = [
  {
    title: 'Implement a service',
    text: 'Run the suite on your server, in any language, from an empty folder. It reports which rules hold, and how to repeat each failure.',
    command: 'npx @wallet-services/conformance --lending http://127.0.0.1:8080',
    links: [
      ['conformance/README.md', 'Check a server'],
      ['server/PACKAGE.md', 'Express stubs'],
    ],
  },
  {
    title: 'Mock the API, or use a sandbox',
    text: 'A mock that responds with documented examples, good and bad ones by name; or a server with state, demo users and money.',
    command: 'npm run mock',
    links: [
      ['mock/GUIDE.md', 'Mocking'],
      ['server/STORIES.md', 'A story for each service'],
    ],
  },
  {
    title: 'Write a client',
    text: 'Typed clients with sign-in, paging and exact decimals; or the documents, to generate a client in your language.',
    command: 'npm install @wallet-services/client',
    links: [
      ['client/README.md', 'The client'],
      ['client-conformance/README.md', 'Check a client'],
      ['generated/README.md', 'Documents and messages'],
    ],
  },
  {
    title: 'Review or make a change',
    text: 'One report of everything that a change to the contract breaks: HTTP, protobuf and behaviour.',
    command: 'npm run diff',
    links: [
      ['review/README.md', 'Review a change'],
      ['docs/guides/change-the-contract.md', 'Change the contract'],
    ],
  },
] as const;

/** Makes the page. */
export function startPage(services: readonly ServiceContract[], { operations, rules, questions }: Counts): Page {
  const body = html`<h1>${SITE}</h1>
<p class="opening">One contract for five services of a wallet network: ${operations} HTTP operations and protobuf RPC,
${rules} rules of behaviour, ${questions} open questions.</p>
<h2 id="you">What do you want to do?</h2>
<div class="choices">
${readers.map(
  ({ title, text, command, links }) => html`<section><h3>${title}</h3>
<p>${text}</p>
<pre><code>${command}</code></pre>
<p>${links.map(([file, name]) => html`<a href="${guidePage(file)}">${name}</a> `)}</p></section>
`,
)}</div>
<p><a href="${FLOWS}">Sequences and states</a>: diagrams of the sign-ins, of a story for each service, and of states.</p>
<h2 id="services">The services</h2>
<div class="choices">
${services.map((service) => {
  const { name, title, document } = service;
  const { reference, rules: ruled, protobuf } = servicePaths(name);
  return html`<section><h3><a href="${reference}">${title}</a></h3>
<p>${document.info.description ?? ''}</p>
<p><a href="${ruled}">${service.rules.length} rules, ${service.questions.length} open questions</a> <a href="${protobuf}">Protobuf</a></p></section>
`;
})}</div>
<h2 id="proof">Evidence</h2>
<p>The <a href="conformance/index.html">latest conformance report</a> on the reference server,
<a href="${COVERAGE}">coverage: what is declared, checked and proven</a>,
<a href="${CHOICES}">open questions and choices</a>, and the <a href="conformance/faults.html">faulty servers</a>
that the suite detects.</p>`;
  return { path: 'index.html', title: SITE, body };
}
