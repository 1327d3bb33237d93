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

describe('a value is meant by', () => {
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

  test('the one that names it, whatever else it fits', () => {
    expect(chosen([text, empty], '')).toEqual([empty]);
    expect(chosen([text, empty], 'x')).toEqual([text, empty]);
  });

  test('one that says nothing of it', () => {
    expect(chosen([{}, nothing], 'x')).toEqual([{}]);
    expect(chosen([{ required: ['a'] }, nothing], [])).toEqual([{ required: ['a'] }]);
  });

  test('those whose required members it has', () => {
    expect(chosen([grown, free], { height: 1 })).toEqual([grown, free]);
    expect(chosen([grown, free], { width: 1 })).toEqual([free]);
    expect(chosen([grown, free], Object.create({ height: 1 }))).toEqual([free]);
  });

  test('those whose members are bound to what it has', () => {
    expect(chosen([tree, grown], { kind: 'bush', height: 1 })).toEqual([grown]);
    expect(chosen([tree, grown], { kind: 'tree' })).toEqual([tree]);
    expect(chosen([tree, grown], { kind: 'moss', height: 1 })).toEqual([tree, grown]);
    expect(chosen([tree, list], {})).toEqual([tree]);
  });

  test('all, where it fits none', () => {
    expect(chosen([text, list], 1)).toEqual([text, list]);
  });
});
