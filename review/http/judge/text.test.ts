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
  ])('covers another or not: %s', (_what, outer, inner, expected) => {
    expect(coversText(outer, inner)).toBe(expected);
  });

  it('is the same for a boolean, its two words, and their order', () => {
    const words = asTexts([{ type: 'string', enum: ['true', 'false'] }]);
    expect(asTexts([{ type: 'boolean' }])).toEqual(words);
  });
});
