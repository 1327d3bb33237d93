import { expect, it } from 'vitest';
import { docComment, isIdentifier, literal } from './text.ts';

it.each([
  [undefined, '', ''],
  ['  \n ', '', ''],
  [' One line. ', '  ', '  /** One line. */\n'],
  ['Ends */ here.', '', '/** Ends *\\/ here. */\n'],
  ['Two\n\nlines.', '  ', '  /**\n   * Two\n   *\n   * lines.\n   */\n'],
])('the comment of %j after %j', (text, indent, expected) => {
  expect(docComment(text, indent)).toBe(expected);
});

it.each([
  ['MarketList', true],
  ['_a$1', true],
  ['4XX', false],
  ['a-b', false],
  ['', false],
])('%j is an identifier: %s', (name, expected) => {
  expect(isIdentifier(name)).toBe(expected);
});

it.each<[unknown, string]>([
  ["it's a \\ \n line", String.raw`'it\'s a \\ \n line'`],
  [1, '1'],
  [null, 'null'],
  [true, 'true'],
  [[], '[]'],
  [{}, '{}'],
  [[1, 'a'], "[1, 'a']"],
  [{ a: 1, 'b-c': [], d: undefined }, "{ a: 1, 'b-c': [] }"],
])('%j is written as a literal', (value, expected) => {
  expect(literal(value)).toBe(expected);
});

it('breaks a line of more than a hundred characters, its indent included', () => {
  const word = (length: number) => 'x'.repeat(length);
  expect(literal([word(96)])).toBe(`['${word(96)}']`);
  expect(literal([word(97)])).toBe(`[\n  '${word(97)}',\n]`);
  expect(literal({ a: word(91) })).toBe(`{ a: '${word(91)}' }`);
  expect(literal({ a: [word(90)], b: 1 })).toBe(`{\n  a: ['${word(90)}'],\n  b: 1,\n}`);
  expect(literal({ a: [word(95)] })).toBe(`{\n  a: [\n    '${word(95)}',\n  ],\n}`);
  expect(literal([[word(94)]])).toBe(`[['${word(94)}']]`);
  expect(literal([[word(94)], 1])).toBe(`[\n  ['${word(94)}'],\n  1,\n]`);
  expect(literal([[word(95)]])).toBe(`[\n  [\n    '${word(95)}',\n  ],\n]`);
});
