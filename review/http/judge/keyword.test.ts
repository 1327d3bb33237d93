import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json.ts';
import type { Difference } from '../difference.ts';
import { frameOf } from '../walk/frame.ts';
import { judgeKeyword, onlyKeyword } from './keyword.ts';

function difference(
  name: string,
  before: unknown,
  after: unknown,
  direction: 'request' | 'response',
  beside: JsonObject = {},
): Difference {
  const node = (value: unknown) => ({ ...beside, ...(value === undefined ? {} : { [name]: value }) });
  return {
    type: 'Keyword',
    kind: 'modified',
    name,
    base: before,
    head: after,
    owner: { base: node(before), head: node(after) },
    site: { frame: frameOf({ direction }), member: '' },
  };
}

const BOTH = 'breaking breaking';
const NARROWED = 'breaking - | compatible -';
const WIDENED = 'compatible - | breaking -';

describe('a keyword', () => {
  it.each([
    ['minLength', undefined, 1, NARROWED],
    ['minLength', 1, undefined, WIDENED],
    ['minLength', 1, 2, NARROWED],
    ['minLength', 2, 1, WIDENED],
    ['maxLength', 1, 2, WIDENED],
    ['maxLength', 2, 1, NARROWED],
    ['maximum', '9223372036854775806', '9223372036854775807', WIDENED],
    ['maximum', '9223372036854775807', '9223372036854775806', NARROWED],
    ['exclusiveMinimum', 1, 2, NARROWED],
    ['minContains', undefined, 2, NARROWED],
    ['minContains', undefined, 0, WIDENED],
    ['minContains', 2, undefined, WIDENED],
    ['uniqueItems', undefined, true, NARROWED],
    ['uniqueItems', true, undefined, WIDENED],
    ['multipleOf', 2, 4, NARROWED],
    ['multipleOf', 4, 2, WIDENED],
    ['multipleOf', 2, 3, `${BOTH} | ${BOTH}`],
    ['contentEncoding', 'base64', 'base64url', `${BOTH} | ${BOTH}`],
    ['enum', undefined, ['a'], NARROWED],
    ['enum', ['a'], undefined, WIDENED],
    ['enum', ['a'], ['a', 'b'], WIDENED],
    ['enum', ['a', 'b'], ['a'], NARROWED],
    ['enum', ['a', 'b'], ['a', 'c'], `${BOTH} | ${BOTH}`],
    ['type', 'integer', 'number', WIDENED],
    ['type', 'number', 'integer', NARROWED],
    ['format', undefined, 'uuid', NARROWED],
    ['format', 'uuid', 'date', `${BOTH} | ${BOTH}`],
    ['format', 'int32', 'int64', WIDENED],
    ['format', 'int64', 'int32', NARROWED],
    ['format', 'float', 'double', WIDENED],
    ['pattern', '^a', '^ab', NARROWED],
    ['pattern', '^ab', '^a', WIDENED],
    ['pattern', '^a', '^b', `${BOTH} | ${BOTH}`],
    ['pattern', '^(a*)\\1$', '^b', 'unclear unclear | unclear unclear'],
    ['pattern', 'a|b', '[ab]', 'documentation - | documentation -'],
    ['default', undefined, '1', 'compatible - | compatible -'],
    ['default', '1', '2', `${BOTH} | ${BOTH}`],
    ['default', '1', undefined, 'breaking compatible | breaking compatible'],
    ['deprecated', undefined, 'true', 'compatible - | compatible -'],
    ['deprecated', 'true', undefined, 'documentation - | documentation -'],
    ['additionalProperties', undefined, false, NARROWED],
    ['additionalProperties', false, undefined, WIDENED],
    ['title', 'a', 'b', 'documentation - | documentation -'],
    ['x-a', undefined, 'b', 'documentation - | documentation -'],
    ['newKeyword', undefined, '1', 'unclear unclear | unclear unclear'],
    ['x-one-of', undefined, 'true', NARROWED],
    ['x-one-of', 'true', undefined, WIDENED],
  ])('%s from %j to %j is %s', (name, before, after, expected) => {
    const judged = (['request', 'response'] as const).map((direction) => {
      const verdict = judgeKeyword(difference(name, before, after, direction));
      return `${verdict?.class} ${verdict?.servers ?? '-'}`;
    });
    expect(judged.join(' | ')).toBe(expected);
  });

  it.each([
    [undefined, 'int64', 'documentation'],
    ['int64', undefined, 'documentation'],
    ['int32', 'int64', 'documentation'],
    [undefined, 'uuid', 'breaking'],
  ])('is no change when its limits imply it: format from %s to %s', (before, after, expected) => {
    const beside = { type: 'integer', minimum: 1, maximum: 9 };
    expect(judgeKeyword(difference('format', before, after, 'request', beside))?.class).toBe(expected);
  });

  it('reports added and removed values', () => {
    const judged = judgeKeyword(difference('enum', ['a', 'b'], ['b', 'c', 'd'], 'request'));
    expect(judged?.change).toBe('value removed: "a"; values added: "c", "d"');
  });
});

describe('two alternatives', () => {
  it.each([
    [{ type: 'string' }, { type: 'string', format: 'date' }, 'format-changed format added'],
    [{ type: 'string', maxLength: 1 }, { type: 'string', maxLength: 2 }, 'limit-changed maxLength changed'],
    [{ type: 'string', enum: ['a'] }, { type: 'string' }, 'values-changed no longer limited to a list of values'],
    [{ type: 'string' }, { type: 'integer' }, undefined],
    [{ type: 'string', maxLength: 1 }, { type: 'string', minLength: 1 }, undefined],
    [{ type: 'object' }, { type: 'object', minProperties: 1 }, undefined],
    [{ type: 'string' }, { type: 'string' }, undefined],
  ])('%j and %j differ in one keyword: %s', (removed, added, expected) => {
    const found = onlyKeyword([added], [removed]);
    expect(found === undefined ? undefined : `${found.kind} ${found.change}`).toBe(expected);
    expect(onlyKeyword([added, added], [removed])).toBeUndefined();
  });
});
