import { expect, test } from 'vitest';
import { operationOf } from '../model/document/api.ts';
import { noInput } from '../model/input.ts';
import { smallSuite } from '../testing/api.ts';
import { hasOther, inPath, isSweeping, kin, knownInputs, sharedInput } from './paths.ts';

const body = { schema: { type: 'object' }, example: {} };
const suite = smallSuite(
  {
    operations: {
      list: { request: 'GET /books' },
      read: { request: 'GET /books/{book}' },
      change: { request: 'PUT /books/{book}/' },
      listPages: { request: 'GET /books/{book}/pages' },
      readPage: { request: 'GET /books/{book}/pages/{page}', query: ['form', 'size'], headers: ['X-Form'] },
      readOther: { request: 'GET /others/{book}' },
      clear: { request: 'DELETE /books' },
      add: { request: 'POST /books', body },
    },
  },
  {
    known: { inputs: { read: { path: { book: '1' } }, list: [{ query: { a: '1' } }, 'text', { query: { a: '2' } }] } },
    otherCredentials: { Card: 'hers', Key: 'hers' },
  },
);
const { api } = suite;

test.each([
  ['text', 'text'],
  [5, '5'],
  [0, '0'],
  ['', null],
  [null, null],
  [true, null],
  [{}, null],
])('a path has %j as %j', (value, expected) => {
  expect(inPath(value)).toBe(expected);
});

test.each([
  ['readPage', ['readPage', 'listPages', 'change', 'read']],
  ['listPages', ['listPages', 'change', 'read']],
  ['read', ['change', 'read']],
  ['list', []],
])('%s reads the items of %j', (id, expected) => {
  expect(kin(api, operationOf(api, id))).toEqual(expected);
});

test.each([
  ['read', [{ path: { book: '1' } }]],
  ['list', [{ query: { a: '1' } }, { query: { a: '2' } }]],
  ['add', []],
])('the target names inputs of %s: %j', (id, expected) => {
  expect(knownInputs(suite, id)).toEqual(expected);
});

test('the target may name no inputs', () => {
  expect(knownInputs({ ...suite, target: { ...suite.target, known: {} } }, 'read')).toEqual([]);
});

test('an operation shares the parameters that it has too', () => {
  const input = {
    path: { book: '1', room: '2' },
    query: { form: 'a', other: 'b' },
    headers: { 'X-Form': 'c', 'X-Other': 'd' },
    body: { text: 'e' },
  };
  expect(sharedInput(operationOf(api, 'readPage'), input)).toEqual({
    ...noInput,
    path: { book: '1' },
    query: { form: 'a' },
    headers: { 'X-Form': 'c' },
  });
});

test.each([
  ['clear', true],
  ['list', false],
  ['add', false],
  ['change', false],
])('%s changes all data of the caller: %s', (id, expected) => {
  expect(isSweeping(operationOf(api, id))).toBe(expected);
});

test.each<[readonly (readonly string[])[], boolean]>([
  [[], false],
  [[[]], false],
  [[['Card']], true],
  [[['Card', 'Key']], true],
  [[['Card', 'Desk']], false],
  [[['Desk'], ['Key']], true],
])('with a need of %j there are credentials of another user: %s', (security, expected) => {
  expect(hasOther(suite, { security })).toBe(expected);
});
