import { describe, expect, it } from 'vitest';
import { named } from '../finding.ts';
import { change } from '../testing/change.ts';
import { idsOf, otherPlaces, valuesOf } from './words.ts';

const at = (operation: string, where = '') => ({ operation, where, member: '' });

describe('a finding', () => {
  it.each([
    [[], 'GET /a', 'changed', 0],
    [[at('GET /a')], 'GET /a', 'changed', 0],
    [[at('GET /a')], 'GET /b', 'changed at GET /a', 0],
    [[at('GET /a')], 'of GET /a', 'changed', 1],
    [[at('')], '', 'changed', 1],
    [[at('GET /a'), at('GET /b')], 'GET /a', 'changed', 2],
  ])('at %j, of the subject %j, has further places', (places, subject, text, count) => {
    expect(otherPlaces(named(change('breaking', 'none', { places, subject, change: text })))).toHaveLength(count);
  });

  const long = 'x'.repeat(100);
  it.each([
    ['a\n  b', null, 'a b', null],
    [`${long}${long}`, 'a', `${long}${long}`, 'a'],
    [`${long}${long}y`, `${long}z`, `...${'x'.repeat(140)}y`, `...${'x'.repeat(40)}z`],
    [`a${long}${long}${long}`, 'b', `a${long}${'x'.repeat(99)}...`, 'b'],
    [
      `${'x'.repeat(41)}y${long}${long}`,
      `${'x'.repeat(41)}`,
      `...${'x'.repeat(40)}y${long}${'x'.repeat(59)}...`,
      `...${'x'.repeat(40)}`,
    ],
  ])('from %j to %j shows what differs', (before, after, old, now) => {
    expect(valuesOf(named(change('breaking', 'none', { before, after })))).toEqual({ before: old, after: now });
  });

  it.each([
    [[], ['a'], ['id']],
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ],
    [
      ['a1b', 'a2b', 'a3b', 'a4b'],
      ['a1b', 'a2b', 'a3b', 'a4b'],
      ['a1b', 'a2b', 'a3b', 'a*b accepts all 4'],
    ],
    [
      ['1', '2', '3', '4'],
      ['1', '2', '3', '4'],
      ['1', '2', '3', '* accepts all 4'],
    ],
    [
      ['aa', 'a', 'aaa', 'a'],
      ['aa', 'a', 'aaa'],
      ['aa', 'a', 'aaa', 'a* accepts all 4'],
    ],
  ])('with the open ids %j shows those to accept', (openIds, ids, expected) => {
    expect(idsOf({ ...named(change('breaking')), id: 'id', ids, openIds })).toEqual(expected);
  });
});
