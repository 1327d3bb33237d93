/** The page of a service: Scalar over its document, with the rules and open questions beside each operation. */

import {
  type Method,
  type OpenApiDocument,
  type OpenQuestion,
  type OperationObject,
  operationsOf,
  type Rule,
  resolved,
  type Schema,
} from '@wallet-services/generators/document';
import { html } from '@wallet-services/kit/html';
import { relativeLink } from '../markdown/place.ts';
import type { ServiceContract } from '../read/contract.ts';
import type { Entry, Page } from './page.ts';
import { answerTo, questionsAt, rulesAt, type Sources, serviceLinks, servicePaths } from './service.ts';

/** The files of Scalar's page: its own script, and ours which starts it. */
export const SCALAR = { script: 'assets/scalar.js', start: 'assets/reference.js' } as const;

/** Where the document of a service is, as a script: pages that are opened as files cannot fetch. */
export function documentScript(name: string): string {
  return `assets/document-${name}.js`;
}

/** Makes the page. The operations are there at once, as a list; Scalar, which takes seconds on a phone, takes its place. */
export function referencePage(service: ServiceContract): Page {
  const { name, title, document } = service;
  const path = servicePaths(name).reference;
  const operations = operationsOf(document);
  const scripts = [documentScript(name), SCALAR.script].map((script) => relativeLink(path, script)).join(' ');
  const body = html`<div class="prose"><h1>${title}</h1>
<p>${document.info.description ?? ''}</p>
${serviceLinks(service, path, (to) => relativeLink(path, to))}</div>
<div id="reference" data-scripts="${scripts}"><div class="prose"><ul>
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
    entries: operations.map(({ path: url, method, operation }) => entryOf(document, url, method, operation, path)),
  };
}

/** What Scalar calls an operation behind `#`: it stands in the group of its first tag. */
export function referenceAnchor(method: Method, url: string, { tags = [] }: Pick<OperationObject, 'tags'>): string {
  const [tag] = tags;
  const group = tag === undefined ? '' : `tag/${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}/`;
  return `${group}${method.toUpperCase()}${url}`;
}

/** `listMarkets` as `list markets` */
function words(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function entryOf(
  document: OpenApiDocument,
  url: string,
  method: Method,
  operation: OperationObject,
  page: string,
): Entry {
  const { operationId, description = '', parameters = [], requestBody, responses } = operation;
  const bodies = [requestBody, ...Object.values(responses)].flatMap((one) => Object.values(one?.content ?? {}));
  const members = bodies.flatMap(({ schema }) => memberNames(document, schema, 2));
  const inputs = parameters.map(({ name }) => name);
  const named = [...new Set([...inputs, ...members])].join(' ');
  return {
    kind: 'operation',
    title: `${document.info.title}: ${method.toUpperCase()} ${url}`,
    text: `${operationId}: ${description}`,
    words: `${words(operationId)} ${named}`,
    url: `${page}#${referenceAnchor(method, url, operation)}`,
  };
}

/** Names of the members of a schema, as deep as it says. */
function memberNames(document: OpenApiDocument, schema: Schema, depth: number): readonly string[] {
  const { properties = {}, items, anyOf = [] } = resolved(document, schema);
  const inner = depth === 0 ? [] : [...Object.values(properties), ...(items === undefined ? [] : [items]), ...anyOf];
  return [...Object.keys(properties), ...inner.flatMap((each) => memberNames(document, each, depth - 1))];
}

/** The document for Scalar: rules and open questions stand in the descriptions, where Scalar shows them. */
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
  const whole = rulesAt(service, null);
  const open = service.questions.filter(({ subject }) => subject === service.title);
  const texts = [
    document.info.description ?? '',
    rulesText(whole, 'Rules for every operation'),
    questionsText(open, sources, 'Open questions on the service'),
  ];
  document.info.description = texts.filter((text) => text !== '').join('\n\n');
  delete document['x-behaviour'];
  delete document['x-rules'];
  delete document['x-unspecified'];
  return document;
}

/** Markdown in which nothing of a text is markup. */
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
    const said = answer === undefined ? '' : ` **Reference server:** ${plain(answer)}.`;
    return `- ${plain(text)}${said} *${plain(source)}; [${id}](rules.html#${id})*`;
  });
  return [`**${heading}**`, '', ...lines].join('\n');
}
