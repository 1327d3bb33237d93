import { describe, expect, it } from 'vitest';
import { onlyKeyword } from './keyword.ts';

describe('two alternatives', () => {
  it.each([
    [{ type: 'string' }, { type: 'string', format: 'date' }, 'format-changed format added'],
    [{ type: 'string', maxLength: 1 }, { type: 'string', maxLength: 2 }, 'limit-changed maxLength changed'],
    [{ type: 'string', enum: ['a'] }, { type: 'string' }, 'values-changed no longer limited to a list of values'],
    [{ type: 'string' }, { type: 'integer' }, undefined],
    [{ type: 'string', maxLength: 1 }, { type: 'string', minLength: 1 }, undefined],
    [{ type: 'object' }, { type: 'object', minProperties: 1 }, undefined],
    [{ type: 'string' }, { type: 'string' }, undefined],
    [{ type: 'string', not: {} }, { type: 'string' }, undefined],
    [{ type: 'string' }, { type: 'string', not: {} }, undefined],
  ])('%j and %j differ in one keyword: %s', (removed, added, expected) => {
    const found = onlyKeyword([added], [removed]);
    expect(found === undefined ? undefined : `${found.kind} ${found.change}`).toBe(expected);
  });

  it('are not compared where a side has several', () => {
    const [removed, added] = [
      { type: 'string', maxLength: 1 },
      { type: 'string', maxLength: 2 },
    ];
    expect(onlyKeyword([added, added], [removed])).toBeUndefined();
    expect(onlyKeyword([added], [removed, removed])).toBeUndefined();
  });
});
