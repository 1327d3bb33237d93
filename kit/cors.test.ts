import { expect, test } from 'vitest';
import { exposedHeaders, isPreflight, originHeaders, preflightHeaders } from './cors.ts';

const origin = 'https://app.example.org';

test('a page may read responses with credentials: its origin and the headers are named', () => {
  expect(originHeaders({ headers: { origin } })).toMatchObject({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': expect.stringContaining('Retry-After'),
    Vary: 'Origin',
  });
  expect(originHeaders({ headers: {} })).toEqual({});
});

test('further headers are exposed once', () => {
  const known =
    '*, Allow, Deprecation, ETag, Link, Location, Preference-Applied, Retry-After, WWW-Authenticate, X-Request-Id';
  expect(exposedHeaders([])).toBe(known);
  expect(exposedHeaders(['etag', 'Link', 'X-Total', 'ALLOW'])).toBe(`${known}, X-Total`);
  expect(originHeaders({ headers: { origin } })['Access-Control-Expose-Headers']).toBe(known);
  expect(exposedHeaders(['etag', 'X-Total']).match(/etag/gi)).toHaveLength(1);
  expect(exposedHeaders(['X-Total'])).toMatch(/, X-Total$/);
});

test('a preflight is allowed what it requests, by name', () => {
  const headers = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };
  expect(isPreflight({ method: 'OPTIONS', headers })).toBe(true);
  expect(isPreflight({ method: 'OPTIONS', headers: { origin } })).toBe(false);
  expect(isPreflight({ method: 'GET', headers })).toBe(false);
  expect(isPreflight({ headers })).toBe(false);
  expect(isPreflight({ method: 'OPTIONS', headers: { ...headers, origin: undefined } })).toBe(false);
  expect(preflightHeaders({ headers: {} })).toEqual({
    'Access-Control-Allow-Methods': '',
    'Access-Control-Allow-Headers': '',
    'Access-Control-Max-Age': '600',
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  });
  expect(preflightHeaders({ headers })).toMatchObject({
    'Access-Control-Allow-Methods': 'PUT',
    'Access-Control-Allow-Headers': 'authorization',
    'Access-Control-Max-Age': '600',
  });
});
