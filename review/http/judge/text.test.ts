import { describe, expect, it } from 'vitest';
import { asTexts, coversText } from './text.ts';

describe('one form of a text', () => {
  it.each([
    ['any text, a whole number', { type: 'string' }, { type: 'integer', minimum: 1 }, true],
    ['any text with the format of a number', { type: 'string', format: 'int64' }, { type: 'integer' }, true],
    ['a text that is not empty, a number', { type: 'string', minLength: 1 }, { type: 'number' }, true],
    ['a text of two, a number', { type: 'string', minLength: 2 }, { type: 'number' }, false],
    ['a pattern, a number', { type: 'string', pattern: '^[0-9]+$' }, { type: 'integer' }, false],
    ['a whole number, texts of such', { type: 'integer', maximum: 9 }, { type: 'string', enum: ['1', '9'] }, true],
    ['a whole number, one beyond it', { type: 'integer', maximum: 9 }, { type: 'string', enum: ['10'] }, false],
    ['a whole number, a word', { type: 'integer' }, { type: 'string', enum: ['all'] }, false],
    ['a whole number, nothing', { type: 'integer' }, { type: 'string', enum: [''] }, false],
    ['a number, a text', { type: 'number' }, { type: 'string' }, false],
    [
      'a list, one of its elements',
      { type: 'array', items: { anyOf: [{ type: 'integer' }] } },
      { type: 'integer' },
      true,
    ],
    ['a list of at least two, one', { type: 'array', minItems: 2 }, { type: 'integer' }, false],
    ['a number, a list', { type: 'integer' }, { type: 'array' }, false],
    ['letters, two numbers', { type: 'string', pattern: '^[a-z]+$' }, { type: 'integer', enum: [1, 2] }, false],
    ['any text, two numbers', { type: 'string' }, { type: 'integer', enum: [1, 2] }, true],
    ['a text with a format of its own, two numbers', { type: 'string', format: 'uuid' }, { enum: [1, 2] }, false],
    ['a text of one at least, two numbers', { type: 'string', minLength: 1 }, { enum: [1, 2] }, true],
    ['a list of texts, two of them', { type: 'string', enum: ['1', '2', '3'] }, { enum: [1, 2] }, true],
    ['a list of texts, another one', { type: 'string', enum: ['1', '2'] }, { enum: [3] }, false],
    ['from 1 to 2, its bounds', { type: 'integer', minimum: 1, maximum: 2 }, { enum: ['1', '2'] }, true],
    ['from 1 to 2, one below', { type: 'integer', minimum: 1 }, { enum: ['0'] }, false],
    ['whole numbers, a broken one', { type: 'integer' }, { enum: ['1.5'] }, false],
    ['numbers, a broken one', { type: 'number' }, { enum: ['1.5'] }, true],
    ['numbers, no number', { type: 'number' }, { enum: ['x'] }, false],
    ['numbers, an endless one', { type: 'number' }, { enum: ['Infinity'] }, false],
    ['multiples of 2, one of them', { type: 'integer', multipleOf: 2 }, { enum: ['2'] }, false],
    ['a list of one at least, one', { type: 'array', minItems: 1 }, { enum: ['a'] }, true],
    ['a list of numbers, a word', { type: 'array', items: { anyOf: [{ type: 'integer' }] } }, { enum: ['a'] }, false],
    ['a list, a list', { type: 'array' }, { type: 'array', minItems: 1 }, true],
    ['a list of two at least, a list', { type: 'array', minItems: 2 }, { type: 'array' }, false],
    ['any text, a boolean', { type: 'string' }, { type: 'boolean' }, false],
    ['a list, an object', { type: 'array' }, { type: 'object' }, false],
    ['a list, anything', { type: 'array' }, {}, false],
    ['a list, a boolean', { type: 'array' }, { type: 'boolean' }, true],
    ['a list, a text', { type: 'array' }, { type: 'string', maxLength: 2 }, true],
    ['any text, any other', {}, { type: 'integer' }, true],
    ['a number with a length, a number', { type: 'object' }, { type: 'integer' }, false],
    ['a format of numbers at another keyword', { type: 'string', pattern: 'int32' }, { type: 'integer' }, false],
    ['a length that is no number', { type: 'string', minLength: '1' }, { type: 'integer' }, false],
    ['a longest length of one', { type: 'string', maxLength: 1 }, { type: 'integer' }, false],
    ['from 1 to 2, one of two', { type: 'integer', maximum: 2 }, { enum: ['1', '3'] }, false],
    ['from 1, spaces', { type: 'number' }, { enum: [' '] }, false],
    ['an object without limits, a number', { type: 'object' }, { enum: ['1'] }, false],
    ['any text, no values', { type: 'string', pattern: 'a' }, { type: 'string', enum: [] }, false],
    ['a list of any length, one', { type: 'array' }, { type: 'integer' }, true],
    ['a list of a length that is no number, one', { type: 'array', minItems: '0' }, { type: 'integer' }, false],
    ['a list of lists, a list', { type: 'array', items: { anyOf: [{ type: 'array' }] } }, { type: 'array' }, false],
    [
      'a list of words or numbers, a number',
      { type: 'array', items: { anyOf: [{ type: 'object' }, { type: 'integer' }] } },
      { type: 'integer', minimum: 1 },
      true,
    ],
    [
      'a list of words, one of them',
      { type: 'array', items: { anyOf: [{ type: 'string', enum: ['a'] }] } },
      { enum: ['a'] },
      true,
    ],
    [
      'a list of words, another one',
      { type: 'array', items: { anyOf: [{ type: 'string', enum: ['a'] }] } },
      { enum: ['b'] },
      false,
    ],
    ['one list, a number', { type: 'array', enum: ['["a"]'] }, { type: 'integer' }, false],
    ['a list of any, lists', { type: 'array', maxItems: 1 }, { type: 'array', enum: ['[1]'] }, false],
    ['a list of texts, one', { type: 'array', items: { anyOf: [{ type: 'string' }] } }, { enum: ['a'] }, true],
  ])('covers another or not: %s', (_what, outer, inner, expected) => {
    expect(coversText(outer, inner)).toBe(expected);
  });

  it('is equal for a boolean and its two words in any order', () => {
    const words = asTexts([{ type: 'string', enum: ['true', 'false'] }]);
    expect(asTexts([{ type: 'boolean' }])).toEqual(words);
  });

  it.each([
    [[{ type: 'integer', enum: [2, 1] }], [{ type: 'string', enum: ['1', '2'] }]],
    [
      [{ type: 'number', enum: [1.5] }, { type: 'boolean', enum: [true] }, { type: 'integer' }],
      [{ type: 'integer' }, { type: 'string', enum: ['1.5', 'true'] }],
    ],
    [[{ type: 'array', enum: ['["a"]'] }], [{ type: 'array', enum: ['["a"]'] }]],
    [[{ type: 'string', maxLength: 1 }], [{ type: 'string', maxLength: 1 }]],
    [[], []],
  ])('of %j is %j', (alternatives, expected) => {
    expect(asTexts(alternatives)).toEqual(expected);
  });
});
