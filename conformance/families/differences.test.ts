import { expect, test } from 'vitest';
import { differences, isFixed } from './differences.ts';

test.each<[string, object, object, readonly string[]]>([
  ['equal members', { a: 1, b: 'x' }, { a: 1, b: 'x' }, []],
  ['another value', { a: 1, b: 'x' }, { a: 1, b: 'y' }, ['/b']],
  ['a value within', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, ['/a/c']],
  ['a member of one alone', { a: 1 }, { b: 1 }, []],
  ['nothing in the list', { a: null, b: undefined }, { a: 1, b: 2 }, []],
  ['nothing in the item', { a: 1 }, { a: null }, ['/a']],
  ['a number and a name', { a: 1 }, { a: 'one' }, []],
  ['a list and an object', { a: [] }, { a: { b: 1 } }, []],
  ['a part of a list', { a: [1] }, { a: [1, 2] }, []],
  ['lists of the same length', { a: [1, 3] }, { a: [1, 2] }, ['/a']],
  ['the same amount', { a: '1.50' }, { a: '1.5' }, []],
])('between the list and the item: %s', (_, listed, alone, expected) => {
  expect(differences({ ...listed }, { ...alone }).map(({ pointer }) => pointer)).toEqual(expected);
});

test('null is a value where the list shows the member for other items', () => {
  const compared = (other: unknown) => differences({ a: null }, { a: other }, '/0', new Set(['a']));
  expect(compared('x')).toEqual([{ pointer: '/0/a', listed: null, alone: 'x' }]);
  expect(compared('')).toEqual([]);
  expect(compared('0001-01-01T00:00:00Z')).toEqual([]);
});

test.each([
  '/id',
  '/owner/id',
  '/owner_id',
  '/ownerId',
  '/name',
  '/file_name',
  '/fileName',
  '/symbol',
  '/created_at',
  '/createdAt',
])('%s never changes', (pointer) => expect(isFixed(pointer)).toBe(true));

test.each(['/paid', '/ids', '/renamed', '/updated_at', '/price', '/uploadedAt'])('%s may change', (pointer) => {
  expect(isFixed(pointer)).toBe(false);
});
