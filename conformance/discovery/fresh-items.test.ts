import { describe, expect, test } from 'vitest';
import type { CheckContext } from '../core/context.ts';
import { operationOf } from '../model/document/api.ts';
import type { CredentialUse } from '../model/exchange.ts';
import { noInput } from '../model/input.ts';
import type { ServiceTarget } from '../model/target.ts';
import { isObject } from '../model/values/json.ts';
import { jsonReply } from '../mutation/proxy/reply.ts';
import { atOnce, untilWith } from '../run/send/until.ts';
import { type SmallOperation, smallSuite } from '../testing/api.ts';
import { sendingOf } from '../testing/small-server.ts';
import { type FreshOptions, isMakeable, takeBack } from './fresh.ts';
import { freshInput, makeNamed } from './things.ts';

type Operations = Readonly<Record<string, SmallOperation>>;

const body = (properties: object, example: object) => ({
  schema: { type: 'object', required: Object.keys(properties), properties },
  example,
});
const readBack = (read: string, parameter: string) => ({ family: 'read-back', read, parameter, id: '/id', rules: [] });

/** A context that records requests, and the credentials that each had. @param status of each answer */
function opened(operations: Operations, target: Partial<ServiceTarget> = {}, status = (_: number) => 201) {
  const suite = smallSuite({ operations }, target);
  const sent: string[] = [];
  const used: unknown[] = [];
  const answer = sendingOf(suite, ({ method, path, query }) => {
    sent.push(`${method} ${path}`);
    const listed = [{ id: 'a' }, { id: 'b' }];
    return method === 'GET' && query.size === 0
      ? jsonReply(200, listed)
      : jsonReply(status(sent.length), { id: 'new' });
  });
  const send: CheckContext['send'] = (call) => {
    used.push(call.kind === 'http' ? call.credentials : null);
    return answer(call);
  };
  const ctx: CheckContext = { suite, send, until: untilWith(atOnce, {}) };
  return { ctx, sent, used };
}

const books: Operations = {
  addShelf: { request: 'POST /shelves', behaviour: [readBack('readShelf', 'shelf')] },
  readShelf: { request: 'GET /shelves/{shelf}' },
  copyShelf: { request: 'POST /shelves/{shelf}/copies', behaviour: [readBack('readShelf', 'shelf')] },
  addLooseBook: { request: 'POST /books', behaviour: [readBack('readBook', 'book')] },
  addBook: { request: 'POST /shelves/{shelf}/books', behaviour: [readBack('readBook', 'book')] },
  readBook: { request: 'GET /shelves/{shelf}/books/{book}' },
  likeBook: { request: 'PUT /shelves/{shelf}/books/{book}/like' },
  dust: { request: 'PUT /shelves/{shelf}/dust' },
  cleanRoom: { request: 'PUT /rooms/{room_id}/clean' },
};

describe('the item of a request', () => {
  test.each<[string, readonly string[], object]>([
    ['dust', ['POST /shelves'], { shelf: 'new' }],
    ['likeBook', ['POST /shelves', 'POST /shelves/new/books'], { shelf: 'new', book: 'new' }],
    ['addShelf', [], {}],
  ])('of %s is created by the operations for its whole path: %j', async (id, requests, path) => {
    const { ctx, sent } = opened(books);
    expect((await freshInput(ctx, id, { name: id }))?.path).toEqual(path);
    expect(sent).toEqual(requests);
  });

  test.each<[object, readonly string[], object]>([
    [{ shelf: 's1' }, ['POST /shelves/s1/books'], { shelf: 's1', book: 'new' }],
    [{ shelf: 's1', book: 'b1' }, [], { shelf: 's1', book: 'b1' }],
    [{ other: 'o1' }, ['POST /shelves', 'POST /shelves/new/books'], { shelf: 'new', book: 'new' }],
  ])('is created within %j', async (within, requests, path) => {
    const { ctx, sent } = opened(books);
    expect((await freshInput(ctx, 'likeBook', { name: 'liked', within: { ...within } }))?.path).toEqual(path);
    expect(sent).toEqual(requests);
  });

  test.each([
    ['addShelf', true],
    ['dust', true],
    ['likeBook', true],
    ['cleanRoom', false],
  ])('of %s can be created: %s', (id, expected) => {
    const { api } = smallSuite({ operations: books });
    expect(isMakeable(api, operationOf(api, id))).toBe(expected);
  });

  test.each<[string, (number: number) => number, number, boolean]>([
    ['taken twice', (number) => (number <= 2 ? 409 : 201), 3, true],
    ['always taken', () => 409, 3, false],
    ['rejected', () => 422, 1, false],
  ])('that is %s is tried again, or not', async (_what, status, requests, isMade) => {
    const { ctx, sent } = opened(books, {}, status);
    const input = await freshInput(ctx, 'dust', { name: 'dusted' });
    expect([sent.length, input !== null]).toEqual([requests, isMade]);
  });

  test.each([
    [5, true],
    [6, false],
  ])('is created through a chain of %i others: %s', async (length, isMade) => {
    const steps = Array.from({ length }, (_, index) => index + 1);
    const chain = steps.flatMap((step): readonly (readonly [string, SmallOperation])[] => {
      const above = step === 1 ? '' : `/t${step - 1}/{p${step - 1}}`;
      return [
        [`add${step}`, { request: `POST ${above}/t${step}`, behaviour: [readBack(`read${step}`, `p${step}`)] }],
        [`read${step}`, { request: `GET /t${step}/{p${step}}` }],
      ];
    });
    const operations = { ...Object.fromEntries(chain), like: { request: `PUT /t${length}/{p${length}}/like` } };
    const { ctx, sent } = opened(operations);
    expect((await freshInput(ctx, 'like', { name: 'liked' })) !== null).toBe(isMade);
    expect(sent).toHaveLength(isMade ? length : 0);
  });
});

describe('the item is created', () => {
  const card = ['Card'];
  const shelves = (more: {
    reader?: readonly string[];
    maker?: readonly string[];
    sender?: readonly string[];
    behaviour?: readonly object[];
  }) => ({
    listShelves: { request: 'GET /shelves' },
    readMine: { request: 'GET /mine/{mine}' },
    clearShelf: { request: 'DELETE /shelves/{shelf}' },
    addShelf: {
      request: 'POST /shelves',
      security: more.maker ?? card,
      behaviour: [readBack('readShelf', 'shelf')],
    },
    readShelf: { request: 'GET /shelves/{shelf}', ...(more.reader === undefined ? {} : { security: more.reader }) },
    dust: {
      request: 'PUT /shelves/{shelf}/dust',
      security: more.sender ?? card,
      behaviour: more.behaviour ?? [],
    },
  });
  const owned = { family: 'owned', rules: [] };

  test.each<[string, Parameters<typeof shelves>[0], Partial<FreshOptions>, CredentialUse]>([
    ['by another user, where anyone may read it', {}, {}, 'other'],
    ['by the caller, where not anyone may read it', { reader: card }, {}, 'given'],
    ['by the caller, where only its owner may change it', { behaviour: [owned] }, {}, 'given'],
    ['by the named user', {}, { maker: 'given' }, 'given'],
    ['by the sender, who is another user', { reader: card }, { credentials: 'other' }, 'other'],
    ['by the caller, where the other user has no credentials to send', { sender: ['Desk'] }, {}, 'given'],
    ['by the caller, where the other user has no such credentials', { maker: ['Desk'] }, {}, 'given'],
  ])('%s', async (_what, api, options, expected) => {
    const { ctx, used } = opened(shelves(api), { credentials: { Card: 'his' }, otherCredentials: { Card: 'hers' } });
    await freshInput(ctx, 'dust', { name: 'dusted', ...options });
    expect(used).toEqual([expected]);
  });
});

test('a name in the path that the caller may choose is unique, unless the target has one', async () => {
  const share: Operations = {
    addShelf: { request: 'POST /shelves', behaviour: [readBack('readShelf', 'shelf')] },
    readShelf: { request: 'GET /shelves/{shelf}' },
    share: { request: 'PUT /shelves/{shelf}/readers/{person}' },
  };
  const pathOf = async (target: object) =>
    (await freshInput(opened(share, { known: { inputs: { share: target } } }).ctx, 'share', { name: 'shared' }))?.path;
  expect(await pathOf([])).toEqual({ shelf: 'new', person: expect.stringMatching(/^conformance/) });
  expect(await pathOf({ path: { shelf: 'a', person: 'Ada' } })).toEqual({ shelf: 'new', person: 'Ada' });
});

describe('the inputs beside the item', () => {
  const lend: Operations = {
    listCopies: { request: 'GET /copies', behaviour: [{ family: 'list', items: '', noun: 'copies', rules: [] }] },
    ...Object.fromEntries(
      ['POST', 'GET'].map((method) => [
        method === 'GET' ? 'readLoans' : 'lend',
        {
          request: `${method} /loans`,
          query: ['copy'],
          body: body({ copy: { type: 'string' } }, { copy: 'x' }),
          behaviour: [{ family: 'found-in', list: 'listCopies', parameters: { copy: 'id' }, rules: [] }],
        },
      ]),
    ),
  };

  test.each([
    ['lend', ['a', 'b', 'a']],
    ['readLoans', ['a', 'a', 'a']],
  ])('of %s are found, others each time where it changes something: %j', async (id, expected) => {
    const { ctx } = opened(lend);
    const copies: unknown[] = [];
    for (const name of ['one', 'two', 'three']) {
      const input = await freshInput(ctx, id, { name });
      copies.push(isObject(input?.body) ? input.body['copy'] : null);
    }
    expect(copies).toEqual(expected);
  });

  test('are those of the target, else those that the service completes', async () => {
    const inputs = { lend: { query: { copy: 'c' }, headers: { 'X-A': '1' } } };
    const { ctx } = opened(lend, { known: { inputs } });
    const complete = async () => ({ query: { copy: 'd' }, headers: { 'X-A': '2' }, body: { copy: 'e' } });
    const input = await freshInput({ ...ctx, suite: { ...ctx.suite, complete } }, 'lend', { name: 'one' });
    expect(input).toMatchObject({ query: { copy: 'c' }, headers: { 'X-A': '1' }, body: { copy: 'a' } });
  });
});

describe('an item that the caller names', () => {
  const named: Operations = {
    addShelf: { request: 'POST /shelves', behaviour: [readBack('readShelf', 'shelf')] },
    readShelf: { request: 'GET /shelves/{shelf}' },
    addBooks: {
      request: 'POST /shelves/{shelf}/books',
      body: { schema: { type: 'object' }, example: { books: [{ isbn: 'a' }, { isbn: 'b' }] } },
    },
    removeBook: { request: 'DELETE /shelves/{shelf}/books/{isbn}/' },
    addPen: { request: 'POST /pens', body: { schema: { type: 'object' }, example: { pen: 'a' } } },
    readPen: { request: 'GET /pens/{pen}' },
  };

  test('has the name of the request, where the server accepts it', async () => {
    const { ctx } = opened(named);
    const maker = operationOf(ctx.suite.api, 'addPen');
    expect(await makeNamed(ctx, maker, { name: 'one' })).toMatch(/^conformance[a-z]{10}$/);
    const { ctx: refused } = opened(named, {}, () => 422);
    expect(await makeNamed(refused, maker, { name: 'one' })).toBeNull();
  });

  test.each<[string, object, readonly string[]]>([
    ['addBooks', { books: [{ isbn: 'a' }, { isbn: 'b' }] }, ['/shelves/s1/books/a/', '/shelves/s1/books/b/']],
    ['addPen', { pen: 'a' }, []],
    ['addShelf', { shelf: 'a' }, []],
  ])('of %s is taken back, where an operation removes it', async (id, sentBody, paths) => {
    const { ctx, sent, used } = opened(named);
    await takeBack(ctx, id, { ...noInput, path: { shelf: 's1' }, headers: { 'X-A': '1' }, body: sentBody }, 'other');
    expect(sent).toEqual(paths.map((path) => `DELETE ${path}`));
    expect(used).toEqual(paths.map(() => 'other'));
  });
});
