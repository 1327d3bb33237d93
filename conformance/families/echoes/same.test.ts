import { expect, test } from 'vitest';
import type { Schema } from '../../model/document/document.ts';
import { smallDocument } from '../../testing/api.ts';
import { isSame } from './same.ts';

const document = smallDocument({ operations: {} });
const text: Schema = { type: 'string' };

test.each(['lang', 'Lang', 'LANG', 'language', 'locale', 'Accept-Language', 'user_language', 'userLocale'])(
  'a language in %s may come back with a region',
  (name) => {
    expect(isSame(document, name, text, 'en', 'en-US')).toBe(true);
    expect(isSame(document, name, text, 'en', 'EN_us')).toBe(true);
    expect(isSame(document, name, text, 'en', 'fr-FR')).toBe(false);
    expect(isSame(document, name, text, 'en', 'english')).toBe(false);
  },
);

test.each(['dog', 'code', 'slang', 'language_count', 'clang'])('two letters in %s come back as they are', (name) => {
  expect(isSame(document, name, text, 'Bo', 'Bo')).toBe(true);
  expect(isSame(document, name, text, 'Bo', 'bo-anything')).toBe(false);
});

test.each<[string, Schema, unknown, unknown, boolean]>([
  ['null as null', text, null, null, true],
  ['null as nothing', text, null, undefined, true],
  ['null as a text', text, null, '', false],
  ['a number as it is', { type: 'integer' }, 1, 1, true],
  ['a number as another', { type: 'integer' }, 1, 2, false],
  ['a number as text', { type: 'integer' }, 1, '1', false],
  ['a UUID in capitals', { type: 'string', format: 'uuid' }, 'ab', 'AB', true],
  ['another UUID', { type: 'string', format: 'uuid' }, 'ab', 'ac', false],
  ['a text in capitals', text, 'ab', 'AB', false],
  ['a time', { type: 'string', format: 'date-time' }, '2021-08-17T12:00:00+01:00', '2021-08-17T11:00:00Z', true],
  ['another time', { type: 'string', format: 'date-time' }, '2021-08-17T12:00:00Z', '2021-08-17T11:00:00Z', false],
  ['what is no time', { type: 'string', format: 'date-time' }, 'now', 'soon', false],
  ['what is no time, as it is', { type: 'string', format: 'date-time' }, 'now', 'now', true],
  ['an amount', { type: 'string', pattern: '^[0-9.]+$' }, '1.50', '1.5', true],
  ['another amount', { type: 'string', pattern: '^[0-9.]+$' }, '1.50', '1.6', false],
  ['digits that are no amount', text, '1.50', '1.5', false],
])('%s comes back: %#', (_, schema, sent, shown, expected) => {
  expect(isSame(document, 'member', schema, sent, shown)).toBe(expected);
});

test('white space at the ends may be left out where that is said', () => {
  expect(isSame(document, 'member', text, ' a ', 'a')).toBe(false);
  expect(isSame(document, 'member', text, ' a ', 'a', true)).toBe(true);
  expect(isSame(document, 'member', text, ' a ', 'b', true)).toBe(false);
});
