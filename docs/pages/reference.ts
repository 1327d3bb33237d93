/** The page of a service: Scalar with its document, and the rules and open questions of each operation. */

import {
  type Method,
  type OpenApiDocument,
  type OpenQuestion,
  type OperationObject,
  operationsOf,
  type Rule,
} from '@wallet-services/generators/document';
import { html } from '@wallet-services/kit/html';
import { overlaid } from '@wallet-services/kit/overlay';
import { SCALAR_STYLE } from '@wallet-services/kit/page';
import { relativeLink } from '../markdown/place.ts';
import type { ServiceContract } from '../read/contract.ts';
import type { Page } from './page.ts';
import { answerTo, questionsAt, rulesAt, type Sources, serviceLinks, servicePaths } from './service.ts';

/** The files of the page: Scalar's script, and the script that starts it. */
export const SCALAR = { script: 'assets/scalar.js', start: 'assets/reference.js' } as const;

/** Path of a service's document as a script, because pages that are opened as files cannot fetch. */
export function documentScript(name: string): string {
  return `assets/document-${name}.js`;
}

/**
 * Creates the page. It first shows the operations as a list, until Scalar replaces it, which takes seconds on a phone.
 */
export function referencePage(service: ServiceContract): Page {
  const { name, title, document } = service;
  const path = servicePaths(name).reference;
  const operations = operationsOf(document);
  const scripts = [documentScript(name), SCALAR.script].map((script) => relativeLink(path, script)).join(' ');
  const body = html`<div class="prose"><h1>${title}: operations</h1>
${serviceLinks(service, path, (to) => relativeLink(path, to))}</div>
<div id="reference" data-scripts="${scripts}" data-colours="${SCALAR_STYLE}"><div class="prose"><ul>
${operations.map(
  ({ path: url, method, operation: { operationId, summary = operationId } }) =>
    html`<li><a href="rules.html#${operationId}"><code><b>${method.toUpperCase()}</b> ${url}</code></a> ${summary}</li>\n`,
)}</ul></div></div>
`;
  return {
    path,
    title: `${title}: operations`,
    body,
    wide: true,
    scripts: [SCALAR.start],
  };
}

/** The fragment of an operation in Scalar, which contains its first tag. */
export function referenceAnchor(method: Method, url: string, { tags = [] }: Pick<OperationObject, 'tags'>): string {
  const [tag] = tags;
  const group = tag === undefined ? '' : `tag/${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}/`;
  return `${group}${method.toUpperCase()}${url}`;
}

/** The document for Scalar, with code samples: rules and open questions are added to the descriptions, where Scalar shows them. */
export function documentWithRules(service: ServiceContract, sources: Sources): OpenApiDocument {
  const document = structuredClone(service.document);
  for (const { operation } of operationsOf(document)) {
    const { operationId } = operation;
    const parts = [
      operation.description ?? '',
      rulesText(rulesAt(service, operationId)),
      questionsText(questionsAt(service, operationId), sources),
    ];
    operation.description = parts.filter((part) => part !== '').join('\n\n');
    delete operation['x-behaviour'];
    delete operation['x-rules'];
    delete operation['x-unspecified'];
  }
  const texts = [
    document.info.description ?? '',
    '[Rules and open questions of the whole service](rules.html#service)',
  ];
  document.info.description = texts.filter((text) => text !== '').join('\n\n');
  delete document['x-behaviour'];
  delete document['x-rules'];
  delete document['x-unspecified'];
  return Object.assign(document, overlaid({ ...document }, service.samples, 'the code samples'));
}

/** Escapes text, so that nothing in it is Markdown. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|~]/g, (character) => `\\${character}`);
}

function rulesText(rules: readonly Rule[], heading = 'Rules'): string {
  if (rules.length === 0) return '';
  const lines = rules.map(
    ({ id, text, level, source }) => `- ${plain(text)} *${level}; ${plain(source)}; [${id}](rules.html#${id})*`,
  );
  return [`**${heading}**`, '', ...lines].join('\n');
}

function questionsText(questions: readonly OpenQuestion[], sources: Sources, heading = 'Open questions'): string {
  if (questions.length === 0) return '';
  const lines = questions.map(({ id, text, source }) => {
    const answer = answerTo(id, sources)?.text;
    const choice = answer === undefined ? '' : ` **Reference server:** ${plain(answer)}.`;
    return `- ${plain(text)}${choice} *${plain(source)}; [${id}](rules.html#${id})*`;
  });
  return [`**${heading}**`, '', ...lines].join('\n');
}
