import { expect, test } from 'vitest';
import { credentialName, isCredentialHeader } from './credentials.ts';

test.each([
  'Authorization',
  'cookie',
  'X-ASSISTANT-SECRET',
  'x-assistant-appid',
  'x-auth',
  'session',
  'x-session-id',
  'api-key',
  'apikey',
  'x-key',
  'key',
  'pin',
  'privatekey',
  'x-private-key',
  'x-jwt',
])('%s carries a credential', (name) => {
  expect(isCredentialHeader(name)).toBe(true);
});

test.each([
  'accept',
  'content-type',
  'X-COMMENT-SITE-ID',
  'x-request-id',
  'x-author',
  'x-possession',
  'monkey',
  'x-pinned',
  'key-id',
  'pin-length',
])('%s carries no credential', (name) => {
  expect(isCredentialHeader(name)).toBe(false);
});

test.each([
  'access_token',
  'tokens',
  'refresh_tokens',
  'client.secret',
  'passwd',
  'my-pin',
  'sessionId',
  'seed_phrase',
])('the member %s is a credential', (name) => {
  expect(name).toMatch(new RegExp(`^${credentialName}$`, 'i'));
});

test.each(['token_address', 'design', 'asset_tokens', 'spin', 'name'])('the member %s is not a credential', (name) => {
  expect(name).not.toMatch(new RegExp(`^${credentialName}$`, 'i'));
});
