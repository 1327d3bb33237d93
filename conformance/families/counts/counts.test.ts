import { describe, expect, test } from 'vitest';
import { type JsonObject, objectsOf } from '../../model/values/json.ts';
import { type Handler, jsonReply, successOf } from '../../mutation/proxy/reply.ts';
import { type Answered, demanded, reportedOf, smallSuite } from '../../testing/api.ts';
import { byCursor, listServer, books as manyBooks } from '../../testing/list-server.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const bookList = { family: 'list', items: '/books', noun: 'books', rules: [] };

/** Shelves with their number of books, and a list of all books. */
function suite() {
  const counts = {
    family: 'counts',
    at: '/shelves/*/count',
    list: 'listBooks',
    by: 'shelf',
    rules: [demanded('exact')],
  };
  const shelfList = { family: 'list', items: '/shelves', noun: 'shelves', rules: [] };
  return smallSuite({
    operations: {
      listShelves: { request: 'GET /shelves', behaviour: [shelfList, counts] },
      listBooks: { request: 'GET /books', behaviour: [bookList] },
    },
  });
}

function shelves(...counts: readonly unknown[]): Answered {
  return { ok: { shelves: counts.map((count, index) => ({ id: `s${index + 1}`, count })) } };
}

function books(...on: readonly string[]): Answered {
  return { ok: { books: on.map((shelf, index) => ({ id: index, shelf })) } };
}

const three = books('s1', 's2', 'S1');

describe('recorded numbers', () => {
  test.each([
    ['as many as there are', shelves(2, 1, 0)],
    ['written as texts', shelves('2', '1', '0')],
  ])('that are %s pass', async (_, shown) => {
    expect(await reportedOf(suite(), { 'GET /shelves': shown, 'GET /books': three })).toEqual({ exact: ['pass'] });
  });

  test.each([
    ['one more', shelves(3, 1)],
    ['one less', shelves(2, 0)],
  ])('that are %s than there are, are broken', async (_, shown) => {
    expect(await reportedOf(suite(), { 'GET /shelves': shown, 'GET /books': three })).toEqual({ exact: ['broken'] });
  });

  test('that change with the list are not blamed', async () => {
    const record = {
      'GET /shelves': [shelves(2, 1), shelves(3, 1)],
      'GET /books': [books('s1', 's2', 's1', 's1'), three],
    };
    expect(await reportedOf(suite(), { ...record, 'GET /books': books('s1', 's2', 's1', 's1') })).toEqual({
      exact: ['pass'],
    });
  });

  test('of a list that changes all the time decide nothing', async () => {
    const lists = Array.from({ length: 30 }, (_, index) =>
      books(...Array.from({ length: (index % 7) + 4 }, () => 's1')),
    );
    const reported = await reportedOf(suite(), { 'GET /shelves': shelves(1), 'GET /books': lists });
    expect(reported).toEqual({ exact: ['inconclusive'] });
  });

  test.each<[string, Answered, string]>([
    ['of nothing', shelves(), 'inconclusive'],
    ['that are refused', [503, { msg: 'later' }], 'blocked'],
  ])('%s decide nothing', async (_, shown, verdict) => {
    const reported = await reportedOf(suite(), { 'GET /shelves': shown, 'GET /books': three });
    expect(reported['exact']).toContain(verdict);
  });
});

/** Each author has the number of their books, which have a list of their own. */
function authors() {
  const counts = { family: 'counts', at: '/number_of_books', list: 'listBooksOf', rules: [demanded('exact')] };
  const inputs = { readAuthor: { path: { author: 'mira' } } };
  return smallSuite(
    {
      operations: {
        readAuthor: { request: 'GET /authors/{author}', behaviour: [counts] },
        listBooksOf: { request: 'GET /authors/{author}/books', behaviour: [bookList] },
      },
    },
    { known: { inputs } },
  );
}

const server: Handler = ({ path }) => {
  if (path === '/authors/mira') return jsonReply(200, { id: 'mira', number_of_books: 3 });
  return jsonReply(200, { books: path === '/authors/mira/books' ? [{ id: 1 }, { id: 2 }, { id: 3 }] : [] });
};

const listing: Handler = ({ path }) => {
  if (path === '/shelves') return jsonReply(200, { shelves: [{ id: 's1', count: 2 }] });
  return jsonReply(200, { books: [1, 2].map((id) => ({ id, shelf: 's1' })) });
};

describe('a small server', async () => {
  test('that counts what it lists of one thing passes', async () => {
    expect(await reportedOfServer(authors, server)).toEqual({ exact: ['pass'] });
    expect(await reportedOfServer(suite, listing)).toEqual({ exact: ['pass'] });
  });

  test('of a list with pages that announce too much are undecided: the list must be repaired first', async () => {
    const counting = {
      family: 'counts',
      at: '/shelves/*/count',
      list: 'listBooks',
      by: 'shelf',
      rules: [demanded('exact')],
    };
    const listShelves = { request: 'GET /shelves', behaviour: [counting] };
    const pages = listServer(() => manyBooks(12).map((book) => ({ ...book, shelf: 's1' })));
    const torn: Handler = async (request, ...rest) => {
      if (request.path === '/shelves') return jsonReply(200, { shelves: [{ id: 's1', count: 12 }] });
      const page = successOf(await pages(request, ...rest)) as JsonObject;
      return jsonReply(200, { ...page, books: objectsOf(page['books']).slice(0, -1), has_next: true });
    };
    const reported = await reportedOfServer(
      () => smallSuite({ operations: { ...byCursor().operations, listShelves } }),
      torn,
    );
    expect(reported['exact']).toEqual(['inconclusive']);
  });

  const outcomes = [...(await outcomesOf(authors, () => server)), ...(await outcomesOf(suite, () => listing))];
  test.each(outcomes)('that have a bug are detected: $id', ({ verdicts }) => expect(verdicts).toContain('broken'));
});
