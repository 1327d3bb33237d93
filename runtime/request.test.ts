import { expect, it } from 'vitest';
import type { Input } from './input.ts';
import { handlerRequest, requestInfo, type Sent } from './request.ts';

const signal = new AbortController().signal;
const sentWith = (headers: Readonly<Record<string, string>>): Sent<unknown> => ({
  request: {},
  method: 'PUT',
  url: '/a?b',
  header: (name) => headers[name],
  headers: () => headers,
  signal: () => signal,
  hasLeft: () => false,
  address: () => '::1',
  isConsumed: () => false,
  bytes: async () => new Uint8Array(),
});

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

it.each([
  [{ 'x-request-id': 'a.b:c/d+e=f-1_2' }, /^a\.b:c\/d\+e=f-1_2$/],
  [{ 'x-request-id': 'a'.repeat(128) }, /^a{128}$/],
  [{ 'x-request-id': 'a'.repeat(129) }, UUID],
  [{ 'x-request-id': 'a b' }, UUID],
  [{ 'x-request-id': '' }, UUID],
  [{}, UUID],
])('the id of a request with %j is the same at every access', (headers, id) => {
  const info = requestInfo(sentWith(headers));
  expect(info.id).toMatch(id);
  expect(info.id).toBe(info.id);
});

it('the information about a request is that of its server', () => {
  const { address, method, url, headers } = requestInfo(sentWith({ a: 'b' }));
  expect({ address, method, url, headers }).toEqual({
    address: '::1',
    method: 'PUT',
    url: '/a?b',
    headers: { a: 'b' },
  });
});

it('a handler gets its inputs, the caller, the request and the signal', () => {
  const sent = sentWith({});
  const info = requestInfo(sent);
  const input: Input = { path: { a: 1 }, query: { b: 2 }, headers: { c: 3 }, cookies: { d: 4 }, body: 5 };
  const request = handlerRequest(input, 'caller', info, sent);
  expect({ ...request }).toStrictEqual({ ...input, caller: 'caller', request: info, signal });
});
