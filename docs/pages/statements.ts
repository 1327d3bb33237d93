/**
 * The statements of the documents, with their place in the contract, their checks, and the reference server's results.
 */

import { type Clause, citationOf, openKinds } from '@wallet-services/generators/clauses';
import type { OpenQuestionEntry, RuleEntry } from '@wallet-services/generators/ledger';
import { counted } from '@wallet-services/kit/counted';
import { type Html, html } from '@wallet-services/kit/html';
import { relativeLink } from '../markdown/place.ts';
import type { ServiceContract } from '../read/contract.ts';
import { folded, table, verdictBadge } from './layout.ts';
import type { Entry, LinkTo, Page } from './page.ts';
import { answerTo, type Sources, servicePaths } from './service.ts';

/** Path of the overview. */
export const STATEMENTS = 'conformance/statements.html';

const DOCUMENTS = [1, 2, 3];

const documentPath = (document: number) => `conformance/statements-${document}.html`;

/** Path of a statement on the site. */
export function statementPath({ id, document }: Pick<Clause, 'id' | 'document'>): string {
  return `${documentPath(document)}#${id}`;
}

/** The rules and questions of a statement. */
interface Claims {
  readonly rules: readonly (readonly [service: ServiceContract, rule: RuleEntry])[];
  readonly questions: readonly OpenQuestionEntry[];
}

function claimsOf({ id }: Clause, services: readonly ServiceContract[]): Claims {
  const isOf = ({ clauses = [] }: { readonly clauses?: readonly string[] }) => clauses.includes(id);
  const questions = services.flatMap((service) => service.questions.filter(isOf));
  return {
    rules: services.flatMap((service) => service.rules.filter(isOf).map((rule) => [service, rule] as const)),
    // A question about all services is listed for each of them.
    questions: [...new Map(questions.map((question) => [question.id, question])).values()],
  };
}

/** The overview, and a page for each document. */
export function statementsPages(services: readonly ServiceContract[], sources: Sources): readonly Page[] {
  const clauses = [...sources.clauses.values()];
  return [overview(clauses), ...DOCUMENTS.map((document) => documentPage(document, clauses, services, sources))];
}

function overview(clauses: readonly Clause[]): Page {
  const isHeld = ({ rules, schema, protobuf }: Clause) => rules.length + schema.length + protobuf.length > 0;
  const rows = DOCUMENTS.flatMap((document) => {
    const own = clauses.filter((clause) => clause.document === document);
    return [...Map.groupBy(own, ({ section }) => section)].map(([section, all]) => [
      document,
      html`<a href="${relativeLink(STATEMENTS, documentPath(document))}#${anchorOf(section)}">${section}</a>`,
      all.length,
      all.filter(isHeld).length,
      all.filter(({ rules }) => rules.length > 0).length,
      all.filter(({ kind }) => openKinds.has(kind)).length,
    ]);
  });
  const open = clauses.filter(({ kind }) => openKinds.has(kind)).length;
  const body = html`<h1>Statements of the documents</h1>
<p>The three requirement documents make ${clauses.length} statements; each is here in our own words. A statement leads to the places
of the contract that hold it, to the rules that check it with the servers that violate them, and to the open questions that it
raises with the choice of the reference server. The way back is the source of every rule and question.</p>
<p>Generation fails while a statement that a client can observe is claimed by nothing, while a rule rests on no statement, or
while one of the ${open} statements that leave something open is the ground of a demand.</p>
${table('Statements by section', ['Document', 'Section', 'Statements', 'in the contract', 'with rules', 'open'], rows)}`;
  return { path: STATEMENTS, title: 'Statements of the documents', body };
}

function documentPage(
  document: number,
  clauses: readonly Clause[],
  services: readonly ServiceContract[],
  sources: Sources,
): Page {
  const path = documentPath(document);
  const link: LinkTo = (to) => relativeLink(path, to);
  const own = clauses.filter((clause) => clause.document === document);
  const title = `Statements of document ${document}`;
  const body = html`<h1>${title}</h1>
<p><a href="${link(STATEMENTS)}">All documents</a></p>
${[...Map.groupBy(own, ({ section }) => section)].map(
  ([section, all]) => html`<h2 id="${anchorOf(section)}">${section}</h2>
<ul class="entries">${all.map((clause) => statement(clause, claimsOf(clause, services), services, sources, link))}</ul>
`,
)}`;
  const entries = own.map((clause): Entry => ({ title: citationOf(clause), text: clause.text, anchor: clause.id }));
  return { path, title, body, entries };
}

function statement(
  clause: Clause,
  { rules, questions }: Claims,
  services: readonly ServiceContract[],
  sources: Sources,
  link: LinkTo,
): Html {
  const { id, place, kind, status, visible, text, schema, protobuf, levels } = clause;
  const facts = [
    ...(place === undefined ? [] : [place]),
    kind,
    ...(status === undefined ? [] : [status]),
    ...(visible ? [] : ['no client can observe it']),
  ].join('; ');
  const held = [
    ...schema.map((one) => placeLink(one, services, link)),
    ...protobuf.map((name) => html`<code>message ${name}</code> `),
  ];
  const contract = held.length === 0 ? html`` : html`<p class="fine-print">In the contract: ${held}</p>\n`;
  const why = levels === undefined ? html`` : html`<p class="fine-print">Levels: ${levels}</p>\n`;
  const claims = [
    ...rules.map(([service, rule]) => ruleItem(rule, servicePaths(service.name), sources, link)),
    ...questions.map((question) => questionItem(question, services, sources, link)),
  ];
  return html`<li id="${id}"><p>${text}</p>
<p class="fine-print">${facts}; <a href="#${id}"><code>${id}</code></a></p>
${contract}${why}${claims.length === 0 ? html`` : html`<ul>${claims}</ul>`}</li>
`;
}

/** Link to a place of a document, such as `swap/listPairs.broker_id`; for operations, to their rules. */
function placeLink(place: string, services: readonly ServiceContract[], link: LinkTo): Html {
  const [name = '', inside = ''] = place.split('/');
  const operation = inside.split('.')[0] ?? '';
  const service = services.find((one) => one.name === name);
  const isOperation = Object.values(service?.document.paths ?? {}).some((item) =>
    Object.values(item).some(({ operationId }) => operationId === operation),
  );
  if (service === undefined || !isOperation) return html`<code>${place}</code> `;
  return html`<a href="${link(servicePaths(service.name).rules)}#${operation}"><code>${place}</code></a> `;
}

function ruleItem(
  { id, level, text }: RuleEntry,
  paths: ReturnType<typeof servicePaths>,
  { reported, faulty }: Sources,
  link: LinkTo,
): Html {
  const broken = faulty.filter(({ rule }) => rule === id).length;
  const proof =
    broken === 0 ? html`` : html`; <a href="${link(paths.faults)}#${id}">${counted(broken, 'faulty server')}</a>`;
  return html`<li>${verdictBadge(reported.verdicts.get(id))} <b>${level}</b>: ${text}
<span class="fine-print"><a href="${link(paths.rules)}#${id}"><code>${id}</code></a>${proof}</span></li>
`;
}

function questionItem(
  { id, text }: OpenQuestionEntry,
  services: readonly ServiceContract[],
  sources: Sources,
  link: LinkTo,
): Html {
  const answer = answerTo(id, sources);
  const choice = answer === undefined ? 'unknown: the suite cannot observe it' : folded(answer.text);
  const sending = services.find(({ questions }) => questions.some((question) => question.id === id));
  const where =
    sending === undefined
      ? html`<code>${id}</code>`
      : html`<a href="${link(servicePaths(sending.name).rules)}#${id}"><code>${id}</code></a>`;
  return html`<li><b>open</b>: ${text} <b>Reference server:</b> ${choice}
<span class="fine-print">${where}</span></li>
`;
}

function anchorOf(section: string): string {
  return `at-${section.replaceAll(/[^\w]+/g, '-').toLowerCase()}`;
}
