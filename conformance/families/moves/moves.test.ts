import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply, type Reply, sentIn } from '../../mutation/proxy/reply.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const text = { type: 'string' };
const security = ['token'];

const counted = { family: 'moves', by: 1, read: 'readBook', pointer: '/stars', rules: [demanded('count')] };

function moves(by: 1 | -1) {
  return { ...counted, at: '/stars', by, keeps: ['title', 'of/by'], rules: [...counted.rules, demanded('kept')] };
}

/** Books that readers may star. */
function suite(by: 1 | -1 = 1) {
  const body = {
    schema: { type: 'object', required: ['title'], properties: { title: text } },
    example: { title: 'A' },
  };
  const made = { family: 'read-back', read: 'readBook', parameter: 'book', id: '/id', rules: [] };
  const declared = moves(by);
  const beside = { ...moves(by > 0 ? -1 : 1), rules: [] };
  return smallSuite(
    {
      operations: {
        createBook: { request: 'POST /books', security, body, behaviour: [made] },
        readBook: { request: 'GET /books/{book}' },
        starBook: { request: 'POST /books/{book}/star', security, behaviour: [by > 0 ? declared : beside] },
        unstarBook: { request: 'POST /books/{book}/unstar', security, behaviour: [by < 0 ? declared : beside] },
      },
    },
    { credentials: { token: 'mira' }, otherCredentials: { token: 'jonas' } },
  );
}

interface Choices {
  /** Requests until a star shows. */
  readonly late?: number;
  /** Users cannot star their own items. */
  readonly modest?: boolean;
}

function serverOf({ late = 0, modest = false }: Choices = {}): Handler {
  const books: { readonly by: string; readonly stars: Set<string>; shown: number }[] = [];
  let due: { left: number; readonly show: () => void }[] = [];
  return ({ path, headers }): Reply => {
    for (const one of due) {
      one.left -= 1;
      if (one.left < 0) one.show();
    }
    due = due.filter(({ left }) => left >= 0);
    const user = String(headers['authorization']);
    if (path === '/books') return jsonReply(201, { id: books.push({ by: user, stars: new Set(), shown: 0 }) });
    const [, , id, verb] = path.split('/');
    const book = books[Number(id) - 1];
    if (book === undefined) return jsonReply(404, {});
    if (verb !== undefined && modest && book.by === user) return jsonReply(403, { msg: 'your own' });
    if (verb === 'star') book.stars.add(user);
    if (verb === 'unstar') book.stars.delete(user);
    const { size } = book.stars;
    const show = () => {
      book.shown = size;
    };
    if (late > 0 && verb !== undefined) due.push({ left: late, show });
    else if (verb !== undefined) show();
    return jsonReply(200, { id, title: 'A', of: { by: book.by }, stars: book.shown });
  };
}

describe.each([1, -1] as const)('a number that moves by %i', (by) => {
  const open = () => suite(by);

  test('passes', async () => {
    expect(await reportedOfServer(open, serverOf())).toEqual({ count: ['pass'], kept: ['pass'] });
  });

  test('passes where it shows a moment later', async () => {
    expect(await reportedOfServer(open, serverOf({ late: 3 }))).toEqual({ count: ['pass'], kept: ['pass'] });
  });

  test('passes if users may not change their own item, with an item of another user', async () => {
    expect(await reportedOfServer(open, serverOf({ modest: true }))).toEqual({ count: ['pass'], kept: ['pass'] });
  });
});

describe('a faulty server', async () => {
  const outcomes = [...(await outcomesOf(suite, serverOf)), ...(await outcomesOf(() => suite(-1), serverOf))];
  test.each(outcomes)('$id', ({ verdicts }) => expect(verdicts).toContain('broken'));
});

describe('a thing that the body names', () => {
  const listed = { family: 'list', items: '', noun: 'books', rules: [] };
  const body = {
    schema: { type: 'object', required: ['book_id'], properties: { book_id: text } },
    example: { book_id: 'some' },
  };
  const shop = () =>
    smallSuite(
      {
        operations: {
          listBooks: { request: 'GET /books', behaviour: [listed] },
          readBook: { request: 'GET /books/{book}' },
          order: {
            request: 'POST /orders',
            security,
            body,
            behaviour: [
              { family: 'found-in', list: 'listBooks', parameters: { book_id: 'id' }, rules: [] },
              { ...counted, parameter: 'book_id' },
            ],
          },
        },
      },
      { credentials: { token: 'mira' }, otherCredentials: { token: 'jonas' } },
    );
  const server = (): Handler => {
    const stars = new Map(['a', 'b', 'c'].map((id) => [id, 0]));
    return (request): Reply => {
      const { path, method } = request;
      if (path === '/books')
        return jsonReply(
          200,
          [...stars.keys()].map((id) => ({ id })),
        );
      const id = method === 'POST' ? String(sentIn(request)['book_id']) : (path.split('/')[2] ?? '');
      const count = stars.get(id);
      if (count === undefined) return jsonReply(method === 'POST' ? 422 : 404, {});
      if (method === 'POST') stars.set(id, count + 1);
      return jsonReply(200, method === 'POST' ? {} : { id, stars: count });
    };
  };

  test('has its number moved', async () => expect(await reportedOfServer(shop, server())).toEqual({ count: ['pass'] }));

  test('and each mutant is detected', async () => {
    const outcomes = await outcomesOf(shop, server);
    expect(outcomes.length).toBeGreaterThan(4);
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});

describe('an item that is removed', () => {
  /** Stays of dogs, by the key of the booking caller, and a number of all. */
  const kennel = () => {
    const body = {
      schema: { type: 'object', required: ['dog'], properties: { dog: { type: 'string', maxLength: 40 } } },
      example: { dog: 'Rex' },
    };
    const made = { family: 'read-back', read: 'readStay', parameter: 'stay', id: '/id', rules: [] };
    const counted = { family: 'moves', read: 'readKennel', pointer: '/taken' };
    return smallSuite(
      {
        operations: {
          book: { request: 'POST /stays', security, body, behaviour: [made, { ...counted, by: 1, rules: [] }] },
          readStay: { request: 'GET /stays/{stay}' },
          readKennel: { request: 'GET /kennel' },
          cancel: {
            request: 'DELETE /stays/{stay}',
            security,
            behaviour: [{ ...counted, by: -1, rules: [demanded('count')] }],
          },
        },
      },
      { credentials: { token: 'mira' }, otherCredentials: { token: 'jonas' } },
    );
  };

  /** @param late requests until a booking counts; @param swept whether a cancellation takes all that is the caller's. */
  const server = ({ late = 0, swept = false } = {}): Handler => {
    const stays = new Map<string, { readonly by: string; readonly at: number }>([['0', { by: 'x', at: 0 }]]);
    let [count, request] = [0, 0];
    return ({ path, method, headers }): Reply => {
      request += 1;
      const by = String(headers['authorization']);
      const id = path.split('/')[2] ?? '';
      if (path === '/kennel')
        return jsonReply(200, { taken: [...stays.values()].filter(({ at }) => at + late <= request).length });
      if (method === 'POST') {
        count += 1;
        stays.set(String(count), { by, at: request });
        return jsonReply(201, { id: String(count) });
      }
      if (method === 'GET') return jsonReply(stays.has(id) ? 200 : 404, { id });
      const own = [...stays].filter(([one, stay]) => one === id || (swept && stay.by === by));
      for (const [one] of own) stays.delete(one);
      // A repetition gets the same response (RFC 9110, section 9.2.2).
      return { kind: 'reply', status: 204, contentType: null, headers: {}, body: '' };
    };
  };

  test('may be taken away again, which moves nothing', async () => {
    expect(await reportedOfServer(kennel, server())).toEqual({ count: ['pass'] });
  });

  test('may have been counted a moment after it was made', async () => {
    expect(await reportedOfServer(kennel, server({ late: 4 }))).toEqual({ count: ['pass'] });
  });

  test('is one thing, not all that the caller has', async () => {
    expect(await reportedOfServer(kennel, server({ swept: true }))).toEqual({ count: ['broken'] });
  });
});
