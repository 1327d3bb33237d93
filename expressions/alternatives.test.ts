import { describe, expect, test } from 'vitest';
import { alternativesOf, meant } from './alternatives.ts';
import type { Document, Schema } from './schema.ts';

const document: Document = {
  components: { schemas: { Kind: { enum: ['tree', 'bush'] }, Tree: { properties: { kind: { const: 'tree' } } } } },
};

const text: Schema = { type: 'string' };
const whole: Schema = { type: 'integer' };
const nothing: Schema = { type: 'null' };
const list: Schema = { type: 'array' };
const either: Schema = { type: ['boolean', 'number'] };
const empty: Schema = { type: 'string', enum: [''] };
const tree: Schema = { $ref: '#/components/schemas/Tree' };
const grown: Schema = {
  type: 'object',
  required: ['height'],
  properties: { kind: { $ref: '#/components/schemas/Kind' } },
};
const free: Schema = { type: 'object', properties: { height: { type: 'number' } } };

function chosen(branches: readonly Schema[], value: unknown) {
  return meant(alternativesOf(document, branches), value);
}

describe('a value belongs to', () => {
  const all = [text, whole, nothing, list, either, free];

  test.each<[unknown, readonly Schema[]]>([
    ['x', [text]],
    [1, [whole, either]],
    [true, [either]],
    [null, [nothing]],
    [[], [list]],
    [{}, [free]],
  ])('the alternatives of its type: %j', (value, expected) => {
    expect(chosen(all, value)).toEqual(expected);
  });

  test('the alternative that names it, even when it fits others', () => {
    expect(chosen([text, empty], '')).toEqual([empty]);
    expect(chosen([text, empty], 'x')).toEqual([text, empty]);
  });

  test('an alternative that does not constrain it', () => {
    expect(chosen([{}, nothing], 'x')).toEqual([{}]);
    for (const value of [[], 'x', 1]) {
      expect(chosen([{ required: ['a'] }, nothing], value)).toEqual([{ required: ['a'] }]);
    }
    expect(chosen([{ required: ['a'] }, text], null)).toEqual([{ required: ['a'] }]);
  });

  test('the alternatives with required members that are all present', () => {
    expect(chosen([grown, free], { height: 1 })).toEqual([grown, free]);
    expect(chosen([grown, free], { width: 1 })).toEqual([free]);
    expect(chosen([grown, free], Object.create({ height: 1 }))).toEqual([free]);
  });

  test('the alternatives with member values that match its own', () => {
    expect(chosen([tree, grown], { kind: 'bush', height: 1 })).toEqual([grown]);
    expect(chosen([tree, grown], { kind: 'tree' })).toEqual([tree]);
    expect(chosen([tree, grown], { kind: 'moss', height: 1 })).toEqual([tree, grown]);
    expect(chosen([tree, list], {})).toEqual([tree]);
  });

  test('every alternative, when it fits none', () => {
    expect(chosen([text, list], 1)).toEqual([text, list]);
  });
});
