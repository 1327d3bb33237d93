import { expect, test } from 'vitest';
import { exchange, smallSuite } from '../testing/api.ts';
import { surroundings } from './surroundings.ts';

const chosen = (subject: string) => {
  return { family: 'chosen-by', headers: ['x-branch'], query: ['branch', 'room'], subject, shown: ['', ''], rules: [] };
};
const parameters = { headers: ['x-branch'], query: ['branch', 'room'] };

const suite = smallSuite({
  operations: {
    listBooks: { request: 'GET /{city}/books', ...parameters, behaviour: [chosen('branch')] },
    readBook: { request: 'GET /{city}/books/{book}', ...parameters, behaviour: [chosen('branch')] },
    readFilm: { request: 'GET /{city}/films/{film}', ...parameters, behaviour: [chosen('cinema')] },
    readPlain: { request: 'GET /{city}/plain/{book}' },
    readAlone: { request: 'GET /alone/{book}' },
  },
});

const around = (operation: string, other: string, more: object, path = { city: 'Oslo', book: 'B1' }) =>
  surroundings(suite.api, [operation, other], 'book', exchange(suite, operation, [200, {}], { path, ...more }));

test('a list and an item are around the same where the path and the choice are equal', () => {
  const list = around('listBooks', 'readBook', { query: { branch: 'North', room: '2' } });
  expect(list).toBe(JSON.stringify([['oslo'], ['North', '2']]));
  expect(around('readBook', 'listBooks', { query: { branch: 'North', room: '2' } })).toBe(list);
  expect(around('readBook', 'listBooks', { headers: { 'x-branch': 'North' }, query: { room: '2' } })).toBe(list);
  expect(around('readBook', 'listBooks', { query: { branch: 'North', room: '2' } }, { city: 'OSLO', book: 'B2' })).toBe(
    list,
  );
});

test.each([
  ['another choice', { query: { branch: 'South', room: '2' } }],
  ['half of the choice', { query: { branch: 'North' } }],
  ['a header that wins', { headers: { 'x-branch': 'South' }, query: { branch: 'North', room: '2' } }],
])('%s is somewhere else', (_, more) => {
  const list = around('listBooks', 'readBook', { query: { branch: 'North', room: '2' } });
  expect(around('readBook', 'listBooks', more)).not.toBe(list);
});

test.each([
  ['only one of them has a choice', 'readBook', 'readPlain', '[["oslo"],[]]'],
  ['each chooses something else', 'readBook', 'readFilm', '[["oslo"],[]]'],
  ['none has one', 'readPlain', 'readPlain', '[["oslo"],[]]'],
  ['they share no part of the path', 'readBook', 'readAlone', '[[],[]]'],
])('the choice is left out where %s', (_, operation, other, expected) => {
  expect(around(operation, other, { query: { branch: 'North' } })).toBe(expected);
});
