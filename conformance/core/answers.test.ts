import { expect, it } from 'vitest';
import type { Call, Exchange, HttpCall } from '../model/exchange.ts';
import { smallSuite } from '../testing/api.ts';
import { isAnswerOf, listAt, objectOf, pick, sendTo, serverTimeOf } from './answers.ts';
import type { CheckContext } from './context.ts';

const call: HttpCall = {
  kind: 'http',
  label: 'read',
  operation: 'listBooks',
  schemes: [],
  method: 'GET',
  path: '/books',
  headers: {},
  body: null,
  intent: 'valid',
  credentials: 'given',
};

function answer(value: unknown, status = 200, of: Exchange['call'] = call): Exchange {
  const body = { text: '', bytes: 2, json: { ok: true as const, value } };
  const outcome = { kind: 'answer', status, contentType: 'application/json', retryAfter: null, body } as const;
  return { call: of, url: 'http://x/books', method: 'GET', headers: {}, requestBody: null, outcome };
}

it.each<[unknown, number, unknown, unknown, unknown]>([
  [{ ts: 5, data: { id: 1 } }, 200, { id: 1 }, 5, null],
  [{ ts: '5', data: [{ id: 1 }, 2] }, 200, null, null, [{ id: 1 }]],
  [{ data: null }, 200, null, null, []],
  [{}, 200, null, null, null],
  [{ ts: 5, data: { id: 1 } }, 400, null, null, null],
])('the parts of %j with %i', (value, status, object, time, list) => {
  const exchange = answer(value, status);
  expect([objectOf(exchange), serverTimeOf(exchange), listAt(exchange, '/data')]).toEqual([object, time, list]);
});

it('a missing answer has no parts', () => {
  expect([objectOf(undefined), serverTimeOf(undefined), listAt(undefined, '/data')]).toEqual([null, null, null]);
});

it('an exchange is an answer of its operation when it is a success', () => {
  expect(isAnswerOf(answer({}), 'readBook', 'listBooks')).toBe(true);
  expect(isAnswerOf(answer({}), 'readBook')).toBe(false);
  expect(isAnswerOf(answer({}, 404), 'listBooks')).toBe(false);
  expect(isAnswerOf(answer({}, 200, { ...call, operation: null }), 'listBooks')).toBe(false);
  const rpc = {
    kind: 'rpc',
    label: 'x',
    method: 'listBooks',
    protocol: 'connect',
    message: {},
    intent: 'valid',
  } as const;
  expect(isAnswerOf(answer({}, 200, rpc), 'listBooks')).toBe(false);
});

it.each([
  [[], []],
  [[1], [1]],
  [
    [1, 2],
    [1, 2],
  ],
  [
    [1, 2, 3],
    [1, 2, 3],
  ],
  [
    [1, 2, 3, 4, 5, 6],
    [1, 2, 4, 5, 6],
  ],
  [
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
    [1, 2, 5, 8, 9],
  ],
])('the items of %j at which lists are often wrong', (items, expected) => {
  expect([...pick(items)].sort()).toEqual(expected);
});

it('a request is sent with the input that is known, and nothing else', async () => {
  const suite = smallSuite({ operations: { readBook: { request: 'GET /books/{book}', query: ['page'] } } });
  const sent: Call[] = [];
  const ctx = { suite, send: async (one: Call) => answer(sent.push(one)) } as unknown as CheckContext;
  await sendTo(ctx, 'readBook', { path: { book: 'b1' } }, { label: 'read' });
  expect(sent).toEqual([
    expect.objectContaining({ operation: 'readBook', label: 'read', method: 'GET', path: '/books/b1', body: null }),
  ]);
});
