import { expect, test } from 'vitest';
import { exchange, smallSuite } from '../../testing/api.ts';
import { membersCandidates } from './candidates.ts';

const schemaOf = (required: readonly string[], optional: readonly string[] = []) => ({
  type: 'object',
  required,
  properties: Object.fromEntries([...required, ...optional].map((name) => [name, { type: 'string' }])),
});
const listOf = (items: object) => ({ type: 'object', properties: { books: { type: 'array', items } } });
const list = { family: 'list', items: '/books', noun: 'books', rules: [] };

const suite = smallSuite({
  operations: {
    listBooks: { request: 'GET /books', answer: listOf(schemaOf(['id', 'title'], ['note'])), behaviour: [list] },
    listMine: { request: 'GET /mine', answer: listOf(schemaOf(['id', 'title', 'owner'])), behaviour: [list] },
  },
});
const books = (operation: string, items: readonly object[]) => exchange(suite, operation, { ok: { books: items } });
const candidatesFor = (all: readonly object[], mine: readonly object[]) =>
  membersCandidates({ api: suite.api, exchanges: [books('listBooks', all), books('listMine', mine)] });

const all = [1, 2, 3, 4, 5].map((id) => ({ id: `${id}`, title: 'Emma' }));
const mine = [{ id: '1', title: 'Emma', owner: 'ada' }];

test('a member that only another view of the same things has is absent', () => {
  expect(candidatesFor(all, mine)).toEqual([
    { operation: 'listBooks', members: { at: '/books/*', absent: ['owner'] } },
  ]);
});

test.each([
  ['one thing has it', [...all, { id: '6', title: 'Dune', owner: 'bob' }], mine],
  ['only one thing was seen', all.slice(0, 1), mine],
  ['the other view was never seen to have it', all, []],
])('no member is absent where %s', (_, seen, others) => {
  expect(candidatesFor(seen, others)).toEqual([]);
});

test('an optional member of enough different items is present; a required one is left to the schema', () => {
  const noted = all.map((one) => ({ ...one, note: null }));
  expect(candidatesFor(noted, [])).toEqual([
    { operation: 'listBooks', members: { at: '/books/*', present: ['note'] } },
  ]);
  expect(candidatesFor(noted.slice(1), [])).toEqual([]);
});
