/** The place to which a rule, a question or declared behaviour applies; it is part of its identity. */

import { operationsOf } from '../http/operations.ts';
import { isObject, type JsonObject, objectOf, stableText } from '../json.ts';

/** A place, which is equal on both sides. */
export interface Place {
  /** The name before the change, which a renamed place keeps. */
  readonly label: string;
  /** The name for people, such as `listMarkets`, `Lending/AllMarkets`, `Market.status`; empty for the whole service. */
  readonly shown: string;
}

/** The whole service. */
export const EVERYWHERE: Place = { label: '', shown: '' };

/** An RPC method; the documents contain its name only, the ledger also its service. */
export function rpcPlace(name: string): Place {
  return { label: `rpc ${name.slice(name.lastIndexOf('/') + 1)}`, shown: name };
}

/** Old names of renamed operations and components by their new names. */
export interface Renames {
  readonly operations: ReadonlyMap<string, string>;
  readonly components: ReadonlyMap<string, string>;
}

/** Nothing was renamed. */
export const NO_RENAMES: Renames = { operations: new Map(), components: new Map() };

/** Finds operations with another operationId at the same method and path, and components with another name only. */
export function renamesOf(base: JsonObject | undefined, head: JsonObject | undefined): Renames {
  if (base === undefined || head === undefined) return NO_RENAMES;
  const before = new Map(operationsOf(base).map(({ key, operationId }) => [key, operationId]));
  const operations = operationsOf(head).flatMap(({ key, operationId }) => {
    const earlier = before.get(key);
    return operationId === undefined || earlier === undefined || earlier === operationId
      ? []
      : [[operationId, earlier] as const];
  });
  const [old, now] = [schemasOf(base), schemasOf(head)];
  const gone = Object.entries(old).filter(([name]) => now[name] === undefined);
  const components = Object.entries(now).flatMap(([name, schema]) => {
    if (old[name] !== undefined) return [];
    const same = gone.find(([, other]) => stableText(other) === stableText(schema));
    return same === undefined ? [] : [[name, same[0]] as const];
  });
  return { operations: new Map(operations), components: new Map(components) };
}

function schemasOf(document: JsonObject): JsonObject {
  return objectOf(objectOf(document['components'])['schemas']);
}

/** The place of an operation. */
export function operationPlace(operationId: string, { operations }: Renames): Place {
  return { label: operations.get(operationId) ?? operationId, shown: operationId };
}

/** The place of a component, or of a member of it. */
export function componentPlace(subject: string, { components }: Renames): Place {
  const [name = '', ...rest] = subject.split('.');
  return { label: [components.get(name) ?? name, ...rest].join('.'), shown: subject };
}

/** A node of a document with an extension. */
export interface Carrier {
  readonly value: unknown;
  readonly place: Place;
}

/** The places of an extension in a document, each with its value. */
export function* carriersOf(document: JsonObject, extension: string, renames: Renames): Generator<Carrier> {
  if (document[extension] !== undefined) yield { value: document[extension], place: EVERYWHERE };
  for (const item of Object.values(objectOf(document['paths']))) {
    for (const operation of Object.values(objectOf(item))) {
      if (!isObject(operation)) continue;
      const { operationId } = operation;
      const place = typeof operationId === 'string' ? operationPlace(operationId, renames) : EVERYWHERE;
      for (const value of within(operation, extension)) yield { value, place };
    }
  }
  const components = objectOf(document['components']);
  for (const [name, schema] of Object.entries(objectOf(components['schemas']))) {
    for (const { value, member } of members(schema, extension, name)) {
      yield { value, place: componentPlace(member, renames) };
    }
  }
  for (const [part, named] of Object.entries(components)) {
    if (part === 'schemas') continue;
    for (const [name, node] of Object.entries(objectOf(named))) {
      for (const value of within(node, extension)) yield { value, place: { label: name, shown: name } };
    }
  }
}

const SKIPPED = new Set(['example', 'examples', 'default', 'enum', 'const']);

function* within(node: unknown, extension: string): Generator<unknown> {
  if (Array.isArray(node)) for (const one of node) yield* within(one, extension);
  if (!isObject(node)) return;
  if (node[extension] !== undefined) yield node[extension];
  for (const [name, value] of Object.entries(node)) {
    if (!name.startsWith('x-') && !SKIPPED.has(name)) yield* within(value, extension);
  }
}

function* members(node: unknown, extension: string, member: string): Generator<{ value: unknown; member: string }> {
  if (Array.isArray(node)) for (const one of node) yield* members(one, extension, member);
  if (!isObject(node)) return;
  if (node[extension] !== undefined) yield { value: node[extension], member };
  for (const [name, value] of Object.entries(node)) {
    if (name === 'properties') {
      for (const [inner, schema] of Object.entries(objectOf(value))) {
        yield* members(schema, extension, `${member}.${inner}`);
      }
    } else if (!name.startsWith('x-') && !SKIPPED.has(name)) yield* members(value, extension, member);
  }
}
