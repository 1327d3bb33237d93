import { describe, expect, test } from 'vitest';
import type { CheckContext } from '../core/context.ts';
import { operationOf } from '../model/document/api.ts';
import { type Input, noInput } from '../model/input.ts';
import type { JsonObject } from '../model/values/json.ts';
import { jsonReply } from '../mutation/proxy/reply.ts';
import { atOnce, untilWith } from '../run/send/until.ts';
import { smallSuite } from '../testing/api.ts';
import { sendingOf } from '../testing/small-server.ts';
import { boundIn, foundBeside, namedBy, sourcesOf, withFound } from './sources.ts';

const list = { family: 'list', items: '', noun: 'items', rules: [] };
const foundIn = (from: object, parameters: object) => ({ family: 'found-in', ...from, parameters, rules: [] });
const oneOf = (names: object) => ({ family: 'one-of', ...names, rules: [] });
const refersTo = { family: 'refers-to', at: '/copy/book', read: 'readBook', parameter: 'book', rules: [] };

const suite = smallSuite({
  operations: {
    listBooks: { request: 'GET /books', behaviour: [list] },
    readBook: {
      request: 'GET /books/{book}',
      behaviour: [oneOf({ list: 'listBooks', parameter: 'book' }), foundIn({ read: 'readInfo' }, { book: 'best' })],
    },
    listCopies: {
      request: 'GET /books/{book}/copies',
      behaviour: [
        list,
        foundIn({ list: 'listCopies' }, { book: 'id' }),
        foundIn({ list: 'listBooks' }, { shelf: 'id' }),
        foundIn({ list: 'listNothing' }, { book: 'id' }),
        foundIn({ list: 'listBooks' }, { book: 'id' }),
      ],
    },
    listNothing: { request: 'GET /nothing', behaviour: [list] },
    readCopy: {
      request: 'GET /copies/{copy}',
      behaviour: [oneOf({ list: 'listCopies', parameter: 'copy', member: 'number' }), refersTo],
    },
    readInfo: { request: 'GET /info' },
    lend: {
      request: 'POST /lendings',
      query: ['copy', 'desk'],
      behaviour: [
        foundIn({ list: 'listCopies', isInferred: true }, { copy: 'number', state: 'state' }),
        foundIn({ list: 'readInfo' }, { desk: 'desk' }),
      ],
    },
    addShelf: {
      request: 'POST /shelves',
      behaviour: [{ family: 'read-back', read: 'readShelf', parameter: 'shelf', id: '/id', rules: [] }],
    },
    readShelf: { request: 'GET /shelves/{shelf}' },
    share: { request: 'PUT /shelves/{shelf}/readers/{person}' },
    readShare: { request: 'GET /shelves/{shelf}/readers/{person}' },
    shareById: { request: 'PUT /shelves/{shelf}/groups/{group_id}' },
    label: {
      request: 'PUT /copies/{copy}/labels/{label}',
      behaviour: [foundIn({ list: 'listCopies' }, { label: 'label' })],
    },
  },
});
const { api } = suite;

test.each<[string, readonly object[]]>([
  [
    'readBook',
    [
      { from: 'listBooks', members: { book: 'id' }, isInferred: false },
      { from: 'readInfo', members: { book: 'best' }, isInferred: false },
      { from: 'listCopies', members: { book: 'book' }, isInferred: false },
    ],
  ],
  ['readCopy', [{ from: 'listCopies', members: { copy: 'number' }, isInferred: false }]],
  [
    'lend',
    [
      { from: 'listCopies', members: { copy: 'number', state: 'state' }, isInferred: true },
      { from: 'readInfo', members: { desk: 'desk' }, isInferred: false },
    ],
  ],
  ['readInfo', []],
])('the sources of %s are those that are declared, and the lists of what refers to it', (id, expected) => {
  expect(sourcesOf(api, id)).toEqual(expected);
});

test.each([
  ['share', ['shelf']],
  ['readShare', ['shelf', 'person']],
  ['shareById', ['shelf', 'group_id']],
  ['label', ['copy', 'label']],
  ['addShelf', []],
])('the server supplies these parameters of %s: %j', (id, expected) => {
  expect(boundIn(api, operationOf(api, id))).toEqual(expected);
});

test('a parameter that does not hold any text is supplied by the server', () => {
  const operation = operationOf(api, 'share');
  const withTypes = (type: string) => operation.parameters.map((one) => ({ ...one, schema: { type } }));
  expect(boundIn(api, { ...operation, parameters: withTypes('integer') })).toEqual(['shelf', 'person']);
  const inHeaders = withTypes('string').map((one) => ({ ...one, in: 'header' as const }));
  expect(boundIn(api, { ...operation, parameters: inHeaders })).toEqual(['shelf', 'person']);
  const others = withTypes('string').map((one) => ({ ...one, name: `other ${one.name}` }));
  expect(boundIn(api, { ...operation, parameters: others })).toEqual(['shelf', 'person']);
});

test('items name the values of a path, each once and all of them', () => {
  const items = [{ a: 1, b: 'x', c: 1 }, { a: 1, b: 'x', c: 2 }, { a: 1, b: '' }, { a: 1, b: 'y' }, { b: 'x' }];
  expect(namedBy(items, { first: 'a', second: 'b' })).toEqual([
    { path: { first: '1', second: 'x' }, item: items[0] },
    { path: { first: '1', second: 'y' }, item: items[3] },
  ]);
});

describe('values beside the path', () => {
  function opened(books: readonly object[]) {
    const sent: string[] = [];
    const send = sendingOf(suite, ({ method, path }) => {
      sent.push(`${method} ${path}`);
      if (path === '/books') return jsonReply(200, books);
      if (path === '/books/b2/copies') return jsonReply(404, {});
      return jsonReply(
        200,
        path === '/nothing' ? [] : [{ number: `${path.at(-8)}-1` }, { number: `${path.at(-8)}-2` }],
      );
    });
    const ctx: CheckContext = { suite: { ...suite, found: new Map() }, send, until: untilWith(atOnce, {}) };
    return { ctx, sent };
  }

  test('are in lists below the first few items of other lists, each read once', async () => {
    const { ctx, sent } = opened(['b1', 'b2', 'b3', 'b4'].map((id) => ({ id })));
    const found = await foundBeside(ctx, operationOf(api, 'lend'));
    expect(found.map((one) => one['copy'])).toEqual(['1-1', '1-2', '3-1', '3-2']);
    expect(sent).toEqual(['GET /nothing', 'GET /books', ...[1, 2, 3].map((book) => `GET /books/b${book}/copies`)]);
    await foundBeside(ctx, operationOf(api, 'label'));
    expect(sent).toHaveLength(5);
  });

  test('are not known where no list has the items above', async () => {
    const { ctx, sent } = opened([]);
    expect(await foundBeside(ctx, operationOf(api, 'lend'))).toEqual([]);
    expect(sent).toEqual(['GET /nothing', 'GET /books']);
  });

  test('are not searched for an operation that needs none', async () => {
    const { ctx, sent } = opened([{ id: 'b1' }]);
    expect(await foundBeside(ctx, operationOf(api, 'readCopy'))).toEqual([]);
    expect(sent).toEqual([]);
  });
});

test.each<[string, Partial<Input>, JsonObject, Partial<Input>]>([
  ['a required parameter', {}, { must: 'a' }, { query: { must: 'a' } }],
  ['a parameter that is not sent', {}, { may: 'a' }, {}],
  ['a parameter that is sent', { query: { may: 'b' } }, { may: 'a' }, { query: { may: 'a' } }],
  ['a parameter without a value', { query: { may: 'b' } }, { may: '', must: null }, { query: { may: 'b' } }],
  ['a required header', {}, { 'X-Must': 5 }, { headers: { 'X-Must': '5' } }],
  ['a header that is not sent', {}, { 'X-May': 5 }, {}],
  ['another name', { query: { may: 'b' } }, { other: 'a' }, { query: { may: 'b' } }],
  ['a member of the body', { body: { id: 1, text: 'b' } }, { id: 2, other: 3 }, { body: { id: 2, text: 'b' } }],
  ['a body that is no object', { body: ['b'] }, { id: 2 }, { body: ['b'] }],
])('a value that was found replaces %s', (_what, input, found, expected) => {
  const parameters = (['query', 'header'] as const).flatMap((place) =>
    (['must', 'may'] as const).map((name) => ({
      in: place,
      required: name === 'must',
      schema: {},
      name: place === 'query' ? name : `X-${name === 'must' ? 'Must' : 'May'}`,
    })),
  );
  const operation = { ...operationOf(api, 'readInfo'), parameters } as unknown as Parameters<typeof withFound>[0];
  expect(withFound(operation, { ...noInput, ...input }, found)).toEqual({ ...noInput, ...expected });
});
