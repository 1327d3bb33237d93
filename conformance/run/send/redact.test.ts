import { expect, test } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { redact, secretsBroughtBy, withoutSecrets } from './redact.ts';

test('a secret is left out in every spelling', () => {
  const secret = 'a "secret"/+ of mine';
  const text = [secret, JSON.stringify(secret), encodeURIComponent(secret)].join(' ');
  expect(redact(text, [secret])).toBe('*** "***" ***');
});

test('one secret within another leaves nothing over', () => {
  expect(redact('abcdef-ghijkl', ['abcdef', 'abcdef-ghijkl'])).toBe('***');
});

test('text too short to be a secret is unchanged', () => {
  expect(redact('a message', ['a'])).toBe('a message');
});

test('signed tokens and members that are secrets by their name are left out, whatever made them', () => {
  expect(redact('Bearer eyJhbGciOiJFZERTQSJ9.eyJ1aWQiOiIxIn0.c2lnbmF0dXJl!', [])).toBe('Bearer ***!');
  expect(withoutSecrets('{"access_token": "opaque", "ctoken_asset_id": "shown", "secret":"a\\"b"}', [])).toBe(
    '{"access_token": "***", "ctoken_asset_id": "shown", "secret":"***"}',
  );
});

test.each(['password', 'session_id', 'apiKey', 'walletJwt', 'private_key', 'mnemonic'])(
  '%s is left out too',
  (name) => {
    expect(withoutSecrets(`{"${name}": "hunter22"}`, [])).toBe(`{"${name}": "***"}`);
  },
);

test('the tokens of a sign-in are secrets from then on', () => {
  const text = '{"data":{"access_token":"an-opaque-token-of-the-server"}}';
  const exchange = {
    method: 'POST',
    outcome: { kind: 'answer', status: 200, contentType: null, retryAfter: null, body: { text, bytes: 1, json: null } },
  } as unknown as Exchange;
  expect(secretsBroughtBy({ exchanges: [exchange] })).toEqual(['an-opaque-token-of-the-server']);
});
