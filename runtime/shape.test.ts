import { expect, it } from 'vitest';
import { undocumentedIn, withoutUndocumented } from './shape.ts';

const components = {
  User: { members: { id: true, friends: { items: 'User' }, tags: true } },
  Alias: 'User',
  Circle: 'Circle',
  A: 'B',
  B: 'C',
  C: { members: {} },
} as const;

it.each([
  ['User', { id: 1, password: 'x' }, { id: 1 }, '/password'],
  ['Alias', { id: { any: 1 } }, { id: { any: 1 } }, undefined],
  ['User', { friends: [{ id: 2 }, { id: 3, 'a/b': 1 }] }, { friends: [{ id: 2 }, { id: 3 }] }, '/friends/1/a~1b'],
  ['User', { tags: { any: 'thing' } }, { tags: { any: 'thing' } }, undefined],
  [true, { any: 'thing' }, { any: 'thing' }, undefined],
  ['Circle', { any: 'thing' }, { any: 'thing' }, undefined],
  ['Missing', { any: 'thing' }, { any: 'thing' }, undefined],
  ['A', { a: 1 }, {}, '/a'],
  ['User', [{ any: 'thing' }], [{ any: 'thing' }], undefined],
  ['User', { 'a~b': 1 }, {}, '/a~0b'],
  [{}, { a: { b: 1 } }, { a: { b: 1 } }, undefined],
  ['User', { constructor: 1 }, {}, '/constructor'],
  ['User', 'text', 'text', undefined],
  ['User', null, null, undefined],
  [{ items: 'User' }, { not: 'a list' }, { not: 'a list' }, undefined],
] as const)('%j of %j', (shape, value, kept, pointer) => {
  expect(withoutUndocumented(shape, value, components)).toEqual(kept);
  expect(undocumentedIn(shape, value, components)).toBe(pointer);
});
