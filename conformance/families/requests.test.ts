import { expect, test } from 'vitest';
import type { MatchedRequest } from '../core/place.ts';
import { exchange, smallSuite } from '../testing/api.ts';
import { holds, requestIn, requestOf } from './requests.ts';

const suite = smallSuite({
  operations: {
    changeBook: {
      request: 'POST /shelves/{shelf}/books',
      query: ['q'],
      headers: ['X-Site'],
      body: { schema: { type: 'object' }, example: {} },
    },
  },
});
const input = {
  path: { shelf: 's 1' },
  query: { q: 'pears' },
  headers: { 'X-Site': 'north' },
  body: { title: 'Figs' },
};

test('expressions see the inputs of a request', () => {
  const sent = exchange(suite, 'changeBook', [200, {}], input);
  const seen = {
    path: { shelf: 's 1' },
    query: { q: 'pears' },
    headers: { 'x-site': 'north' },
    body: { title: 'Figs' },
  };
  expect(requestIn(suite.api, 'changeBook', sent)).toMatchObject(seen);
  expect(requestIn(suite.api, 'changeBook', { ...sent, headers: { 'X-Site': 'old', 'X-More': '1' } })).toMatchObject({
    headers: { 'x-site': 'north', 'x-more': '1' },
  });
});

test.each([null, '', '{', 'null'])('the body %j is none', (requestBody) => {
  expect(
    requestIn(suite.api, 'changeBook', { ...exchange(suite, 'changeBook', [200, {}]), requestBody }).body,
  ).toBeNull();
});

test('the inputs of a request to a faulty server are the same', () => {
  const request = {
    method: 'POST',
    path: '/shelves/s1/books',
    query: new URLSearchParams({ q: 'pears' }),
    headers: { 'X-Site': 'north', 'x-none': undefined, 'content-type': 'application/json' },
    body: '{"title":"Figs"}',
    inputs: { shelf: 's1' },
  } as unknown as MatchedRequest;
  expect(requestOf(request)).toEqual({
    path: { shelf: 's1' },
    query: { q: 'pears' },
    headers: { 'x-site': 'north', 'content-type': 'application/json' },
    body: { title: 'Figs' },
  });
  expect(requestOf({ ...request, body: '' }).body).toBeNull();
});

test('a condition holds only if that is certain', () => {
  const request = { path: {}, query: {}, headers: {}, body: null };
  expect(holds(undefined, {}, request)).toBe(true);
  expect(holds('this.a == 1', { a: 1 }, request)).toBe(true);
  expect(holds('this.a == 1', { a: 2 }, request)).toBe(false);
  expect(holds('this.a == 1', {}, request)).toBe(false);
});
