/** Compares the declarations that a person wrote for an API with the proposals from a server alone. */

import { familyOf } from '../families/index.ts';
import type { ApiModel } from '../model/document/api.ts';
import type { Declaration } from '../model/document/behaviour.ts';
import { isObject, type JsonObject } from '../model/values/json.ts';

/** A declaration, written by a person or proposed: its family, its operation (null: the service), and its members. */
export type Stated = Pick<Declaration, 'family' | 'operation'> & JsonObject;

/** Extensions of a document that describe the behaviour of an API. */
const FORGOTTEN = new Set(['x-behaviour', 'x-rules', 'x-unspecified']);

/** A document without its declared behaviour. */
export function forgetful(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forgetful);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !FORGOTTEN.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, forgetful(inner)]));
}

/** Families that follow from the document and the answers of a server; the others need a person's knowledge. */
export function isObservable({ family }: Stated): boolean {
  return ['list', 'found-in', 'one-of'].includes(family) || familyOf({ family })?.candidates !== undefined;
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
const last = (pointer: unknown) => String(pointer).split('/').at(-1);
const keysOf = (value: unknown) => Object.keys(isObject(value) ? value : {});

/** The members that must agree for two declarations of a family to be equal. */
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
  // Proposals never have a condition, which only a person knows.
  members: ['at', 'when'],
  envelope: ['payload'],
  'chosen-by': ['headers', 'query'],
  json: [],
};

/** Lists of members, of which a declaration covers another one if it has all of that one's. */
const COVERING: Readonly<Record<string, readonly string[]>> = { moves: ['keeps'], members: ['present', 'absent'] };

function covers(proposed: Stated, own: Stated): boolean {
  const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  return (COVERING[own.family] ?? []).every((name) =>
    listed(own[name]).every((one) => listed(proposed[name]).includes(one)),
  );
}

/** Whether one declaration covers another one. */
function matches(proposed: Stated, own: Stated): boolean {
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
  // An item that is read by its name belongs to that name.
  if (family === 'belongs-to' && proposed.family === 'one-of') return proposed['parameter'] === own['parameter'];
  if (proposed.family !== family) return false;
  if (family === 'echoes') return keysOf(own['members']).every((name) => keysOf(proposed['members']).includes(name));
  const isEither = own['direction'] === 'either' || own['direction'] === proposed['direction'];
  return (TELLING[family] ?? []).every((name) => same(proposed[name], own[name])) && covers(proposed, own) && isEither;
}

/** Whether the proposals contain the declaration of a person. */
export function isRediscovered(own: Stated, proposals: readonly Stated[]): boolean {
  // The schema already requires the members that are present.
  if (own.family === 'members') return proposals.some((one) => matches(one, { ...own, present: [] }));
  if (own.family !== 'echoes') return proposals.some((one) => matches(one, own));
  // Two proposals may have different members of it.
  const all = proposals.filter((one) => one.family === 'echoes' && one.operation === own.operation);
  const members = Object.assign({}, ...all.map((one) => one['members']));
  return matches({ ...own, members }, own);
}

/** Whether a proposal is the declaration of a person, or follows from one. */
export function isDeclared(proposal: Stated, { declarations }: ApiModel): boolean {
  // A person must judge the additional entries of a longer list.
  const isListed = COVERING[proposal.family] !== undefined;
  return declarations.some((own) => matches(own, proposal) || (!isListed && matches(proposal, own)));
}
