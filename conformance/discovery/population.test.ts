import { describe, expect, test } from 'vitest';
import type { CheckContext, Population, SuiteContext } from '../core/context.ts';
import { noInput } from '../model/input.ts';
import { isObject } from '../model/values/json.ts';
import { bodyOf, type Handler, jsonReply } from '../mutation/proxy/reply.ts';
import { atOnce, untilWith } from '../run/send/until.ts';
import { type SmallOperation, smallSuite } from '../testing/api.ts';
import { sendingOf } from '../testing/small-server.ts';
import { pagedListOf } from './pages.ts';
import { populated } from './population.ts';

const text = { type: 'string' };
const list = (noun: string) => ({ family: 'list', items: '', noun, key: noun === 'books' ? 'isbn' : 'id', rules: [] });

const operations: Readonly<Record<string, SmallOperation>> = {
  listNotes: { request: 'GET /notes', behaviour: [list('notes')] },
  addNote: {
    request: 'POST /notes',
    body: { schema: { type: 'object', required: ['text'], properties: { text } }, example: { text: 'A note.' } },
    behaviour: [{ family: 'echoes', members: { text: '/text' }, rules: [] }],
  },
  listBooks: { request: 'GET /shelf', behaviour: [list('books')] },
  addBooks: {
    request: 'POST /books',
    body: { schema: { type: 'object' }, example: { books: [{ isbn: 'a' }, { isbn: 'b' }], other: [] } },
  },
  removeBook: { request: 'DELETE /books/{isbn}' },
  listLoans: { request: 'GET /loans', behaviour: [list('loans')] },
  lend: {
    request: 'POST /lendings',
    body: { schema: { type: 'object' }, example: {} },
    behaviour: [
      { family: 'read-back', read: 'readLoan', parameter: 'loan', id: '/id', lists: ['listLoans'], rules: [] },
    ],
  },
  readLoan: { request: 'GET /loans/{loan}' },
  listRooms: { request: 'GET /rooms', behaviour: [list('rooms')] },
};

/** The result for a list, and the requests that were sent. @param status of each answer */
async function filled(id: string, count: number, changes: Partial<SuiteContext> = {}, status = (_: number) => 201) {
  const suite = { ...smallSuite({ operations }), ...changes };
  const bodies: unknown[] = [];
  const requests: string[] = [];
  const server: Handler = (request) => {
    requests.push(`${request.method} ${request.path}`);
    bodies.push(bodyOf(request));
    return jsonReply(status(requests.length), { id: requests.length });
  };
  const ctx: CheckContext = { suite, send: sendingOf(suite, server), until: untilWith(atOnce, {}) };
  const own = pagedListOf(suite.api, id);
  if (own === null) throw new Error(`${id} is a list`);
  const population = await populated(ctx, own, noInput, count);
  return { population, requests, bodies };
}

describe('a list is filled', () => {
  test('by the operation that adds to it, one by one, with texts of their own', async () => {
    const { population, requests, bodies } = await filled('listNotes', 3);
    expect(population).toMatchObject({ input: noInput, count: 3, names: new Set() });
    expect(requests).toEqual(Array(3).fill('POST /notes'));
    expect(new Set(bodies.map((body) => isObject(body) && body['text'])).size).toBe(3);
  });

  test.each([
    [20, 20],
    [50, 20],
  ])('with %i items by %i requests', async (count, expected) => {
    const { population, requests } = await filled('listNotes', count);
    expect([population?.count, requests.length]).toEqual([expected, expected]);
  });

  test.each([
    [20, [20]],
    [21, [20, 1]],
    [50, [20, 20, 10]],
  ])('with %i named items by some in each request', async (count, expected) => {
    const { population, requests, bodies } = await filled('listBooks', count);
    expect(requests).toEqual(expected.map(() => 'POST /books'));
    expect(bodies.map((body) => (body as { books: unknown[] }).books.length)).toEqual(expected);
    expect([population?.count, population?.names.size]).toEqual([count, count]);
  });

  test('by the operation that is declared to write where it is read', async () => {
    const { population, requests } = await filled('listLoans', 2);
    expect([population?.count, requests]).toEqual([2, ['POST /lendings', 'POST /lendings']]);
  });

  test.each<[string, unknown, number]>([
    ['a list of names', { books: [{ isbn: 'a' }] }, 1],
    ['a list without names before it', { other: [{ a: 'b' }], books: [{ isbn: 'a' }] }, 1],
    ['a name outside a list', { isbn: 'a', books: [] }, 3],
  ])('by as few requests as possible: %s', async (_what, example, expected) => {
    const body = { schema: { type: 'object' }, example };
    const own = { ...operations, addBooks: { request: 'POST /books', body } };
    const { requests } = await filled('listBooks', 3, { api: smallSuite({ operations: own }).api });
    expect(requests).toHaveLength(expected);
  });

  test('as far as the server takes it', async () => {
    const some = await filled('listNotes', 3, {}, (number) => (number > 2 ? 400 : 201));
    expect([some.population?.count, some.requests.length]).toEqual([2, 3]);
    const none = await filled('listNotes', 3, {}, () => 400);
    expect([none.population, none.requests.length]).toEqual([null, 1]);
  });

  test('by no operation where there is none, or the run only reads', async () => {
    expect(await filled('listRooms', 1)).toMatchObject({ population: null, requests: [] });
    expect(await filled('listNotes', 1, { readOnly: true })).toMatchObject({ population: null, requests: [] });
  });

  test('by the profile, where that knows how', async () => {
    const own = { input: noInput, count: 5, names: new Set<string>(), takeBack: async () => undefined } as Population;
    const known = await filled('listNotes', 5, { populate: async () => own });
    expect([known.population, known.requests]).toEqual([own, []]);
    expect((await filled('listNotes', 1, { populate: async () => null })).population?.count).toBe(1);
  });
});

test('what was added under a name is taken back', async () => {
  const { population, requests } = await filled('listBooks', 2);
  await population?.takeBack();
  expect(requests).toEqual(['POST /books', ...[...(population?.names ?? [])].map((name) => `DELETE /books/${name}`)]);
});
