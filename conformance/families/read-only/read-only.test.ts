import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply, type Request } from '../../mutation/proxy/reply.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const book = {
  type: 'object',
  required: ['id', 'copies', 'price'],
  properties: {
    id: { type: 'string' },
    copies: { type: 'integer' },
    price: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' },
  },
};

function open() {
  return smallSuite({
    operations: {
      listBooks: {
        request: 'GET /books',
        answer: {
          type: 'object',
          properties: { data: { type: 'object', properties: { books: { type: 'array', items: book } } } },
        },
        behaviour: [{ family: 'list', items: '/data/books', noun: 'books', rules: [] }],
      },
      readBook: {
        request: 'GET /books/{book}',
        answer: { type: 'object', properties: { data: book } },
        behaviour: [{ family: 'one-of', list: 'listBooks', parameter: 'book', at: '/data', rules: [] }],
      },
      readTime: { request: 'GET /time', answer: { type: 'object' } },
    },
    behaviour: [
      { family: 'envelope', payload: 'data', time: 'ts', rules: [] },
      { family: 'read-only', rules: [demanded('unchanged')] },
    ],
  });
}

interface Book {
  readonly id: string;
  readonly copies: number;
  readonly price: string;
}

const shelf = (): Book[] => ['a', 'b', 'c', 'd'].map((id, place) => ({ id, copies: place + 1, price: `${place}.5` }));

/** A server that refuses writes. @param meanwhile what happens before each answer. */
function library(books = shelf(), meanwhile: (books: Book[], request: Request) => void = () => undefined): Handler {
  return (request) => {
    const { method, path } = request;
    if (method !== 'GET') return jsonReply(405, { msg: `no ${method}` });
    meanwhile(books, request);
    const ts = Date.now();
    if (path === '/books') return jsonReply(200, { ts, data: { books } });
    if (path === '/time')
      return jsonReply(200, { ts, data: { iso: new Date().toISOString(), epoch: Math.floor(ts / 1000) } });
    const found = books.find(({ id }) => id === path.split('/').at(-1));
    return found === undefined ? jsonReply(404, {}) : jsonReply(200, { ts, data: found });
  };
}

const reported = async (handler: Handler) => (await reportedOfServer(open, handler))['unchanged'];

function updated(books: Book[], place: number, change: (book: Book) => Book): void {
  const book = books[place];
  if (book !== undefined) books[place] = change(book);
}

/** Numbers that look like chance, and are the same in each run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe.concurrent('a server that others write to is not blamed', () => {
  test.each(Array.from({ length: 20 }, (_, seed) => seed + 1))('prices move with each request (%d)', async (seed) => {
    const next = chance(seed);
    const moving = library(shelf(), (books) => {
      for (const place of books.keys()) {
        updated(books, place, (book) => ({
          ...book,
          price: (Number(book.price) + Math.round(next() * 200) / 100 - 0.7).toFixed(2),
        }));
      }
    });
    expect(await reported(moving)).toEqual(['pass']);
  });

  test.each(Array.from({ length: 12 }, (_, place) => place))(
    'somebody buys a copy before request %d',
    async (place) => {
      let count = 0;
      const bought = library(shelf(), (books) => {
        count += 1;
        if (count !== place + 1) return;
        for (const one of books.keys()) updated(books, one, (book) => ({ ...book, copies: book.copies + 1 }));
      });
      expect(await reported(bought)).toEqual(['pass']);
    },
  );

  test.each(Array.from({ length: 12 }, (_, place) => place))(
    'somebody takes a book away before request %d',
    async (place) => {
      let count = 0;
      const taken = library(shelf(), (books) => {
        count += 1;
        if (count === place + 1) books.shift();
      });
      expect(await reported(taken)).toEqual(['pass']);
    },
  );

  test.each(Array.from({ length: 12 }, (_, place) => place))(
    'new books push the last two from the page before request %d',
    async (place) => {
      const books = shelf().slice(0, 2);
      let count = 0;
      const pushed = library(books, (all) => {
        count += 1;
        if (count === place + 1) all.splice(0, 2, ...['e', 'f'].map((id) => ({ id, copies: 1, price: '1' })));
      });
      const alone = library(shelf());
      const served: Handler = (request) =>
        (request.path === '/books/a' || request.path === '/books/b' ? alone : pushed)(request);
      expect(await reported(served)).toEqual(['pass']);
    },
  );

  test('somebody adds a book with every second request', async () => {
    let count = 0;
    const added = library(shelf(), (books) => {
      count += 1;
      if (count % 2 === 0) books.push({ id: `new-${count}`, copies: 1, price: '1' });
    });
    expect(await reported(added)).toEqual(['pass']);
  });
});

test('each mutant is detected', async () => {
  const outcomes = await outcomesOf(open, () => library());
  expect(outcomes.length).toBeGreaterThan(6);
  expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
});

test('a view is counted whatever else happens', async () => {
  const viewed = library(shelf(), (books, { path }) => {
    const place = books.findIndex(({ id }) => path === `/books/${id}`);
    updated(books, place, (book) => ({ ...book, copies: Math.round(book.copies * 1.5 * 1e6) / 1e6 }));
  });
  expect(await reported(viewed)).toContain('broken');
});

test('every method that writes must be rejected, without harm to any data', async () => {
  const taken: string[] = [];
  const right = library();
  const writing: Handler = (request) => {
    if (request.method === 'GET') return right(request);
    taken.push(`${request.method} ${request.path}`);
    return jsonReply(request.path.includes('nothing') ? 200 : 405, {});
  };
  expect(await reported(writing)).toContain('broken');
  expect(taken.filter((one) => one.startsWith('DELETE') || one.startsWith('PUT /books/')).length).toBe(2);
  expect(taken.filter((one) => /^(DELETE|PUT) \/books\/[a-d]$/.test(one))).toEqual([]);
});

test('what cannot be read decides nothing', async () => {
  expect(await reported(() => jsonReply(403, {}))).toEqual(['blocked']);
});
