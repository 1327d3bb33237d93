import { expect, test } from 'vitest';
import { bareService } from '../model/target.ts';
import { smallSuite } from '../testing/api.ts';
import { checkSchemes } from './schemes.ts';

const { api } = smallSuite({
  operations: {
    listBooks: { request: 'GET /books', security: ['Card'] },
    addBook: { request: 'POST /books', security: ['Card', 'Pin'] },
  },
});

const target = bareService('http://127.0.0.1');

test('credentials by the schemes of the document are accepted', () => {
  expect(() => checkSchemes(api, { ...target, credentials: { Card: '1', Pin: '2' } })).not.toThrow();
});

test.each([
  ['credentials', { credentials: { card: '1' } }],
  ['other_credentials', { otherCredentials: { card: '1' } }],
  ['expired_credentials', { expiredCredentials: { card: '1' } }],
  ['transport', { transport: { card: { query: 'card' } } }],
])('a name under %s that is not a scheme is rejected, and the schemes are named', (member, change) => {
  const message = `services.vault.${member}: vault has no security scheme card; its document has Card and Pin`;
  expect(() => checkSchemes(api, { ...target, ...change })).toThrow(message);
});
