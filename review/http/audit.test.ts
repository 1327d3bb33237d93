/** Tests the audit: every value of a document with all features is changed, and every change must be reported. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseText } from '@wallet-services/kit/document';
import { describe, expect, it } from 'vitest';
import type { Unnamed } from '../finding.ts';
import { isObject, type JsonObject, objectOf, segmentsOf, segmentText, valueAt } from '../json.ts';
import { compareDocuments } from './compare.ts';

const file = fileURLToPath(new URL('../cases/base/everything.yaml', import.meta.url));
const EVERYTHING = objectOf(parseText(file, readFileSync(file, 'utf8')));

type Edit = 'changed' | 'removed' | 'in other letters';

/** Values that can change or be absent without any effect. */
const SILENT: readonly (readonly [RegExp, Edit, string])[] = [
  [/\/variables\/region\/default$/, 'changed', 'is judged with the address, which has a server of its own here'],
  [/\/variables\/region\/default$/, 'removed', 'likewise'],
  [/\/read\/readOnly$/, 'changed', 'is about requests, and only a response has it'],
  [/\/read\/readOnly$/, 'removed', 'likewise'],
  [/\/variables\/region\/default$/, 'in other letters', 'is part of the name of a host'],
  [/\/servers\/0\/url$/, 'in other letters', 'is the name of a host'],
];

const isSilent = (pointer: string, how: Edit) =>
  SILENT.some(([pattern, what]) => what === how && pattern.test(pointer)) || (how === 'removed' && isImplied(pointer));

/** Members imply an object and elements a list, even without a type. */
function isImplied(pointer: string): boolean {
  const segments = segmentsOf(pointer);
  const owner = objectOf(valueAt(EVERYTHING, segments.slice(0, -1)));
  return segments.at(-1) === 'type' && ['properties', 'items', 'prefixItems'].some((name) => name in owner);
}

function* leavesOf(node: unknown, pointer: string): Generator<string> {
  const inner = isObject(node) || Array.isArray(node) ? Object.entries(node) : [];
  if (inner.length === 0) yield pointer;
  for (const [name, value] of inner) yield* leavesOf(value, `${pointer}/${segmentText(name)}`);
}

function changed(pointer: string, change: (owner: Record<string, unknown>, name: string) => void): JsonObject {
  const copy: JsonObject = structuredClone(EVERYTHING);
  const segments = [...segmentsOf(pointer)];
  const name = segments.pop() ?? '';
  let owner: unknown = copy;
  for (const segment of segments) owner = Object(owner)[segment];
  change(Object(owner), name);
  return objectOf(copy);
}

const OTHER: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: (value) => (/^\d+$/.test(String(value)) ? '9223372036854775806' : `${String(value)}z`),
  number: (value) => Number(value) * 2 + 1,
  boolean: (value) => value !== true,
  object: () => ({ changed: 'a' }),
};

function reported(head: JsonObject): readonly Unnamed[] {
  return compareDocuments([{ name: 'shop', base: EVERYTHING, head }]);
}

const leaves = [...leavesOf(EVERYTHING, '#')];

describe('a change of any value', () => {
  it('starts from a document that equals itself', () => {
    expect(leaves.length).toBeGreaterThan(150);
    expect(reported(structuredClone(EVERYTHING))).toEqual([]);
  });

  it.each(leaves)('is reported: %s', (pointer) => {
    const head = changed(pointer, (owner, name) => {
      owner[name] = OTHER[typeof owner[name]]?.(owner[name]);
    });
    if (!isSilent(pointer, 'changed')) expect(reported(head)).not.toEqual([]);
  });

  const texts = leaves.filter((pointer) => typeof valueAt(EVERYTHING, segmentsOf(pointer)) === 'string');

  it.each(texts)('is reported when only its letters are changed: %s', (pointer) => {
    const head = changed(pointer, (owner, name) => {
      const text = String(owner[name]);
      owner[name] = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
    });
    const isSame = valueAt(head, segmentsOf(pointer)) === valueAt(EVERYTHING, segmentsOf(pointer));
    if (!isSame && !isSilent(pointer, 'in other letters')) expect(reported(head)).not.toEqual([]);
  });

  it.each(leaves)('is reported when it is removed: %s', (pointer) => {
    const head = changed(pointer, (owner, name) => {
      if (Array.isArray(owner)) owner.splice(Number(name), 1);
      else delete owner[name];
    });
    if (!isSilent(pointer, 'removed')) expect(reported(head)).not.toEqual([]);
  });
});

it('a list in the place of a schema is not compared, and its change is reported', () => {
  const documentOf = (schema: unknown, A: unknown = {}): JsonObject => ({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/x': { get: { responses: { 200: { description: '', content: { 'application/json': { schema } } } } } } },
    components: { schemas: { A } },
  });
  const reference = { $ref: '#/components/schemas/A' };
  const kindsOf = (base: JsonObject, head: JsonObject) =>
    compareDocuments([{ name: 'shop', base, head }]).map(({ kind }) => kind);
  expect(kindsOf(documentOf([]), documentOf([1]))).toEqual(['not-compared']);
  expect(kindsOf(documentOf(reference, []), documentOf(reference, [1]))).toEqual(['not-compared']);
});

it('a text of a component is reported where each reference to it has a text of its own', () => {
  const documentOf = (component: string, reference: object): JsonObject => {
    const schema = { $ref: '#/components/schemas/A', ...reference };
    return {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/x': { get: { responses: { 200: { description: '', content: { 'application/json': { schema } } } } } },
      },
      components: { schemas: { A: { type: 'string', description: component } } },
    };
  };
  const placesOf = (reference: object) =>
    compareDocuments([{ name: 'shop', base: documentOf('old', reference), head: documentOf('new', reference) }]).map(
      ({ kind, pointers }) => [kind, pointers?.head],
    );
  const place = '#/components/schemas/A/description';
  expect(placesOf({ description: 'own' })).toEqual([['text-changed', place]]);
  expect(placesOf({})).toEqual([['text-changed', expect.any(String)]]);
});
