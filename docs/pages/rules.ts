/** The rules and the open questions of a service, operation by operation, each with an anchor. */

import { operationsOf } from '@wallet-services/generators/document';
import type { OpenQuestionEntry, RuleEntry } from '@wallet-services/generators/ledger';
import { counted } from '@wallet-services/kit/counted';
import { type Html, html } from '@wallet-services/kit/html';
import { relativeLink } from '../markdown/place.ts';
import type { ServiceContract } from '../read/contract.ts';
import { badge, folded, verdictBadge } from './layout.ts';
import type { Entry, LinkTo, Page } from './page.ts';
import { referenceAnchor } from './reference.ts';
import { answerTo, questionsAt, rulesAt, type Sources, serviceLinks, servicePaths } from './service.ts';
import { statementPath } from './statements.ts';

/** Creates the page. @param fileOf path of a repository's file on the site */
export function rulesPage(
  service: ServiceContract,
  sources: Sources,
  fileOf: (source: string, from: string) => string | null,
): Page {
  const { name, title, document, rules, questions } = service;
  const paths = servicePaths(name);
  const path = paths.rules;
  const link: LinkTo = (to) => relativeLink(path, to);
  const show = (place: Placed) => ledgerPart(place, sources, link, paths.faults, (source) => fileOf(source, path));
  const operations = operationsOf(document);
  const methods = [...new Set(rules.flatMap(({ operation }) => (operation?.includes('/') ? [operation] : [])))];
  // Questions about the whole service have its title as subject, which a type may have as well.
  const ofTypes = questions.filter(({ subject = title }) => subject !== title);
  const subjects = [...rules, ...ofTypes].flatMap(({ subject }) => subject ?? []);
  const of = <Placed extends { readonly subject?: string }>(place: string, entries: readonly Placed[]) =>
    entries.filter(({ subject }) => subject === place);
  const body = html`<h1>${title}: rules and open questions</h1>
${serviceLinks(service, path, link)}
<p>${rules.length} rules apply to every implementation; the conformance suite checks each of them. The requirement documents leave
${questions.length} questions open: an implementation may choose. Each shows the choice of the reference server.</p>
<h2 id="service">The whole service</h2>
${show({ rules: rulesAt(service, null), questions: questions.filter(({ subject }) => subject === title) })}
${operations.map(({ path: url, method, operation }) => {
  const { operationId, description = '', deprecated } = operation;
  const draft = document.paths[url]?.[method]?.['x-draft'] === true;
  return html`<h2 id="${operationId}"><a href="${link(`${paths.reference}#${referenceAnchor(method, url, operation)}`)}"><code><b>${method.toUpperCase()}</b> ${url}</code></a>
${draft ? badge('draft', 'odd') : html``}${deprecated ? badge('deprecated', 'odd') : html``}</h2>
<p><code>${operationId}</code>: ${description}</p>
${show({ rules: rulesAt(service, operationId), questions: questionsAt(service, operationId) })}`;
})}
${methods.map(
  (method) => html`<h2 id="${anchorOf(method)}"><code><b>RPC</b> ${method}</code></h2>
${show({ rules: rulesAt(service, method), questions: [] })}`,
)}
${subjects.length === 0 ? html`` : html`<h2 id="types">Types</h2>`}
${[...new Set(subjects)].toSorted().map(
  (subject) => html`<h3 id="${anchorOf(subject)}"><code>${subject}</code></h3>
${show({ rules: of(subject, rules), questions: of(subject, ofTypes) })}`,
)}`;
  return { path, title: `${title}: rules and open questions`, body, entries: entriesOf(service, sources) };
}

function anchorOf(name: string): string {
  return `at-${name.replaceAll(/[^\w.]/g, '-')}`;
}

interface Placed {
  readonly rules: readonly RuleEntry[];
  readonly questions: readonly OpenQuestionEntry[];
}

function ledgerPart(
  { rules, questions }: Placed,
  sources: Sources,
  link: LinkTo,
  faults: string,
  fileOf: (source: string) => string | null,
): Html {
  const { reported, faulty, clauses } = sources;
  const sourceLink = (entry: { readonly source: string; readonly clauses?: readonly string[] }): Html => {
    const clause = clauses.get(entry.clauses?.[0] ?? '');
    return clause === undefined
      ? html`${entry.source}`
      : html`<a href="${link(statementPath(clause))}">${entry.source}</a>`;
  };
  if (rules.length + questions.length === 0)
    return html`<p class="aside">No rules beyond the document, no open questions.</p>`;
  const rule = (entry: RuleEntry): Html => {
    const { id, family, text, expression, level } = entry;
    const broken = faulty.filter(({ rule }) => rule === id).length;
    const formula = expression === undefined ? html`` : html`\n<p><code>${expression}</code></p>`;
    return html`<li id="${id}"><p>${text}</p>${formula}
<p class="fine-print">${verdictBadge(reported.verdicts.get(id))} <b>${level}</b>; ${family === null ? html`` : html`${family}; `}${sourceLink(entry)}; <a href="#${id}"><code>${id}</code></a>${
      broken === 0 ? html`` : html`; <a href="${link(`${faults}#${id}`)}">${counted(broken, 'faulty server')}</a>`
    }</p></li>
`;
  };
  const question = (entry: OpenQuestionEntry): Html => {
    const { id, text } = entry;
    const answer = answerTo(id, sources);
    const target = answer?.source === undefined ? null : fileOf(answer.source);
    const where = target === null ? html`` : html` (<a href="${target}">source</a>)`;
    const choice =
      answer === undefined ? html`unknown: the suite cannot observe it.` : html`${folded(answer.text)}${where}`;
    return html`<li id="${id}"><p>${text}</p>
<div class="chosen"><b>Reference server:</b> ${choice}</div>
<p class="fine-print">${sourceLink(entry)}; <a href="#${id}"><code>${id}</code></a></p></li>
`;
  };
  return html`<div class="ledger">
${rules.length === 0 ? html`` : html`<section><h3>${counted(rules.length, 'rule')}</h3><ul class="entries">${rules.map(rule)}</ul></section>`}
${questions.length === 0 ? html`` : html`<section><h3>${counted(questions.length, 'open question')}</h3><ul class="entries">${questions.map(question)}</ul></section>`}
</div>`;
}

function entriesOf({ title, document, rules, questions }: ServiceContract, sources: Sources): readonly Entry[] {
  return [
    ...operationsOf(document).map(({ path: url, method, operation }): Entry => {
      const { operationId, description = '' } = operation;
      return { title: `${method.toUpperCase()} ${url}`, text: `${operationId}: ${description}`, anchor: operationId };
    }),
    ...rules.map(({ id, text, level, source, operation }): Entry => {
      const facts = [operation ?? title, level, source].join('; ');
      return { title: id, text: `${text} (${facts})`, anchor: id };
    }),
    ...questions.map(({ id, text, source }): Entry => {
      const answer = answerTo(id, sources)?.text;
      const choice = answer === undefined ? '' : ` Reference server: ${answer}`;
      return { title: id, text: `${text} (${source})${choice}`, anchor: id };
    }),
  ];
}
