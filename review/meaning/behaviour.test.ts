import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json.ts';
import { compareLedger } from './ledger.ts';

const rule = (text: string, level = 'must', id = 'shop.list.behaviour') => ({ id, level, text, source: 'us' });

function compared(before: readonly JsonObject[], after: readonly JsonObject[]) {
  const side = (declared: readonly JsonObject[]) => ({
    documents: new Map([
      ['shop', { paths: { '/orders': { get: { operationId: 'list', 'x-behaviour': declared, responses: {} } } } }],
    ]),
    rules: [],
    questions: [],
  });
  return compareLedger(side(before), side(after)).map(
    ({ kind, change, sides }) => `${sides.clients.class}/${sides.servers.class} ${kind}: ${change}`,
  );
}

describe('declared behaviour that changed', () => {
  const sorted = { family: 'sorted', by: 'created_at', direction: 'ascending' };

  it.each([
    [
      'a member of it',
      [{ ...sorted, rules: [rule('Oldest first.')] }],
      [{ ...sorted, direction: 'descending', rules: [rule('Newest first.')] }],
      ['breaking/breaking behaviour-changed: sorted: direction is now descending, was ascending'],
    ],
    [
      'a member inside of a member, and one that is no longer said',
      [{ family: 'glows', light: { colour: 'red', watts: 7 }, at: 'night' }],
      [{ family: 'glows', light: { colour: 'blue', watts: 7 } }],
      [
        'unclear/unclear behaviour-changed: glows: light.colour is now blue, was red; at is no longer declared, was night',
      ],
    ],
    [
      'one of two of a family',
      [
        { family: 'echoes', member: 'id' },
        { family: 'echoes', member: 'trace' },
      ],
      [
        { family: 'echoes', member: 'id' },
        { family: 'echoes', member: 'memo' },
      ],
      ['breaking/breaking behaviour-changed: echoes: member is now memo, was trace'],
    ],
    [
      'its level with it',
      [{ ...sorted, rules: [rule('Oldest first.')] }],
      [{ ...sorted, by: 'id', rules: [rule('By id.', 'should')] }],
      [
        'breaking/compatible behaviour-changed: sorted: by is now id, was created_at',
        'breaking/compatible rule-level-changed: rule is now should, was must',
      ],
    ],
    [
      'advice',
      [{ ...sorted, rules: [rule('Oldest first.', 'should')] }],
      [{ ...sorted, by: 'id', rules: [rule('By id.', 'should')] }],
      ['compatible/compatible behaviour-changed: sorted: by is now id, was created_at'],
    ],
    [
      'only the id of its rule',
      [{ ...sorted, rules: [rule('Oldest first.')] }],
      [{ ...sorted, rules: [rule('Oldest first.', 'must', 'shop.list.sorted')] }],
      ['documentation/documentation rule-renamed: id of the rule changed'],
    ],
    ['what is no declaration', [{ by: 'id' }], [], []],
  ])('is explained in words: %s', (_what, before, after, expected) => {
    expect(compared(before, after)).toEqual(expected);
  });
});

it('declared behaviour has a check already, a rule in words has none yet', () => {
  const said = (declared: JsonObject) => {
    const side = (operation: JsonObject) => ({
      documents: new Map([['shop', { paths: { '/orders': { get: { operationId: 'list', ...operation } } } }]]),
      rules: [],
      questions: [],
    });
    return compareLedger(side({}), side(declared)).map(({ sides }) => sides.servers.how);
  };
  const newest = { ...rule('Newest first.'), aspect: 'created_at' };
  expect(said({ 'x-behaviour': [{ family: 'sorted', by: 'created_at', rules: [newest] }] })).toEqual([
    'have to follow it',
  ]);
  expect(said({ 'x-rules': [rule('Newest first.')] })).toEqual([
    'have to follow it; the conformance suite needs a check for it',
  ]);
});
