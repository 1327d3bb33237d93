import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlOf, requestOf } from './assets/curl.js';

/** Splits a command into words as a shell does. */
function words(command: string): string[] {
  return spawnSync('bash', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .stdout.split('\0')
    .slice(0, -1);
}

const origin = 'http://127.0.0.1:4000/worlds/k3v9';

test('a kept exchange becomes a command without the headers that curl sets itself', () => {
  const headers = { host: 'x', 'user-agent': 'node', accept: 'application/json', 'X-Sandbox-World': 'k3v9' };
  const exchange = { method: 'GET', path: "/comment/comments?slug=it's", request: { headers } };
  expect(words(curlOf(origin, exchange))).toEqual([
    'curl',
    '-i',
    '-H',
    'accept: application/json',
    `${origin}/comment/comments?slug=it's`,
  ]);
});

test('a body is sent unchanged, and the shell executes nothing in it', () => {
  const request = { headers: { 'content-type': 'application/json' }, body: { content: "$(touch x) `y` 'z'" } };
  const sent = words(curlOf(origin, { method: 'PUT', path: '/comment/comments/1', request }));
  expect(sent.slice(0, 4)).toEqual(['curl', '-i', '-X', 'PUT']);
  expect(JSON.parse(sent[sent.indexOf('-d') + 1] ?? '')).toEqual(request.body);
  expect(curlOf(origin, { method: 'POST', path: '/a', request: { headers: {}, body: 'text' } })).toBe(
    `curl -i -d text ${origin}/a`,
  );
});

test('a request without a credential can be sent again from the page', () => {
  const headers = { host: 'x', 'content-type': 'application/json' };
  expect(requestOf({ method: 'POST', path: '/a', request: { headers, body: { a: 1 } } })).toEqual({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  expect(requestOf({ method: 'GET', path: '/a', request: { headers } })).not.toHaveProperty('body');
});

test.each([
  ['a credential in its address', { headers: {} }, '/a?token=[redacted]'],
  ['a credential in a header', { headers: { Authorization: 'Bearer [redacted]' } }],
  ['a credential in the body', { headers: {}, body: { password: '[redacted]' } }],
  ['a body that was not kept whole', { headers: {}, body: 'abc', truncated: true }],
])('a request with %s cannot be sent again', (_name, request, path = '/a') => {
  expect(requestOf({ method: 'POST', path, request })).toBeUndefined();
});
