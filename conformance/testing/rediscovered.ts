/** Forget and rediscover: what a person declared of an API beside what is proposed of it from a server alone. */

import { familyOf } from '../families/index.ts';
import type { ApiModel } from '../model/document/api.ts';
import type { Declaration } from '../model/document/behaviour.ts';
import { isObject, type JsonObject } from '../model/values/json.ts';

/** A declaration, of a person or proposed: its family, its operation (null: the service), and its members. */
export type Stated = Pick<Declaration, 'family' | 'operation'> & JsonObject;

/** Extensions of a document that say what an API does. */
const FORGOTTEN = new Set(['x-behaviour', 'x-rules', 'x-unspecified']);

/** A document without what was declared of behaviour. */
export function forgetful(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forgetful);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !FORGOTTEN.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, forgetful(inner)]));
}

/** Families that follow from the document and what a server answers; the others only a person knows. */
export function isObservable({ family }: Stated): boolean {
  return ['list', 'found-in', 'one-of'].includes(family) || familyOf({ family })?.candidates !== undefined;
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
const last = (pointer: unknown) => String(pointer).split('/').at(-1);
const keysOf = (value: unknown) => Object.keys(isObject(value) ? value : {});

/** Which members must agree for two declarations of a family to say the same. */
const TELLING: Readonly<Record<string, readonly string[]>> = {
  list: ['items'],
  paged: ['by', 'cursor', 'offset', 'page'],
  limited: ['limit'],
  sorted: ['member', 'when'],
  'one-of': ['list'],
  'belongs-to': ['parameter', 'member'],
  'refers-to': ['at'],
  counts: ['at', 'list'],
  'read-back': ['read'],
  removes: ['read'],
  moves: ['pointer', 'by'],
  envelope: ['payload'],
  'chosen-by': ['headers', 'query'],
  json: [],
};

/** Whether one declaration says what another one does, or more. */
function says(proposed: Stated, own: Stated): boolean {
  const { family } = own;
  if (family === 'moment')
    return (
      proposed.family === family &&
      last(proposed['at']) === last(own['at']) &&
      proposed['unit'] === own['unit'] &&
      (proposed.operation === null || own.operation === null || proposed.operation === own.operation)
    );
  if (proposed.operation !== own.operation) return false;
  if (family === 'found-in') {
    const named = proposed.family === 'one-of' ? [proposed['parameter']] : keysOf(proposed['parameters']);
    return keysOf(own['parameters']).every((name) => named.includes(name));
  }
  // What is read by its name belongs to it.
  if (family === 'belongs-to' && proposed.family === 'one-of') return proposed['parameter'] === own['parameter'];
  if (proposed.family !== family) return false;
  if (family === 'echoes') return keysOf(own['members']).every((name) => keysOf(proposed['members']).includes(name));
  const isEither = own['direction'] === 'either' || own['direction'] === proposed['direction'];
  return (TELLING[family] ?? []).every((name) => same(proposed[name], own[name])) && isEither;
}

/** Whether what a person declared is among the proposals. */
export function isRediscovered(own: Stated, proposals: readonly Stated[]): boolean {
  if (own.family !== 'echoes') return proposals.some((one) => says(one, own));
  // One proposal may have one member, and one another.
  const all = proposals.filter((one) => one.family === 'echoes' && one.operation === own.operation);
  const members = Object.assign({}, ...all.map((one) => one['members']));
  return says({ ...own, members }, own);
}

/** Whether a proposal is what a person declared, or follows from it. */
export function isDeclared(proposal: Stated, { declarations }: ApiModel): boolean {
  return declarations.some((own) => says(proposal, own) || says(own, proposal));
}
