import { describe, expect, test } from 'vitest';
import { carried, carrierOf } from './carrier.ts';
import type { SecuritySchemeObject } from './document/document.ts';

function put(
  scheme: SecuritySchemeObject,
  ...transport: Parameters<typeof carrierOf> extends [unknown, ...infer Rest] ? Rest : never
) {
  return carried([{ carrier: carrierOf(scheme, ...transport), value: 'abc' }]);
}

const bearer = { type: 'http', scheme: 'bearer' };

describe('a credential is sent as the document describes', () => {
  test.each([
    [bearer, { headers: { authorization: 'Bearer abc' }, query: {} }],
    [{ type: 'oauth2' }, { headers: { authorization: 'Bearer abc' }, query: {} }],
    [
      { type: 'http', scheme: 'Basic' },
      { headers: { authorization: 'Basic abc' }, query: {} },
    ],
    [
      { type: 'apiKey', in: 'header', name: 'X-Key' },
      { headers: { 'x-key': 'abc' }, query: {} },
    ],
    [
      { type: 'apiKey', in: 'query', name: 'key' },
      { headers: {}, query: { key: 'abc' } },
    ],
    [
      { type: 'apiKey', in: 'cookie', name: 'sid' },
      { headers: { cookie: 'sid=abc' }, query: {} },
    ],
  ])('%j', (scheme, expected) => {
    expect(put(scheme)).toEqual(expected);
  });
});

test('a name and its password are encoded by RFC 7617', () => {
  const carrier = carrierOf({ type: 'http', scheme: 'basic' });
  const { headers } = carried([{ carrier, value: 'Aladdin:open sesame' }]);
  expect(headers).toEqual({ authorization: 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==' });
});

describe('a credential is sent as the target describes', () => {
  test.each([
    [{ header: 'X-Access-Token' }, { headers: { 'x-access-token': 'abc' }, query: {} }],
    [
      { header: 'X-Access-Token', scheme: 'JWT' },
      { headers: { 'x-access-token': 'JWT abc' }, query: {} },
    ],
    [{ scheme: 'Token' }, { headers: { authorization: 'Token abc' }, query: {} }],
    [{ cookie: 'session' }, { headers: { cookie: 'session=abc' }, query: {} }],
    [{ query: 'access_token' }, { headers: {}, query: { access_token: 'abc' } }],
  ])('%j', (transport, expected) => {
    expect(put(bearer, transport)).toEqual(expected);
  });
});

test('several credentials are sent together', () => {
  const [session, device] = [
    carrierOf({ type: 'apiKey', in: 'cookie', name: 'session' }),
    carrierOf({ type: 'apiKey', in: 'cookie', name: 'device' }),
  ];
  const both = carried([
    { carrier: session, value: 'a b' },
    { carrier: device, value: 'c' },
    { carrier: carrierOf(bearer), value: '' },
  ]);
  expect(both).toEqual({ headers: { cookie: 'session=a%20b; device=c', authorization: 'Bearer' }, query: {} });
});
