import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { type Answered, demanded, exchange, reportedOf, type SmallApi, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';
import { familyOf } from '../index.ts';

const shelves = {
  request: 'GET /shelves',
  behaviour: [{ family: 'list', items: '/shelves', noun: 'shelves', rules: [] }],
};

const belongs = { family: 'belongs-to', member: 'shelf_id', rules: [demanded('shelf_id')] };

const inPath: SmallApi = {
  operations: {
    listShelves: shelves,
    listBooks: {
      request: 'GET /shelves/{shelf}/books',
      query: ['limit'],
      behaviour: [
        { family: 'list', items: '/books', noun: 'books', rules: [] },
        { family: 'found-in', list: 'listShelves', parameters: { shelf: 'id' }, rules: [] },
        { family: 'limited', limit: 'limit', rules: [] },
        { ...belongs, parameter: 'shelf' },
      ],
    },
  },
};

const inQuery: SmallApi = {
  operations: {
    listBooks: {
      request: 'GET /books',
      query: ['shelf', 'limit'],
      behaviour: [
        { family: 'list', items: '/books', noun: 'books', rules: [] },
        { family: 'chosen-by', headers: ['X-Shelf'], query: ['shelf'], subject: 'shelf', rules: [] },
        { ...belongs, parameter: 'shelf' },
      ],
    },
  },
};

/** The shelf is one of a few that the document names. */
const inWords: SmallApi = {
  operations: {
    listBooks: { ...inQuery.operations['listBooks'], request: 'GET /books', query: ['shelf=ash|B|7', 'limit'] },
  },
};

const open =
  (api: SmallApi, known: object = {}) =>
  () =>
    smallSuite(api, { known: { inputs: known } });

const ids = ['ash', 'B', 7] as const;

/** Two books on each shelf; nothing on a shelf that is not there, or a refusal. */
function library(missing: 'empty' | 'refused'): Handler {
  return ({ path, query, headers }) => {
    if (path === '/shelves') return jsonReply(200, { shelves: ids.map((id) => ({ id })) });
    const request = headers['x-shelf'] ?? query.get('shelf') ?? decodeURIComponent(path.split('/')[2] ?? '');
    const shelf = ids.find((id) => String(id).toLowerCase() === request.toLowerCase());
    if (shelf === undefined && missing === 'refused') return jsonReply(404, { msg: 'no such shelf' });
    const books = shelf === undefined ? [] : [1, 2, 3].map((number) => ({ id: `${shelf}${number}`, shelf_id: shelf }));
    return jsonReply(200, { books: books.slice(0, Number(query.get('limit') ?? 100)) });
  };
}

const known = { listBooks: { query: { shelf: 'ash' } } };

describe.each([
  ['a path', open(inPath)],
  ['a query', open(inQuery, known)],
  ['a word of a query', open(inWords, known)],
])('what %s names', (_, suite) => {
  test.each(['empty', 'refused'] as const)('is all that a correct server shows; missing is %s', async (missing) => {
    expect(await reportedOfServer(suite, library(missing))).toEqual({ shelf_id: ['pass'] });
  });

  test.each(['empty', 'refused'] as const)('each mutant is detected; missing is %s', async (missing) => {
    const outcomes = await outcomesOf(suite, () => library(missing));
    expect(outcomes.length).toBeGreaterThan(4);
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});

const filtered: SmallApi = {
  operations: {
    listBooks: {
      request: 'GET /books',
      query: ['shelf', 'limit', 'offset'],
      behaviour: [
        { family: 'list', items: '/books', noun: 'books', key: 'id', rules: [] },
        { family: 'paged', by: 'offset', offset: 'offset', limit: 'limit', rules: [] },
        {
          family: 'belongs-to',
          parameter: 'shelf',
          member: 'shelf_id',
          of: 'listBooks',
          rules: [demanded('shelf_id'), demanded('shelf_id-complete')],
        },
      ],
    },
  },
};

test('is of what the query names, whatever is chosen in a header', async () => {
  const open = () =>
    smallSuite(
      {
        operations: {
          listBooks: {
            request: 'GET /books',
            query: ['branch', 'shelf', 'limit'],
            headers: ['X-Branch'],
            behaviour: [
              { family: 'list', items: '/books', noun: 'books', rules: [] },
              {
                family: 'chosen-by',
                headers: ['X-Branch'],
                query: ['branch'],
                subject: 'branch',
                shown: [],
                rules: [],
              },
              { ...belongs, parameter: 'shelf' },
            ],
          },
        },
      },
      { known: { choices: { branch: [{ branch: 'North' }, { branch: 'South' }] } } },
    );
  const server =
    (isFiltered: (inHeader: boolean) => boolean): Handler =>
    ({ query, headers }) => {
      const branch = headers['x-branch'] ?? query.get('branch');
      if (branch === null || branch === undefined) return jsonReply(400, {});
      const shelf = isFiltered(headers['x-branch'] !== undefined) ? query.get('shelf') : null;
      const books = ids.map((id) => ({ id: `${branch}${id}`, shelf_id: String(id) }));
      return jsonReply(200, { books: books.filter(({ shelf_id }) => shelf === null || shelf_id === shelf) });
    };
  expect(
    (
      await reportedOfServer(
        open,
        server(() => true),
      )
    )['shelf_id'],
  ).toEqual(['pass']);
  expect(
    (
      await reportedOfServer(
        open,
        server((inHeader) => !inHeader),
      )
    )['shelf_id'],
  ).toContain('broken');
});

describe('what a wider list shows', () => {
  const suite = open(filtered, { listBooks: { query: { shelf: 'B' } } });
  const all = ids.flatMap((shelf_id) => [1, 2, 3].map((number) => ({ id: `${shelf_id}${number}`, shelf_id })));

  /** @param shown the books that a shelf shows, by the time of the request. */
  const shelves =
    (shown: (books: typeof all) => typeof all = (books) => books): Handler =>
    ({ query }) => {
      const shelf = query.get('shelf');
      const [from, most] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 4)];
      const books = shelf === null ? all : shown(all.filter(({ shelf_id }) => String(shelf_id) === shelf));
      return jsonReply(200, { books: books.slice(from, from + most) });
    };

  test('is on the shelf, on its later pages too', async () => {
    const reported = await reportedOfServer(suite, shelves());
    expect(reported['shelf_id-complete']).toEqual(['pass']);
  });

  test('and is missed where it is not', async () => {
    const reported = await reportedOfServer(
      suite,
      shelves((books) => books.slice(0, 2)),
    );
    expect(reported['shelf_id-complete']).toEqual(['broken']);
    const outcomes = await outcomesOf(suite, () => shelves());
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });

  test('may come a moment later', async () => {
    let request = 0;
    const late = shelves((books) => {
      request += 1;
      return request < 6 ? books.slice(1) : books;
    });
    expect((await reportedOfServer(suite, late))['shelf_id-complete']).toEqual(['pass']);
  });

  test('may be requested by the shelf alone', async () => {
    const strict: Handler = (request) =>
      request.query.has('shelf') ? shelves()(request) : jsonReply(400, { msg: 'which shelf?' });
    expect((await reportedOfServer(suite, strict))['shelf_id-complete']).toEqual(['unsupported']);
  });
});

test('two choices of one list hold together', async () => {
  const choice = (name: string) => ({
    family: 'belongs-to',
    parameter: name,
    member: `${name}_id`,
    of: 'listBooks',
    rules: [demanded(`${name}_id`), demanded(`${name}_id-complete`)],
  });
  const [list, paged] = filtered.operations['listBooks']?.behaviour ?? [];
  const suite = (...names: readonly string[]) =>
    open(
      {
        operations: {
          listBooks: {
            request: 'GET /books',
            query: ['shelf', 'genre', 'limit', 'offset'],
            behaviour: [list ?? {}, paged ?? {}, ...names.map(choice)],
          },
        },
      },
      { listBooks: { query: {} } },
    );
  const all = [1, 2, 3, 4, 5, 6].map((id) => ({
    id: `b${id}`,
    shelf_id: id % 2 ? 'A' : 'B',
    genre_id: id % 3 ? 'x' : 'y',
  }));
  const server: Handler = ({ query }) => {
    const is = (name: string, value: string) => query.get(name) === null || query.get(name) === value;
    const from = Number(query.get('offset') ?? 0);
    const some = all.filter((one) => is('shelf', one.shelf_id) && is('genre', one.genre_id));
    return jsonReply(200, { books: some.slice(from, from + Number(query.get('limit') ?? 4)) });
  };
  expect(await reportedOfServer(suite('shelf', 'genre'), server)).toEqual({
    shelf_id: ['pass'],
    'shelf_id-complete': ['pass'],
    genre_id: ['pass'],
    'genre_id-complete': ['pass'],
  });
  const outcomes = (await outcomesOf(suite('shelf', 'genre'), () => server)).filter(({ id }) =>
    id.includes('beside another'),
  );
  expect(outcomes).toHaveLength(2);
  expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
});

test('a list of the maximum length holds an unknown number of items', async () => {
  const { listBooks } = filtered.operations;
  const [list, , belonging] = listBooks?.behaviour ?? [];
  const limited = { family: 'limited', limit: 'limit', maximum: 4, rules: [] };
  const unpaged: SmallApi = {
    operations: {
      listBooks: {
        request: 'GET /books',
        query: ['shelf', 'limit'],
        behaviour: [list ?? {}, limited, belonging ?? {}],
      },
    },
  };
  const made = Array.from({ length: 9 }, (_, place) => ({ id: `b${place}`, shelf_id: place > 1 ? 'B' : 'A' }));
  let times = 0;
  const server: Handler = ({ query }) => {
    times += 1;
    const shelf = query.get('shelf');
    // Items that were added meanwhile come first.
    const all = times > 6 ? [{ id: 'new', shelf_id: 'B' }, ...made] : made;
    return jsonReply(200, { books: all.filter((one) => shelf === null || one.shelf_id === shelf).slice(0, 4) });
  };
  const reported = await reportedOfServer(
    () => smallSuite(unpaged, { known: { inputs: { listBooks: { query: { shelf: 'B' } } } } }),
    server,
  );
  expect(reported['shelf_id-complete']).not.toContain('broken');
});

describe('a recorded trace', () => {
  const list: Answered = { ok: { shelves: [{ id: 'a' }] } };
  const books = (...of: readonly unknown[]): Answered => ({ ok: { books: of.map((shelf_id) => ({ shelf_id })) } });
  const verdict = (answer: Answered) =>
    reportedOf(open(inPath)(), { 'GET /shelves': list, 'GET /shelves/a/books': answer });

  test.each([
    ['of its own', books('a', 'A'), 'pass'],
    ['of another', books('a', 'b'), 'broken'],
    ['of nothing', books(), 'inconclusive'],
    ['without the member', { ok: { books: [{}] } } as const, 'inconclusive'],
    ['of a refusal', [503, {}] as const, 'blocked'],
  ])('%s', async (_, answer, expected) => {
    expect(await verdict(answer)).toEqual({ shelf_id: [expected] });
  });

  test('where a header chose is held against the header', () => {
    const suite = open(inQuery)();
    const [declared] = suite.api.declarations.filter(({ family }) => family === 'belongs-to');
    const reported: unknown[] = [];
    const judged = (headers: Record<string, string>) => {
      if (declared === undefined) return;
      const one = exchange(suite, 'listBooks', books('b'), { query: { shelf: 'a' }, headers });
      familyOf(declared)?.watch?.(declared, one, suite, (_, ...some) =>
        reported.push(...some.map(({ verdict }) => verdict)),
      );
    };
    judged({ 'x-shelf': 'b' });
    expect(reported).toEqual(['pass']);
    judged({});
    expect(reported).toEqual(['pass', 'broken']);
  });
});
