import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

describe('one of several that an item names', () => {
  const several = () =>
    smallSuite({
      operations: {
        listBooks: {
          request: 'GET /books',
          query: ['author', 'limit', 'offset'],
          behaviour: [
            { family: 'list', items: '/books', noun: 'books', key: 'id', rules: [] },
            { family: 'paged', by: 'offset', offset: 'offset', limit: 'limit', rules: [] },
            {
              family: 'belongs-to',
              parameter: 'author',
              member: 'authors',
              of: 'listBooks',
              rules: [demanded('authors'), demanded('authors-complete')],
            },
          ],
        },
      },
    });
  const all = [['Ash'], ['Ash', 'Birch'], ['Birch'], ['Cedar', 'Ash'], ['Cedar']].map((authors, id) => ({
    id,
    authors,
  }));
  const server =
    (isOf: (authors: readonly string[], author: string) => boolean): Handler =>
    ({ query }) => {
      const author = query.get('author');
      const [from, most] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 9)];
      const books = author === null ? all : all.filter(({ authors }) => isOf(authors, author));
      return jsonReply(200, { books: books.slice(from, from + most) });
    };
  const right = server((authors, author) => authors.includes(author));

  test('is enough, and each mutant is detected', async () => {
    expect(await reportedOfServer(several, right)).toEqual({ authors: ['pass'], 'authors-complete': ['pass'] });
    const outcomes = await outcomesOf(several, () => right);
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });

  test('is looked for after a first page that names none', async () => {
    const none = Array.from({ length: 5 }, (_, id) => ({ id: id + 10, authors: [] }));
    const paged: Handler = ({ query }) => {
      const author = query.get('author');
      const [from, most] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 5)];
      const books = [...none, ...all].filter(
        ({ authors }) => author === null || (authors as string[]).includes(author),
      );
      return jsonReply(200, { books: books.slice(from, from + most) });
    };
    expect(await reportedOfServer(several, paged)).toEqual({ authors: ['pass'], 'authors-complete': ['pass'] });
  });

  test('is missed where only the first counts', async () => {
    const reported = await reportedOfServer(
      several,
      server(([first], author) => first === author),
    );
    expect(reported['authors-complete']).toEqual(['broken']);
  });
});
