import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

type To = { readonly list: string } | { readonly read: string; readonly parameter: string };

function open(to: To) {
  return () =>
    smallSuite({
      operations: {
        listBooks: {
          request: 'GET /books',
          behaviour: [
            { family: 'list', items: '/books', noun: 'books', rules: [] },
            { family: 'refers-to', at: '/books/*/author', ...to, rules: [demanded('author')] },
          ],
        },
        listAuthors: {
          request: 'GET /authors',
          behaviour: [{ family: 'list', items: '/authors', noun: 'authors', rules: [] }],
        },
        readAuthor: {
          request: 'GET /authors/{author}',
          behaviour: [{ family: 'one-of', list: 'listAuthors', parameter: 'author', at: '/author', rules: [] }],
        },
      },
    });
}

const toList: To = { list: 'listAuthors' };
const toRead: To = { read: 'readAuthor', parameter: 'author' };

interface Library {
  readonly books: readonly unknown[];
  readonly authors: readonly unknown[];
  readonly status?: number;
}

function library({ books, authors, status = 404 }: Library): Handler {
  return ({ path }) => {
    if (path === '/books') return jsonReply(200, { books: books.map((author) => ({ author })) });
    if (path === '/authors') return jsonReply(200, { authors: authors.map((id) => ({ id })) });
    const id = path.split('/').at(-1);
    return authors.map(String).includes(String(id)) ? jsonReply(200, { author: { id } }) : jsonReply(status, {});
  };
}

describe.each([
  ['that a list shows', toList],
  ['that another operation reads', toRead],
])('ids of things %s', (_, to) => {
  const reported = async (handler: Handler) => (await reportedOfServer(open(to), handler))['author'];

  test('are all known', async () => {
    expect(await reported(library({ books: [1, 2, 1], authors: [1, 2, 3] }))).toEqual(['pass']);
    expect(await reported(library({ books: ['1'], authors: [1] }))).toEqual(['pass']);
  });

  test('are broken where one is unknown', async () => {
    expect(await reported(library({ books: [1, 9], authors: [1, 2] }))).toContain('broken');
  });

  test('of another form are names of something else; empty ones and none decide nothing', async () => {
    expect(await reported(library({ books: ['BTC-A'], authors: [1, 2] }))).toEqual(['unsupported']);
    for (const books of [['', null], []]) {
      expect(await reported(library({ books, authors: [1, 2] }))).toEqual(['inconclusive']);
    }
  });

  test('may be created while they are read', async () => {
    const authors = [1];
    let count = 0;
    const handler: Handler = (request) => {
      if (request.path !== '/books') count += 1;
      if (count === 2) authors.push(2);
      return library({ books: count === 0 ? [1, 2] : [1], authors })(request);
    };
    expect(await reported(handler)).not.toContain('broken');
  });

  test('each mutant is detected', async () => {
    const outcomes = await outcomesOf(open(to), () => library({ books: [1, 2], authors: [1, 2] }));
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});

test('what cannot be read now decides nothing', async () => {
  const reported = await reportedOfServer(open(toRead), library({ books: [9], authors: [1], status: 503 }));
  expect(reported).toEqual({ author: ['blocked'] });
});

describe('what a response shows of an item beside its id', () => {
  const person = (properties: object = {}) => ({
    type: 'object',
    required: ['id', 'name'],
    properties: { id: {}, name: { type: 'string' }, ...properties },
  });
  const suite = () =>
    smallSuite({
      operations: {
        readBook: {
          request: 'GET /book',
          answer: { type: 'object', properties: { author: person() } },
          behaviour: [
            { family: 'refers-to', at: '/author/id', read: 'readAuthor', parameter: 'author', rules: [demanded('id')] },
          ],
        },
        readAuthor: { request: 'GET /authors/{author}', answer: person() },
      },
    });
  const shop =
    (embedded: object, authors: readonly object[]): Handler =>
    ({ path }) => {
      if (path === '/book') return jsonReply(200, { author: embedded });
      const read = authors[Math.min(count, authors.length - 1)];
      count += 1;
      return path === '/authors/7' ? jsonReply(200, read) : jsonReply(404, {});
    };
  let count = 0;
  const reported = async (embedded: object, ...authors: readonly object[]) => {
    count = 0;
    return (await reportedOfServer(suite, shop(embedded, authors)))['id'];
  };

  test('agrees with reading it, with more or fewer members', async () => {
    expect(await reported({ id: '7', name: 'Jane' }, { id: 7, name: 'Jane', born: 1775 })).toEqual(['pass']);
    expect(await reported({ id: '7', name: null, books: 6 }, { id: 7, name: 'Jane' })).toEqual(['pass']);
  });

  test('is broken where it stays another', async () => {
    expect(await reported({ id: '7', name: 'Emma' }, { id: 7, name: 'Jane' })).toEqual(['broken']);
    expect(await reported({ id: '7', name: 'Emma' }, { id: 7, name: 'Jane' }, { id: 7, name: 'Emma' })).toEqual([
      'pass',
    ]);
  });

  test('is not decided while other clients change it between any two requests', async () => {
    const names = [1, 2, 3, 4].map((name) => ({ id: 7, name: `name ${name}` }));
    let shown = 0;
    const changing: Handler = () => {
      shown += 1;
      const person = names[shown - 1] ?? {};
      return jsonReply(200, shown % 2 === 1 ? { author: person } : person);
    };
    expect((await reportedOfServer(suite, changing))['id']).toEqual(['inconclusive']);
  });

  test('each mutant is detected', async () => {
    const outcomes = await outcomesOf(suite, () => shop({ id: '7', name: 'Jane' }, [{ id: 7, name: 'Jane' }]));
    expect(outcomes.length).toBe(2);
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});
