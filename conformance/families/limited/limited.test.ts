import { describe, expect, test } from 'vitest';
import { type JsonObject, objectsOf } from '../../model/values/json.ts';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const list = { family: 'list', items: '', noun: 'books', key: 'title', rules: [] };
const pass = ['pass'];

/** A list without pages, which books can be put into by their titles, several at once. */
function suite(numbers: { readonly default?: number; readonly maximum?: number } = {}, known = {}) {
  const aspects = ['at-most', 'filled', ...Object.keys(numbers)];
  const limited = { family: 'limited', limit: 'n', ...numbers, rules: aspects.map((aspect) => demanded(aspect)) };
  const schema = { type: 'object', properties: { books: { type: 'array', items: { type: 'object' } } } };
  return smallSuite(
    {
      operations: {
        findBooks: { request: 'GET /books/search', query: ['n'], behaviour: [list, limited] },
        addBooks: { request: 'POST /books', body: { schema, example: { books: [{ title: 'a', about: 'harbours' }] } } },
        removeBook: { request: 'DELETE /books/{title}' },
      },
    },
    { settleMs: 100, known },
  );
}

interface Choices {
  readonly books?: number;
  readonly usual?: number;
  readonly maximum?: number;
  /** What lies beyond the maximum is refused. */
  readonly strict?: boolean;
  /** Rejects a limit above this number. */
  readonly atOnce?: number;
  /** Nothing can be added. */
  readonly closed?: boolean;
}

interface Library {
  readonly handler: Handler;
  readonly titles: () => readonly unknown[];
}

function library({ books = 0, usual = 3, maximum = 8, strict, atOnce = 100, closed }: Choices = {}): Library {
  let all: JsonObject[] = Array.from({ length: books }, (_, index) => ({ title: `old ${index}` }));
  const handler: Handler = ({ method, path, query, body }) => {
    if (method === 'DELETE') {
      all = all.filter(({ title }) => title !== path.split('/').at(-1));
      return jsonReply(204, {});
    }
    if (method === 'POST') {
      const added = objectsOf(JSON.parse(body)['books']);
      if (closed === true || added.length > atOnce) return jsonReply(403, { msg: 'no' });
      all = [...added, ...all];
      return jsonReply(201, {});
    }
    const n = query.has('n') ? Number(query.get('n')) : usual;
    if (!Number.isInteger(n) || n < 1 || (strict === true && n > maximum)) return jsonReply(422, { msg: 'no' });
    return jsonReply(200, all.slice(0, Math.min(n, maximum)));
  };
  return { handler, titles: () => all.map(({ title }) => title) };
}

describe('an honest answer', () => {
  const numbers = { default: 3, maximum: 8 };
  const all = { 'at-most': pass, filled: pass, default: pass, maximum: pass };

  test.each<[string, Choices]>([
    ['with much in it', { books: 30 }],
    ['that refuses what lies beyond the maximum', { books: 30, strict: true }],
    ['with nothing in it, until something is added', {}],
    ['that takes a few at once only', { atOnce: 20 }],
  ])('%s passes', async (_, choices) => {
    const { handler } = library(choices);
    expect(await reportedOfServer(() => suite(numbers), handler)).toEqual(all);
  });

  test('with an undocumented maximum may be cut', async () => {
    const { handler } = library({ books: 30, maximum: 2 });
    expect(await reportedOfServer(() => suite(), handler)).toEqual({ 'at-most': pass, filled: pass });
  });

  test('is left as it was', async () => {
    const { handler, titles } = library({ books: 2 });
    await reportedOfServer(() => suite(numbers), handler);
    expect(titles()).toEqual(['old 0', 'old 1']);
  });

  test('that cannot be filled decides nothing', async () => {
    const undecided = ['inconclusive'];
    const { handler } = library({ closed: true });
    const reported = await reportedOfServer(() => suite(numbers), handler);
    expect(reported).toEqual({ 'at-most': undecided, filled: undecided, default: undecided, maximum: undecided });
  });
});

describe('an answer', () => {
  test('that holds fewer than were put into the list, and that it could hold, is cut short', async () => {
    const { handler } = library({ maximum: 4 });
    expect((await reportedOfServer(() => suite({ maximum: 8 }), handler))['filled']).toContain('broken');
  });
});

describe('a faulty server', async () => {
  const outcomes = await outcomesOf(
    () => suite({ default: 3, maximum: 8 }),
    () => library({ books: 30 }).handler,
  );
  test.each(outcomes)('$id', ({ verdicts }) => expect(verdicts).toContain('broken'));
});
