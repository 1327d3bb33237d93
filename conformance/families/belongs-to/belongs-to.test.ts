import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply } from '../../fault/proxy/reply.ts';
import { type Answered, demanded, exchange, type SmallApi, saidOf, smallScene } from '../../testing/api.ts';
import { fatesOf, saidOfServer } from '../../testing/small-server.ts';
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
    smallScene(api, { known: { inputs: known } });

const ids = ['ash', 'B', 7] as const;

/** Two books on each shelf; nothing on a shelf that is not there, or a refusal. */
function library(missing: 'empty' | 'refused'): Handler {
  return ({ path, query, headers }) => {
    if (path === '/shelves') return jsonReply(200, { shelves: ids.map((id) => ({ id })) });
    const asked = headers['x-shelf'] ?? query.get('shelf') ?? decodeURIComponent(path.split('/')[2] ?? '');
    const shelf = ids.find((id) => String(id).toLowerCase() === asked.toLowerCase());
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
])('what %s names', (_, scene) => {
  test.each(['empty', 'refused'] as const)(
    'is all that a right server shows; what is missing is %s',
    async (missing) => {
      expect(await saidOfServer(scene, library(missing))).toEqual({ shelf_id: ['pass'] });
    },
  );

  test.each(['empty', 'refused'] as const)('each fault is found out; what is missing is %s', async (missing) => {
    const fates = await fatesOf(scene, () => library(missing));
    expect(fates.length).toBeGreaterThan(4);
    expect(fates.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
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
          ...{ family: 'belongs-to', parameter: 'shelf', member: 'shelf_id', of: 'listBooks' },
          rules: [demanded('shelf_id'), demanded('shelf_id-complete')],
        },
      ],
    },
  },
};

describe('what a wider list tells of', () => {
  const scene = open(filtered, { listBooks: { query: { shelf: 'B' } } });
  const all = ids.flatMap((shelf_id) => [1, 2, 3].map((number) => ({ id: `${shelf_id}${number}`, shelf_id })));

  /** @param shown what a shelf shows of its books, at each time that somebody asks for it. */
  const shelves =
    (shown: (books: typeof all) => typeof all = (books) => books): Handler =>
    ({ query }) => {
      const shelf = query.get('shelf');
      const [from, most] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 4)];
      const books = shelf === null ? all : shown(all.filter(({ shelf_id }) => String(shelf_id) === shelf));
      return jsonReply(200, { books: books.slice(from, from + most) });
    };

  test('is on the shelf, on its later pages too', async () => {
    const said = await saidOfServer(scene, shelves());
    expect(said['shelf_id-complete']).toEqual(['pass']);
  });

  test('and is missed where it is not', async () => {
    const said = await saidOfServer(
      scene,
      shelves((books) => books.slice(0, 2)),
    );
    expect(said['shelf_id-complete']).toEqual(['broken']);
    const fates = await fatesOf(scene, () => shelves());
    expect(fates.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });

  test('may come a moment later', async () => {
    let asked = 0;
    const late = shelves((books) => {
      asked += 1;
      return asked < 6 ? books.slice(1) : books;
    });
    expect((await saidOfServer(scene, late))['shelf_id-complete']).toEqual(['pass']);
  });

  test('may be asked for by the shelf alone', async () => {
    const strict: Handler = (asked) =>
      asked.query.has('shelf') ? shelves()(asked) : jsonReply(400, { msg: 'which shelf?' });
    expect((await saidOfServer(scene, strict))['shelf_id-complete']).toEqual(['unsupported']);
  });
});

describe('a recorded trace', () => {
  const list: Answered = { ok: { shelves: [{ id: 'a' }] } };
  const books = (...of: readonly unknown[]): Answered => ({ ok: { books: of.map((shelf_id) => ({ shelf_id })) } });
  const verdict = (answer: Answered) =>
    saidOf(open(inPath)(), { 'GET /shelves': list, 'GET /shelves/a/books': answer });

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
    const scene = open(inQuery)();
    const [declared] = scene.api.declarations.filter(({ family }) => family === 'belongs-to');
    const said: unknown[] = [];
    const judged = (headers: Record<string, string>) => {
      if (declared === undefined) return;
      const one = exchange(scene, 'listBooks', books('b'), { query: { shelf: 'a' }, headers });
      familyOf(declared)?.watch?.(declared, one, scene, (_, ...some) =>
        said.push(...some.map(({ verdict }) => verdict)),
      );
    };
    judged({ 'x-shelf': 'b' });
    expect(said).toEqual(['pass']);
    judged({});
    expect(said).toEqual(['pass', 'broken']);
  });
});
