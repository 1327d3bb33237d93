import { expect, test } from 'vitest';
import { operationOf } from '../../model/document/api.ts';
import type { Exchange } from '../../model/exchange.ts';
import { exchange, smallSuite } from '../../testing/api.ts';
import { showsSomething } from './guarded.ts';
import { answeredAnyway, demandsCredentials, isSick } from './refusals.ts';

const suite = smallSuite({
  operations: {
    readBook: { request: 'GET /books/{book}' },
    listBooks: {
      request: 'GET /books',
      behaviour: [{ family: 'list', items: '/books', noun: 'books', rules: [] }],
    },
  },
});
const { api } = suite;
const answer = (operation: string, status: number, json: unknown = {}) =>
  exchange(suite, operation, [status, json], { path: { book: 'a book that the reader names' } });
const failed: Exchange = {
  ...answer('readBook', 200),
  outcome: { kind: 'failure', reason: 'timeout', message: 'late' },
};

test.each([
  [400, false, false],
  [401, true, false],
  [402, false, false],
  [403, true, false],
  [404, false, false],
  [429, false, true],
  [499, false, false],
  [500, false, true],
  [503, false, true],
])('the status %i demands credentials: %s, is temporary: %s', (status, demands, sick) => {
  const exchange = answer('readBook', status);
  expect([demandsCredentials(exchange), isSick(exchange)]).toEqual([demands, sick]);
});

test('no response demands nothing, and is temporary', () => {
  expect([demandsCredentials(failed), isSick(failed)]).toEqual([false, true]);
});

const LONG = 'twenty letters, all.';

test.each<[string, string, unknown, unknown, unknown]>([
  ['nothing', 'readBook', { title: LONG }, { msg: 'no' }, undefined],
  ['the item', 'readBook', { id: 1 }, { msg: 'no', book: { id: 1 } }, { id: 1 }],
  ['the item in a list', 'readBook', { id: 1 }, { msg: ['no', { id: 1 }] }, { id: 1 }],
  ['nothing, where there is nothing', 'readBook', {}, { msg: {} }, undefined],
  ['a long text', 'readBook', { title: LONG, id: 1 }, { msg: LONG }, LONG],
  ['a text that may be chance', 'readBook', { title: LONG.slice(1) }, { msg: LONG.slice(1) }, undefined],
  [
    'a text that was sent',
    'readBook',
    { title: 'a%20book%20that%20the%20reader%20names' },
    { msg: 'a%20book%20that%20the%20reader%20names' },
    undefined,
  ],
  ['an item of a list', 'listBooks', { books: [{ id: 1 }, { id: 2 }] }, { msg: { id: 2 } }, { id: 2 }],
  ['what is beside the list', 'listBooks', { books: [{ id: 1 }], msg: LONG }, { msg: LONG }, undefined],
])('a rejection repeats %s', (_, operation, right, refusal, expected) => {
  const found = answeredAnyway(
    api,
    operationOf(api, operation),
    answer(operation, 200, right),
    answer(operation, 401, refusal),
  );
  expect(found).toEqual(expected);
});

test('no response repeats nothing', () => {
  expect(answeredAnyway(api, operationOf(api, 'readBook'), answer('readBook', 200, { id: 1 }), failed)).toBeUndefined();
});

test.each([
  ['an item', 'readBook', answer('readBook', 200, {}), true],
  ['a list', 'listBooks', answer('listBooks', 200, { books: [{}] }), true],
  ['an empty list', 'listBooks', answer('listBooks', 200, { books: [] }), false],
  ['no list', 'listBooks', answer('listBooks', 200, 'books'), true],
])('an answer with %s shows something: %#', (_, operation, exchange, expected) => {
  expect(showsSomething({ api }, operationOf(api, operation), exchange)).toBe(expected);
});
