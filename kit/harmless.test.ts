import { expect, test } from 'vitest';
import { eachText, harmless, onOneLine } from './harmless.ts';

test.each([
  ['\u001b[2J\u0007', '\\u001b[2J\\u0007'],
  ['\u009b2J', '\\u009b2J'],
  ['a\u202eb\u2066c\u200d', 'a\\u202eb\\u2066c\\u200d'],
  ['half \ud800 of a pair', 'half \\ud800 of a pair'],
  ['tag \u{e0041}', 'tag \\udb40\\udc41'],
  ['a\rb\0', 'a\\u000db\\u0000'],
  ['Ünïcödé, 漢字, 🙂\n\ttext', 'Ünïcödé, 漢字, 🙂\n\ttext'],
])('%j is shown as %j', (text, shown) => {
  expect(harmless(text)).toBe(shown);
});

test('JSON stays the same value', () => {
  const value = { a: 'x\u202e\u{e0041}\u009b\ud800' };
  expect(JSON.parse(harmless(JSON.stringify(value)))).toEqual(value);
});

test('a text on one line starts no line of its own', () => {
  expect(onOneLine('wrong\r\n\n  CONFORMANT\n')).toBe('wrong\\u000d CONFORMANT ');
});

test('changes each text of a value', () => {
  expect(eachText({ a: ['x', 1, null], b: { c: 'y' } }, (text) => `${text}!`)).toEqual({
    a: ['x!', 1, null],
    b: { c: 'y!' },
  });
});
