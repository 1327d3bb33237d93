import { describe, expect, test } from 'vitest';
import type { Found } from '../../discovery/things.ts';
import { noInput } from '../../model/input.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { type Answered, demanded, reportedOf, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';
import { varied } from './varied.ts';

const book = {
  type: 'object',
  required: ['id', 'title', 'price', 'created_at', 'pages'],
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    price: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' },
    created_at: { type: 'string', format: 'date-time' },
    pages: { type: 'integer' },
  },
};

function suite(member = 'id', when?: readonly string[]) {
  const behaviour = [
    {
      family: 'one-of',
      list: 'listBooks',
      parameter: 'book',
      member,
      at: '/data',
      ...(when === undefined ? {} : { when }),
      rules: [demanded('named'), demanded('listed', 'should')],
    },
  ];
  return smallSuite({
    operations: {
      listBooks: {
        request: 'GET /books',
        answer: { type: 'object', properties: { books: { type: 'array', items: book } } },
        behaviour: [{ family: 'list', items: '/books', noun: 'books', rules: [] }],
      },
      readBook: {
        request: 'GET /books/{book}',
        answer: { type: 'object', properties: { data: book } },
        behaviour,
      },
    },
  });
}

interface Book {
  readonly id: string | number;
  readonly title: string;
  readonly price: string;
  readonly created_at: string;
  readonly pages: number;
}

function books(ids: readonly (string | number)[]): readonly Book[] {
  return ids.map((id, place) => ({
    id,
    title: `Book ${place}`,
    price: `${place + 1}.50`,
    created_at: `2021-08-1${place}T10:00:00Z`,
    pages: 100 + place,
  }));
}

const uuids = [
  '0a90a3b5-6c7e-3a42-8f10-8b2c3d5e0fd1',
  '2CA2C5D7-8E90-3C64-A132-AD4E5F7021F3',
  '963c5e90-108d-40ed-8e0d-95d5e3033610',
];

/** A right server, whatever its ids are. */
function library(all: readonly Book[], read = (one: Book): object => one): Handler {
  return ({ path }) => {
    if (path === '/books') return jsonReply(200, { books: all });
    const id = decodeURIComponent(path.split('/').at(-1) ?? '').toLowerCase();
    const found = all.find((one) => String(one.id).toLowerCase() === id);
    return found === undefined ? jsonReply(404, { msg: 'no such book' }) : jsonReply(200, { data: read(found) });
  };
}

describe('a right server passes', () => {
  test.each([
    ['with UUIDs', books(uuids)],
    ['with numbers', books([7, 8, 12])],
    ['with texts', books(['dune', 'emma', 'ulysses'])],
    ['with one thing', books([3])],
  ])('%s', async (_, all) => {
    expect(await reportedOfServer(suite, library(all))).toEqual({ named: ['pass'], listed: ['pass'] });
  });

  test('with other spellings of the same values, and more members than the list', async () => {
    const read = ({ price, created_at, ...rest }: Book) => ({
      ...rest,
      price: `${price}0`,
      created_at: created_at.replace('Z', '+00:00'),
      reviews: [1],
    });
    expect(await reportedOfServer(suite, library(books(uuids), read))).toEqual({ named: ['pass'], listed: ['pass'] });
  });

  test('while prices move with each request', async () => {
    let price = 0;
    const read = (one: Book) => {
      price += 1;
      return { ...one, price: String(price) };
    };
    expect(await reportedOfServer(suite, library(books(uuids), read))).toEqual({ named: ['pass'], listed: ['pass'] });
  });

  test('where somebody takes a thing away meanwhile', async () => {
    const all = [...books(uuids)];
    const handler: Handler = (request) => {
      const reply = library([...all])(request);
      if (request.path === '/books') all.pop();
      return reply;
    };
    expect(await reportedOfServer(suite, handler)).toMatchObject({ named: ['pass'] });
  });
});

test('each mutant is detected on a small server', async () => {
  const server = () => library(books(uuids));
  const outcomes = await outcomesOf(suite, server);
  expect(outcomes.length).toBeGreaterThan(7);
  expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
});

test('each mutant is detected if ids are numbers', async () => {
  const outcomes = await outcomesOf(suite, () => library(books([4, 5, 6])));
  expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
});

describe('a recorded trace', () => {
  const [one, other] = books(['a', 'b']);
  const list: Answered = { ok: { books: [one, other] } };
  const read = (...answers: readonly Answered[]) => ({
    'GET /books': list,
    'GET /books/a': answers,
    'GET /books/b': { ok: { data: other } },
  });

  test('of another thing is broken', async () => {
    expect(await reportedOf(suite(), read({ ok: { data: other } }))).toMatchObject({ named: ['broken', 'pass'] });
  });

  test('of a listed thing that is refused is broken; once only, it is not', async () => {
    const fine: Answered = { ok: { data: one } };
    expect(await reportedOf(suite(), read([404, {}]))).toMatchObject({ named: ['broken', 'pass'] });
    expect(await reportedOf(suite(), read([404, {}], fine))).toMatchObject({
      named: expect.not.arrayContaining(['broken']),
    });
  });

  test('without access decides nothing', async () => {
    const refused: Answered = [401, {}];
    const record = { 'GET /books': list, 'GET /books/a': refused, 'GET /books/b': refused };
    expect(await reportedOf(suite(), record)).toEqual({ named: ['blocked'], listed: ['inconclusive'] });
  });

  test('of an empty list decides nothing', async () => {
    const reported = await reportedOf(suite(), { 'GET /books': { ok: { books: [] } } });
    expect(reported).toEqual({ named: ['inconclusive'], listed: ['inconclusive'] });
  });

  test('of things of another kind decides nothing', async () => {
    const record = { ...read({ ok: { data: { id: 'z' } } }), 'GET /books/b': { ok: { data: { id: 'y' } } } };
    expect(await reportedOf(suite('id', ['title']), record)).toEqual({
      named: ['unsupported'],
      listed: ['unsupported'],
    });
  });
});

describe('the things that are read', () => {
  const found = (items: readonly JsonObject[]): readonly Found[] =>
    items.map((item) => ({ input: noInput, certain: true, isMade: false, item }));
  const read = (items: readonly JsonObject[]) => varied(found(items)).map(({ item }) => item?.['id']);

  test('are the first, the last, and those that differ most from them', () => {
    const items = Array.from({ length: 40 }, (_, id) => ({
      id,
      state: 'open',
      price: '1.5',
      until: '2021-08-17T10:00:00Z',
    }));
    const some = items.map((item) => {
      if (item.id === 5) return { ...item, state: 'closed' };
      if (item.id === 17) return { ...item, price: '1.50000001' };
      return item.id === 30 ? { ...item, until: null } : item;
    });
    expect(read(some)).toEqual([0, 5, 17, 30, 39]);
    expect(read(items)).toEqual([0, 1, 20, 38, 39]);
  });

  test('are as many as there are, where there are few', () => {
    expect(read([])).toEqual([]);
    expect(read([{ id: 1 }, { id: 2 }])).toEqual([1, 2]);
  });
});

test('null in a list that shows other items counts as a value', async () => {
  const [first, second] = books(['a', 'b']).map((one): JsonObject => ({ ...one }));
  const alone: Answered = { ok: { data: { ...second, lent: '2021-08-17T10:00:00Z' } } };
  const answers = (lent: unknown): Readonly<Record<string, Answered>> => ({
    'GET /books': {
      ok: {
        books: [
          { ...first, lent },
          { ...second, lent: null },
        ],
      },
    },
    'GET /books/a': { ok: { data: { ...first, lent } } },
    'GET /books/b': alone,
  });
  expect((await reportedOf(suite(), answers(null)))['listed']).toEqual(['pass']);
  expect((await reportedOf(suite(), answers('2021-08-17T09:00:00Z')))['listed']).toContain('broken');
});
