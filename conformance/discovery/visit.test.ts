import { describe, expect, test } from 'vitest';
import type { CheckContext, SuiteContext } from '../core/context.ts';
import type { Exchange } from '../model/exchange.ts';
import { bodyOf, jsonReply } from '../mutation/proxy/reply.ts';
import { atOnce, untilWith } from '../run/send/until.ts';
import { type SmallOperation, smallSuite } from '../testing/api.ts';
import { sendingOf } from '../testing/small-server.ts';
import { visit, visitFilled, visitWith } from './visit.ts';

const text = { type: 'string' };
const security = ['Card'];
const list = { family: 'list', items: '', noun: 'items', rules: [] };
const foundIn = { family: 'found-in', list: 'listBooks', parameters: { book: 'id' }, rules: [] };
const body = (properties: object, example: object) => ({ schema: { type: 'object', properties }, example });

const operations: Readonly<Record<string, SmallOperation>> = {
  listBooks: { request: 'GET /books', query: ['genre', 'size'], headers: ['X-Desk'], behaviour: [list] },
  addBook: { request: 'POST /books', body: body({ title: text }, { title: 'a' }) },
  readBook: { request: 'GET /books/{book}', behaviour: [foundIn] },
  changeBook: {
    request: 'PUT /books/{book}',
    query: ['why'],
    body: body({ title: text, pages: { items: { properties: { text, page_id: text } } } }, { title: 'a', pages: [{}] }),
    behaviour: [foundIn],
  },
  clear: { request: 'DELETE /carts', security },
  addTurn: { request: 'POST /chats/{chat}/turns', body: body({ say: text }, { say: 'a' }) },
  readTurns: { request: 'GET /chats/{chat}/turns' },
  addChat: {
    request: 'POST /chats',
    behaviour: [{ family: 'read-back', read: 'readChat', parameter: 'chat', id: '/id', rules: [] }],
  },
  readChat: { request: 'GET /chats/{chat}' },
  readInfo: { request: 'GET /info' },
  sendAll: { request: 'POST /letters', query: ['why'] },
};

/** A context, and what it sends: the label, the intent, the credentials and the request. */
function opened(
  changes: Partial<SuiteContext> = {},
  books: readonly object[] = ['b1', 'b2', 'b3'].map((id) => ({ id })),
) {
  const base = smallSuite({ operations }, { credentials: { Card: 'his' } });
  const suite = { ...base, ...changes, target: { ...base.target, ...changes.target } };
  const sent: string[] = [];
  const marks: string[] = [];
  const settled: Exchange[] = [];
  const settle = async (exchange: Exchange) => void settled.push(exchange);
  const answer = sendingOf(suite, (request) => {
    const { method, path, query, headers } = request;
    const inputs = JSON.stringify({ ...Object.fromEntries(query), ...headers, ...Object(bodyOf(request)) });
    const shown = inputs
      .replaceAll(/conformance[a-z]{10}/g, 'fresh')
      .replace(/"content-type":"application\/json",?/, '');
    sent.push(`${method} ${path} ${shown}`);
    if (path === '/info') return jsonReply(404, {});
    return method === 'GET' ? jsonReply(200, books) : jsonReply(201, { id: 'new' });
  });
  const send: CheckContext['send'] = (call) => {
    if (call.kind === 'http') {
      const flags = [call.isCertain === true ? 'certain' : '', call.isNamed === true ? 'named' : ''];
      marks.push([call.label, call.intent, call.credentials, ...flags].filter((one) => one !== '').join(', '));
    }
    return answer(call);
  };
  const ctx: CheckContext = { suite: { ...suite, settle }, send, until: untilWith(atOnce, {}) };
  return { ctx, sent, marks, settled };
}

describe('an operation is visited', () => {
  test.each<[string, readonly string[], number]>([
    ['readBook', ['readBook, the first, valid, given, named', 'readBook, the last, valid, given, named'], 2],
    ['readInfo', ['readInfo, the first, valid, given'], 0],
    ['changeBook', ['changeBook, the first, open, given'], 1],
    ['clear', [], 0],
  ])('%s with the first and the last item, or once: %j', async (id, expected, successes) => {
    const { ctx, marks, settled } = opened();
    const exchanges = await visit(ctx, id);
    expect(marks.filter((mark) => mark.startsWith(id))).toEqual(expected);
    expect([exchanges.length, settled.length]).toEqual([expected.length, successes]);
    expect(await visit(ctx, id)).toBe(exchanges);
  });

  test('with inputs of the target, which are certain', async () => {
    const target = { known: { inputs: { readBook: { path: { book: 'b9' } } } } } as never;
    const { ctx, marks } = opened({ target });
    await visit(ctx, 'readBook');
    expect(marks).toEqual(['readBook, the first, valid, given, certain']);
  });

  test('as another user, where it changes all data of the caller', async () => {
    const { ctx, marks } = opened({ target: { otherCredentials: { Card: 'hers' } } as never });
    await visit(ctx, 'clear');
    expect(marks).toEqual(['clear, the first, open, other']);
  });

  test('on an item that was created for it, where one can be', async () => {
    const { ctx, sent } = opened();
    await visit(ctx, 'addTurn');
    expect(sent).toEqual(['POST /chats {}', 'POST /chats/new/turns {"say":"a"}']);
  });

  test('once, where there is only one item, and never without', async () => {
    const one = opened({}, [{ id: 'b1' }]);
    expect(await visit(one.ctx, 'readBook')).toHaveLength(1);
    const none = opened({}, []);
    expect(await visit(none.ctx, 'readBook')).toEqual([]);
  });
});

describe('after something was added', () => {
  test.each<[string, readonly string[], number]>([
    [
      'readTurns',
      ['POST /chats {}', 'POST /chats {}', 'POST /chats/new/turns {"say":"a"}', 'GET /chats/new/turns {}'],
      1,
    ],
    ['addTurn', [], 0],
    ['readInfo', [], 0],
  ])('%s is visited again: %j', async (id, expected, added) => {
    const { ctx, sent, settled } = opened();
    const exchanges = await visitFilled(ctx, id);
    expect(sent).toEqual(expected);
    expect([exchanges.length, settled.length]).toEqual([added, added]);
  });

  test('a list is visited with two more items', async () => {
    const { ctx, sent } = opened();
    expect(await visitFilled(ctx, 'listBooks')).toHaveLength(1);
    expect(sent).toEqual(['POST /books {"title":"a"}', 'POST /books {"title":"a"}', 'GET /books {}']);
  });

  test('nothing is visited in a run that only reads', async () => {
    const { ctx, sent } = opened({ readOnly: true });
    expect(await visitFilled(ctx, 'readTurns')).toEqual([]);
    expect(sent).toEqual([]);
  });
});

describe('an operation with some inputs is visited with all, with none and without each', () => {
  test.each<[string, readonly string[], readonly unknown[], readonly string[]]>([
    ['listBooks', ['/query/genre'], ['fable'], ['GET /books {"genre":"fable"}', 'GET /books {}']],
    [
      'listBooks',
      ['/query/genre', '/headers/X-Desk'],
      ['a', 'b', 'c'],
      [
        'GET /books {"genre":"b","x-desk":"b"}',
        'GET /books {}',
        'GET /books {"x-desk":"b"}',
        'GET /books {"genre":"b"}',
      ],
    ],
    ['sendAll', ['/query/why'], ['a'], ['POST /letters {"why":"a"}', 'POST /letters {}']],
    ['listBooks', ['/query/genre'], [5], ['GET /books {}', 'GET /books {}']],
    ['listBooks', ['/path/genre', '/query'], [], ['GET /books {}']],
    [
      'changeBook',
      ['/body/title'],
      [],
      ['GET /books {}', 'PUT /books/b1 {"title":"a","pages":[{}]}', 'PUT /books/b1 {"pages":[{}]}'],
    ],
    [
      'changeBook',
      ['/body/pages'],
      [],
      [
        'GET /books {}',
        'PUT /books/b1 {"title":"a","pages":[{}]}',
        'PUT /books/b1 {"title":"a"}',
        'PUT /books/b1 {"title":"a","pages":[{},{}]}',
      ],
    ],
  ])('%s with %j', async (id, pointers, reported, expected) => {
    const { ctx, sent } = opened();
    await visitWith(ctx, id, pointers, reported);
    expect(sent).toEqual(expected);
  });

  test('but not without an item', async () => {
    const { ctx, sent } = opened({}, []);
    expect(await visitWith(ctx, 'changeBook', ['/body/title'])).toEqual([]);
    expect(new Set(sent)).toEqual(new Set(['GET /books {}']));
  });

  test('and says so', async () => {
    const { ctx, marks } = opened();
    await visitWith(ctx, 'listBooks', ['/query/genre', '/query/size'], ['a']);
    expect(marks.map((mark) => mark.replace(', open, given', ''))).toEqual([
      'listBooks',
      'listBooks without genre, size',
      'listBooks without genre',
      'listBooks without size',
    ]);
    const two = opened();
    await visitWith(two.ctx, 'changeBook', ['/body/pages']);
    expect(two.marks.at(-1)).toBe('changeBook with two, open, given');
  });
});
