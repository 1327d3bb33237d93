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
