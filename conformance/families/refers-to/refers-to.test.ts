import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { demanded, smallScene } from '../../testing/api.ts';
import { fatesOf, saidOfServer } from '../../testing/small-server.ts';

type To = { readonly list: string } | { readonly read: string; readonly parameter: string };

function open(to: To) {
  return () =>
    smallScene({
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
  ['that a list tells of', toList],
  ['that another operation reads', toRead],
])('ids of things %s', (_, to) => {
  const said = async (handler: Handler) => (await saidOfServer(open(to), handler))['author'];

  test('are all known', async () => {
    expect(await said(library({ books: [1, 2, 1], authors: [1, 2, 3] }))).toEqual(['pass']);
    expect(await said(library({ books: ['1'], authors: [1] }))).toEqual(['pass']);
  });

  test('are broken where one is unknown', async () => {
    expect(await said(library({ books: [1, 9], authors: [1, 2] }))).toContain('broken');
  });

  test('of another form are names of something else; empty ones and none decide nothing', async () => {
    expect(await said(library({ books: ['BTC-A'], authors: [1, 2] }))).toEqual(['unsupported']);
    for (const books of [['', null], []]) {
      expect(await said(library({ books, authors: [1, 2] }))).toEqual(['inconclusive']);
    }
  });

  test('may be made while they are looked at', async () => {
    const authors = [1];
    let asked = 0;
    const handler: Handler = (request) => {
      if (request.path !== '/books') asked += 1;
      if (asked === 2) authors.push(2);
      return library({ books: asked === 0 ? [1, 2] : [1], authors })(request);
    };
    expect(await said(handler)).not.toContain('broken');
  });

  test('each fault is found out', async () => {
    const fates = await fatesOf(open(to), () => library({ books: [1, 2], authors: [1, 2] }));
    expect(fates.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});

test('what cannot be read now decides nothing', async () => {
  const said = await saidOfServer(open(toRead), library({ books: [9], authors: [1], status: 503 }));
  expect(said).toEqual({ author: ['blocked'] });
});

describe('what is told of a thing where it is named', () => {
  const person = (properties: object = {}) => ({
    type: 'object',
    required: ['id', 'name'],
    properties: { id: {}, name: { type: 'string' }, ...properties },
  });
  const scene = () =>
    smallScene({
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
      const read = authors[Math.min(asked, authors.length - 1)];
      asked += 1;
      return path === '/authors/7' ? jsonReply(200, read) : jsonReply(404, {});
    };
  let asked = 0;
  const said = async (embedded: object, ...authors: readonly object[]) => {
    asked = 0;
    return (await saidOfServer(scene, shop(embedded, authors)))['id'];
  };

  test('is what reading it says, with more or less beside', async () => {
    expect(await said({ id: '7', name: 'Jane' }, { id: 7, name: 'Jane', born: 1775 })).toEqual(['pass']);
    expect(await said({ id: '7', name: null, books: 6 }, { id: 7, name: 'Jane' })).toEqual(['pass']);
  });

  test('is broken where it stays another', async () => {
    expect(await said({ id: '7', name: 'Emma' }, { id: 7, name: 'Jane' })).toEqual(['broken']);
    expect(await said({ id: '7', name: 'Emma' }, { id: 7, name: 'Jane' }, { id: 7, name: 'Emma' })).toEqual(['pass']);
  });

  test('each fault is found out', async () => {
    const fates = await fatesOf(scene, () => shop({ id: '7', name: 'Jane' }, [{ id: 7, name: 'Jane' }]));
    expect(fates.length).toBe(2);
    expect(fates.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});
