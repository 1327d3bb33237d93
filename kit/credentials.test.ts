import { expect, test } from 'vitest';
import { isCredentialHeader } from './credentials.ts';

test.each(['Authorization', 'cookie', 'X-ASSISTANT-SECRET', 'x-assistant-appid'])('%s carries a credential', (name) => {
  expect(isCredentialHeader(name)).toBe(true);
});

test.each(['accept', 'content-type', 'X-COMMENT-SITE-ID', 'x-request-id'])('%s carries none', (name) => {
  expect(isCredentialHeader(name)).toBe(false);
});
