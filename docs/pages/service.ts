/** Shared parts of the pages of a service. */

import type { FaultyRow } from '@wallet-services/conformance';
import type { ServiceName } from '@wallet-services/contract/services';
import type { Clause } from '@wallet-services/generators/clauses';
import type { OpenQuestionEntry, RuleEntry } from '@wallet-services/generators/ledger';
import { type Html, html } from '@wallet-services/kit/html';
import type { Choice } from '../read/choices.ts';
import type { ServiceContract } from '../read/contract.ts';
import type { Reported } from '../read/report.ts';
import type { LinkTo } from './page.ts';

/** The sources of the pages of services. */
export interface Sources {
  readonly reported: Reported;
  readonly choices: ReadonlyMap<string, Choice>;
  /** Statements of the documents by id. */
  readonly clauses: ReadonlyMap<string, Clause>;
  /** Faulty servers of all services. */
  readonly faulty: readonly FaultyRow[];
}

/** Paths of the pages of a service. */
export function servicePaths(name: ServiceName) {
  return {
    reference: `${name}/index.html`,
    rules: `${name}/rules.html`,
    protobuf: `protobuf/${name}.html`,
    faults: `conformance/faults-${name}.html`,
    json: `${name}/openapi.json`,
    yaml: `${name}/openapi.yaml`,
    proto: `${name}/${name}.proto`,
  } as const;
}

/** Links between the pages of a service, and to its documents. */
export function serviceLinks(
  { name, title }: Pick<ServiceContract, 'name' | 'title'>,
  here: string,
  link: LinkTo,
): Html {
  const paths = servicePaths(name);
  const pages = [
    [paths.reference, 'Operations'],
    [paths.rules, 'Rules and open questions'],
    [paths.protobuf, 'Protobuf'],
    [paths.faults, 'Faulty servers'],
  ] as const;
  return html`<nav class="service-nav" aria-label="${title}"><ul>
${pages.map(([to, text]) => html`<li><a href="${link(to)}"${to === here ? html` aria-current="page"` : html``}>${text}</a></li>\n`)}</ul>
<p class="aside">Download: <a href="${link(paths.json)}">OpenAPI, JSON</a>, <a href="${link(paths.yaml)}">YAML</a>,
<a href="${link(paths.proto)}">protobuf</a></p></nav>`;
}

/** The reference server's answer to an open question; undefined when neither the suite nor the repository has it. */
export function answerTo(
  id: string,
  { reported, choices }: Sources,
): { readonly text: string; readonly source?: string } | undefined {
  const seen = reported.observed.get(id);
  return seen === undefined ? choices.get(id) : { text: seen };
}

/** The rules of a place: an operationId, `Lending/AllMarkets`, or null for the whole service. */
export function rulesAt({ rules }: ServiceContract, operation: string | null): readonly RuleEntry[] {
  return rules.filter((rule) => rule.operation === operation && rule.subject === undefined);
}

/** The open questions of an operation. */
export function questionsAt({ questions }: ServiceContract, operation: string): readonly OpenQuestionEntry[] {
  return questions.filter((question) => question.operation === operation);
}
