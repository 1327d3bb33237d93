import { describe, expect, test } from 'vitest';
import type { CheckContext } from '../core/context.ts';
import type { ServiceTarget } from '../model/target.ts';
import { jsonReply } from '../mutation/proxy/reply.ts';
import { atOnce, untilWith } from '../run/send/until.ts';
import { type SmallOperation, smallSuite } from '../testing/api.ts';
import { sendingOf } from '../testing/small-server.ts';
import { anotherName, inputsOf, populatedList } from './things.ts';

type Operations = Readonly<Record<string, SmallOperation>>;

const list = { family: 'list', items: '', noun: 'items', rules: [] };
const foundIn = (from: string, parameters: object, isInferred = false) => ({
  family: 'found-in',
  parameters,
  isInferred,
  rules: [],
  [from.startsWith('read') ? 'read' : 'list']: from,
});

/** A context with a server that has these answers, and 404 otherwise. */
function opened(
  operations: Operations,
  answers: Readonly<Record<string, unknown>>,
  target: Partial<ServiceTarget> = {},
) {
  const suite = smallSuite({ operations }, target);
  const sent: string[] = [];
  const send = sendingOf(suite, ({ method, path }) => {
    sent.push(`${method} ${path}`);
    return Object.hasOwn(answers, `${method} ${path}`)
      ? jsonReply(200, answers[`${method} ${path}`])
      : jsonReply(404, {});
  });
  const ctx: CheckContext = { suite, send, until: untilWith(atOnce, {}) };
  const paths = async (id: string) => (await inputsOf(ctx, id)).map(({ input }) => Object.values(input.path).join('/'));
  return { ctx, sent, paths };
}

const books: Operations = {
  listBooks: { request: 'GET /books', behaviour: [list] },
  readBest: { request: 'GET /best' },
  readCopy: {
    request: 'GET /books/{book}/copies/{copy}',
    behaviour: [foundIn('listBooks', { book: 'id' }), foundIn('readBest', { copy: 'copy' })],
  },
  listPages: {
    request: 'GET /books/{book}/pages',
    behaviour: [list, foundIn('readBest', { book: 'id' }), foundIn('listBooks', { book: 'id' })],
  },
  readPage: { request: 'GET /books/{book}/pages/{page}', behaviour: [foundIn('listPages', { page: 'number' })] },
  readLoan: { request: 'GET /loans/{loan}', behaviour: [foundIn('listBooks', { loan: 'loan' }, true)] },
  endLoan: { request: 'PUT /loans/{loan}/end', behaviour: [foundIn('listBooks', { loan: 'loan' }, true)] },
  readNote: { request: 'GET /notes/{note}' },
};
const listed = [{ id: 'b1', loan: 'l1' }, { id: 'b2' }, { id: 'b3', loan: 'l3' }];

describe('the path of a request', () => {
  test.each<[string, Readonly<Record<string, unknown>>, readonly string[], readonly string[]]>([
    ['listPages', {}, ['b1', 'b2', 'b3'], ['GET /best', 'GET /books']],
    // The second list that is tried has items; what lies below it has the same parent.
    ['readPage', { 'GET /books/b2/pages': [{ number: 1 }, { number: 2 }] }, ['b2/1', 'b2/2'], []],
    ['readPage', {}, [], []],
    ['readCopy', { 'GET /best': { copy: 'c1' } }, ['b1/c1'], ['GET /books', 'GET /best']],
    ['readCopy', {}, [], ['GET /books', 'GET /best']],
    ['readLoan', { 'GET /loans/l1': {} }, ['l1', 'l3'], ['GET /books', 'GET /loans/l1']],
    ['readLoan', { 'GET /loans/l3': {} }, [], ['GET /books', 'GET /loans/l1']],
    // What writes gets no id of an item that only an inference names.
    ['endLoan', { 'GET /loans/l1': {} }, [], []],
    ['readNote', {}, [], []],
  ])('%s with %j comes from what the server lists: %j', async (id, answers, expected, requests) => {
    const { paths, sent } = opened(books, { 'GET /books': listed, ...answers });
    expect(await paths(id)).toEqual(expected);
    if (requests.length > 0) expect(sent).toEqual(requests);
  });

  const chosen = (query: readonly string[]) => ({
    family: 'chosen-by',
    subject: 'site',
    headers: [],
    query,
    shown: [],
    rules: [],
  });
  const sites: Operations = {
    listNotes: { request: 'GET /notes', query: ['site', 'room'], behaviour: [list, chosen(['site', 'room'])] },
    readSite: { request: 'GET /sites/{site}' },
    readRoom: { request: 'GET /rooms/{room}' },
    readDesk: { request: 'GET /sites/{site}/desks/{desk}' },
    readOther: { request: 'GET /others/{other}' },
  };

  test.each([
    ['readSite', ['1', '2']],
    ['readRoom', ['attic']],
    ['readDesk', []],
    ['readOther', []],
  ])('%s comes from the choices of the target: %j', async (id, expected) => {
    const choices = { site: [{ site: 1, room: 'attic' }, { site: 2 }] };
    const { paths, sent } = opened(sites, {}, { known: { choices } });
    expect(await paths(id)).toEqual(expected);
    expect(sent).toEqual([]);
    expect(await opened(sites, {}).paths(id)).toEqual([]);
  });
});

test.each([
  [[], null, 1],
  [['b1'], null, 2],
  [['b1', 'b2'], 'b1', 2],
])('of a list below others the first that has items is used: %j', async (parents, _own, requests) => {
  const answers = { 'GET /books': parents.map((id) => ({ id })), 'GET /books/b2/pages': [{ number: 1 }] };
  const { ctx, sent } = opened(books, answers);
  const found = await populatedList(ctx, 'listPages');
  expect(found?.items ?? null).toEqual(parents.includes('b2') ? [{ number: 1 }] : null);
  expect(found?.input.path ?? null).toEqual(parents.includes('b2') ? { book: 'b2' } : null);
  expect(sent.length).toBeGreaterThanOrEqual(requests);
});

test.each([
  ['b1', 'b2'],
  ['b2', 'b1'],
  [undefined, 'b1'],
])('another name than %s is %s', async (own, expected) => {
  const { ctx } = opened(books, { 'GET /books': listed });
  expect(await anotherName(ctx, 'listPages', 'book', own)).toBe(expected);
  expect(await anotherName(ctx, 'listPages', 'page', own)).toBeUndefined();
  expect(await anotherName(ctx, 'readCopy', 'copy', own)).toBeUndefined();
});

describe('inputs are certain', () => {
  const text = { schema: { type: 'object', properties: { text: { type: 'string' } } }, example: { text: 'a' } };
  const api: Operations = {
    readInfo: { request: 'GET /info' },
    readBook: { request: 'GET /books/{book}', behaviour: [foundIn('listBooks', { book: 'id' })] },
    listBooks: { request: 'GET /books', behaviour: [list] },
    note: { request: 'PUT /books/{book}/note', body: text, behaviour: [foundIn('listBooks', { book: 'id' })] },
  };

  test.each<[string, object, readonly boolean[]]>([
    ['readInfo', {}, [true]],
    ['readBook', {}, [true, true, true]],
    ['note', {}, [false, false, false]],
    ['readBook', { readBook: { path: { book: 'b9' } } }, [true]],
    ['note', { note: [{ path: { book: 'b9' } }, { body: {} }] }, [true, false]],
  ])('where the server or the target supplied all of them: %s with %j', async (id, inputs, expected) => {
    const { ctx } = opened(api, { 'GET /books': listed }, { known: { inputs } });
    expect((await inputsOf(ctx, id)).map(({ certain }) => certain)).toEqual(expected);
  });

  test('and complete where the target names the rest of the path', async () => {
    const { ctx } = opened(
      api,
      { 'GET /books': listed },
      { known: { inputs: { note: [{ path: { book: 'b9' } }, { body: { text: 'c' } }] } } },
    );
    expect((await inputsOf(ctx, 'note')).map(({ input, isMade }) => [input.path, input.body, isMade])).toEqual([
      [{ book: 'b9' }, { text: 'a' }, false],
      [{ book: 'b1' }, { text: 'c' }, false],
    ]);
  });

  test('and are completed by the service', async () => {
    const { ctx } = opened(api, { 'GET /books': listed.slice(0, 1) });
    const complete = async () => ({ query: { a: '1' }, headers: { 'X-A': '2' }, body: { text: 'b' } });
    const [found] = await inputsOf({ ...ctx, suite: { ...ctx.suite, complete } }, 'note');
    expect(found?.input).toEqual({
      path: { book: 'b1' },
      query: { a: '1' },
      headers: { 'X-A': '2' },
      body: { text: 'b' },
    });
  });
});
