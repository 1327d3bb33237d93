import { expect, it } from 'vitest';
import { MOST_VALUES } from './amount.ts';
import { MOST_NESTING } from './nesting.ts';
import { notTooDeep, parsedJson } from './parse.ts';

const listOf = (values: number) => `[${'1,'.repeat(values - 1)}1]`;
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it.each([['{"a":1}'], [listOf(MOST_VALUES)], [nested(MOST_NESTING)]])('parses JSON within the limits', (text) => {
  expect(parsedJson(text)).toEqual(JSON.parse(text));
});

it.each([
  ['[', 400, 'the field is not JSON'],
  ['{"id":9007199254740993}', 400, 'the field has the number 9007199254740993, which cannot be read exactly'],
  [listOf(MOST_VALUES + 1), 413, `the field has more than ${MOST_VALUES} members and items`],
  [nested(MOST_NESTING + 1), 400, `the field is nested more than ${MOST_NESTING} levels deep`],
])('rejects JSON beyond them, %#', (text, status, message) => {
  expect(() => parsedJson(text, 'the field')).toThrow(expect.objectContaining({ status, message }));
});

it('keeps the error of the parser as the cause', () => {
  expect(() => parsedJson('[')).toThrow(
    expect.objectContaining({ message: 'the body is not JSON', cause: expect.any(SyntaxError) }),
  );
});

it('rejects a value that is nested too deeply', () => {
  const value: unknown = JSON.parse(nested(MOST_NESTING));
  expect(notTooDeep(value)).toBe(value);
  expect(() => notTooDeep([value])).toThrow(
    expect.objectContaining({ status: 400, message: `the body is nested more than ${MOST_NESTING} levels deep` }),
  );
});
