import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/values/json.ts';
import type { Handler, Request } from '../../mutation/proxy/reply.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { listServer } from '../../testing/list-server.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const list = { family: 'list', items: '/books', noun: 'books', rules: [] };
const paged = {
  family: 'paged',
  by: 'cursor',
  cursor: 'cursor',
  limit: 'limit',
  next: '/next_cursor',
  more: '/has_next',
  rules: [],
};
const query = ['cursor', 'limit'];

function suite(users: readonly ('mira' | 'jonas')[] = ['mira', 'jonas'], known = {}) {
  const owned = { family: 'owned', of: 'listBooks', member: 'owner', rules: [demanded('own-only')] };
  const [given, other] = users;
  return smallSuite(
    {
      operations: {
        listBooks: { request: 'GET /books', query, behaviour: [list, paged] },
        listMyBooks: { request: 'GET /me/books', query, security: ['token'], behaviour: [list, paged, owned] },
      },
    },
    {
      credentials: given === undefined ? {} : { token: given },
      otherCredentials: other === undefined ? {} : { token: other },
      known,
    },
  );
}

/** Seven books of Mira's and five of Jonas's. */
const all: readonly JsonObject[] = Array.from({ length: 12 }, (_, index) => ({
  id: `b${index + 1}`,
  place: index + 1,
  owner: index % 5 < 3 ? 'mira' : 'jonas',
}));

function ownerOf({ headers }: Request): string {
  return String(headers['authorization']).replace('Bearer ', '');
}

function serverOf(books: () => readonly JsonObject[]): Handler {
  return listServer((request) =>
    books().filter(({ owner }) => !request.path.startsWith('/me/') || owner === ownerOf(request)),
  );
}

const server = () => serverOf(() => all);

describe('lists of two users', () => {
  test('that have nothing in common pass', async () => {
    expect(await reportedOfServer(suite, server())).toEqual({ 'own-only': ['pass'] });
  });

  test('of which one is empty pass', async () => {
    const books = all.filter(({ owner }) => owner === 'mira');
    expect(
      await reportedOfServer(
        suite,
        serverOf(() => books),
      ),
    ).toEqual({ 'own-only': ['pass'] });
  });

  test('between which one thing changes hands are not blamed', async () => {
    for (let after = 1; after < 40; after += 1) {
      let request = 0;
      const server = serverOf(() => {
        request += 1;
        return request > after ? all.map((one) => (one['id'] === 'b1' ? { ...one, owner: 'jonas' } : one)) : all;
      });
      expect((await reportedOfServer(suite, server))['own-only']).not.toContain('broken');
    }
  });

  test('decide nothing where they are empty, or where the target names one user only', async () => {
    const undecided = { 'own-only': ['inconclusive'] };
    expect(
      await reportedOfServer(
        suite,
        serverOf(() => []),
      ),
    ).toEqual(undecided);
    expect(await reportedOfServer(() => suite(['mira']), server())).toEqual(undecided);
    expect(await reportedOfServer(() => suite([]), server())).toEqual(undecided);
  });

  test("must hold the items that the target names as the caller's", async () => {
    const known = (...keys: readonly string[]) => ({ own: { listMyBooks: keys } });
    const both = ['mira', 'jonas'] as const;
    expect(await reportedOfServer(() => suite(both, known('B1', 'b2')), server())).toEqual({ 'own-only': ['pass'] });
    const reported = await reportedOfServer(() => suite(both, known('b1', 'b99')), server());
    expect(reported['own-only']).toContain('broken');
  });
});

describe('a faulty server', async () => {
  const outcomes = await outcomesOf(suite, server);
  test.each(outcomes)('$id', ({ id, verdicts }) => {
    // The items in a list of everyone are not a matter of ownership: advice.
    expect(verdicts).toContain(id.endsWith('is that of whoever shows who he is') ? 'warn' : 'broken');
  });
});
