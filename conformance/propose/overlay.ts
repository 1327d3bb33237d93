/** Proposals as an OpenAPI Overlay: one action each, with its evidence; existing text of a person is kept. */

import { installedPath } from '@wallet-services/kit/installed';
import { Document, isMap, isSeq, type Node, parseDocument, stringify } from 'yaml';
import { type ApiModel, operationOf } from '../model/document/api.ts';
import type { Proposal } from './propose.ts';

/** An action of an overlay. */
export interface Action {
  readonly target: string;
  readonly description: string;
  readonly update: { readonly 'x-behaviour': readonly object[] };
}

/** Quoted for a JSONPath. */
const quoted = (name: string) => `'${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function targetOf(api: ApiModel, operation: string | null): string {
  if (operation === null) return '$';
  const { path, method } = operationOf(api, operation);
  return `$.paths[${quoted(path)}].${method.toLowerCase()}`;
}

/** The evidence for a proposal, and a server that would refute it, in a sentence or two. */
export function evidenceText({ evidence, isAccepted }: Pick<Proposal, 'evidence' | 'isAccepted'>): string {
  if (evidence.size === 0)
    return isAccepted === true
      ? 'Requests with values that were found so were accepted.'
      : 'It follows from the names in the document: no request with such values was accepted yet.';
  const sentences = [...evidence].map(([aspect, { answers, different, mutant }]) => {
    const counted = answers === 1 ? 'one answer' : `${answers} answers, ${different} of them different,`;
    return `${aspect}: ${counted} could have refuted it, as with a server where "${mutant}".`;
  });
  return sentences.join(' ');
}

/** The action that declares a proposal; its level is advice, since only a person can know that it is demanded. */
export function actionOf(api: ApiModel, proposal: Proposal): Action {
  const { family, operation, members } = proposal;
  const level = proposal.evidence.size === 0 ? {} : { level: 'should' };
  return {
    target: targetOf(api, operation),
    description: evidenceText(proposal),
    update: { 'x-behaviour': [{ family, ...members, ...level }] },
  };
}

/** An action as a node, with its declaration on one line. */
function nodeOf(document: Document, action: Action): Node {
  const node = document.createNode(action);
  const declared = isMap(node) ? node.getIn(['update', 'x-behaviour', 0], true) : null;
  if (isMap(declared)) declared.flow = true;
  return node;
}

/** Lines are not folded, so that a declaration stays on one line. */
const FORM = { lineWidth: 0 } as const;

/** An action as YAML, in the form that it has in the list of actions. */
export function actionText(action: Action): string {
  const document = new Document([]);
  document.add(nodeOf(document, action));
  const lines = document.toString(FORM).split('\n');
  return lines.map((line) => (line === '' ? line : `  ${line}`)).join('\n');
}

/** Where editors find the schema of an overlay that declares behaviour. */
const SCHEMA = installedPath('contract', 'ledger/overlay.schema.json');

/** The beginning of an overlay; the actions follow. */
export function headOf(title: string): string {
  const info = { title: `Behaviour of ${title}`, version: '1.0.0' };
  return `# yaml-language-server: $schema=${SCHEMA}
# Proposed by what a server answered. Keep what is meant, delete what is not; \`level: must\` demands it.
${stringify({ overlay: '1.0.0', info })}actions:
`;
}

/** The text of an overlay with further actions; a new one where there is none. */
export function withActions(before: string | null, title: string, actions: readonly Action[]): string {
  if (before === null && actions.length > 0) return `${headOf(title)}${actions.map(actionText).join('')}`;
  const document = parseDocument(before ?? headOf(title));
  const list = document.get('actions');
  if (!isSeq(list)) document.set('actions', document.createNode([]));
  else if (list.items.length === 0) list.flow = false;
  for (const action of actions) document.addIn(['actions'], nodeOf(document, action));
  return document.toString(FORM);
}
