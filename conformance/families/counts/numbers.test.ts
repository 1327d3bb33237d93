import { expect, test } from 'vitest';
import { operationOf } from '../../model/document/api.ts';
import { smallSuite } from '../../testing/api.ts';
import type { Counts } from './declared.ts';
import { countingIn, countOf, ownInput } from './numbers.ts';

const shelf = { id: 'A', books: 2, more: { films: '3' } };

test.each<[string, unknown, string, readonly object[]]>([
  ['a member', shelf, '/books', [{ thing: shelf, number: 2, pointer: '/books' }]],
  ['a text of digits', shelf, '/more/films', [{ thing: shelf.more, number: 3, pointer: '/more/films' }]],
  ['another text', { books: 'many' }, '/books', []],
  ['a text with a sign', { books: '-3' }, '/books', []],
  ['nothing', { books: null }, '/books', []],
  ['no object', 'books', '/books', []],
  ['the answer itself', 4, '', [{ thing: {}, number: 4, pointer: '' }]],
  ['an item of a list', [shelf, {}], '/*/books', [{ thing: shelf, number: 2, pointer: '/0/books' }]],
  ['a member of an item', [shelf], '/*/more/films', [{ thing: shelf, number: 3, pointer: '/0/more/films' }]],
  ['each value of a map', { a: shelf }, '/*/books', [{ thing: shelf, number: 2, pointer: '/a/books' }]],
  ['a map of numbers', { id: 'B', per: { a: 1 } }, '/per/*', [{ thing: {}, number: 1, pointer: '/per/a' }]],
  [
    'a map of numbers of an item',
    [{ per: { a: 1 } }],
    '/*/per/*',
    [{ thing: { per: { a: 1 } }, number: 1, pointer: '/0/per/a' }],
  ],
  ['no list', 3, '/*/books', []],
])('numbers are found: %s', (_, json, at, expected) => {
  expect(countingIn(json, at)).toEqual(expected);
});

const declared = (more: object) => more as Counts;
const counting = (thing: object) => ({ thing: { ...thing }, number: 0, pointer: '' });

test('items count that name the thing, or all of them', () => {
  const items = [{ shelf: 'a' }, { shelf: 'A' }, { shelf: 'b' }, {}];
  expect(countOf(declared({}), counting(shelf), items)).toBe(4);
  expect(countOf(declared({ by: 'shelf' }), counting(shelf), items)).toBe(2);
  expect(countOf(declared({ by: 'shelf', id: 'name' }), counting({ id: 'a', name: 'B' }), items)).toBe(1);
});

test.each<[string, string, Readonly<Record<string, string>>, object, object | null]>([
  ['is that of all', '/books', {}, shelf, {}],
  ['is named by the thing', '/shelves/{shelf}/books', {}, shelf, { shelf: 'A' }],
  ['is named by a number', '/shelves/{shelf}/books', {}, { id: 7 }, { shelf: '7' }],
  ['is not named by an object', '/shelves/{shelf}/books', {}, { id: {} }, null],
  ['is named by the request', '/shelves/{shelf}/books', { shelf: 'B' }, shelf, { shelf: 'B' }],
  ['is named by both', '/{city}/shelves/{shelf}/books', { city: 'Oslo' }, shelf, { city: 'Oslo', shelf: 'A' }],
  ['is not named by either', '/{city}/shelves/{shelf}/books', {}, shelf, null],
])('the list of a thing %s', (_, path, sent, thing, expected) => {
  const { api } = smallSuite({ operations: { listBooks: { request: `GET ${path}` } } });
  expect(ownInput(operationOf(api, 'listBooks'), { path: sent }, counting(thing), declared({}))).toEqual(expected);
});
