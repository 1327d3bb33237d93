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

/** A declaration that demands these. */
const promise = (...texts: readonly string[]) => ({
  family: 'echoes',
  member: 'id',
  rules: texts.map((text, index) => rule(text, 'must', `shop.list.${index}`)),
});
const ADDED = 'behaviour-changed: echoes: memo is now x';

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
    ['a promise more', [promise('A.')], [{ ...promise('A.', 'B.'), memo: 'x' }], [`compatible/breaking ${ADDED}`]],
    [
      'a promise less',
      [{ ...promise('A.', 'B.'), memo: 'x' }],
      [promise('A.')],
      ['breaking/compatible behaviour-changed: echoes: memo is no longer declared, was x'],
    ],
    [
      'another promise and one more',
      [promise('C.')],
      [{ ...promise('A.', 'B.'), memo: 'x' }],
      [`breaking/breaking ${ADDED}`],
    ],
    [
      'two promises in place of one of them',
      [promise('A.', 'C.')],
      [{ ...promise('A.', 'B.'), memo: 'x' }],
      [`breaking/breaking ${ADDED}`],
    ],
    ['what is no declaration', [{ by: 'id' }], [], []],
  ])('is explained in words: %s', (_what, before, after, expected) => {
    expect(compared(before, after)).toEqual(expected);
  });
});

it('declared behaviour has a check, a rule in words does not have one yet', () => {
  const declared = (declared: JsonObject) => {
    const side = (operation: JsonObject) => ({
      documents: new Map([['shop', { paths: { '/orders': { get: { operationId: 'list', ...operation } } } }]]),
      rules: [],
      questions: [],
    });
    return compareLedger(side({}), side(declared)).map(({ sides }) => sides.servers.how);
  };
  const newest = { ...rule('Newest first.'), aspect: 'created_at' };
  expect(declared({ 'x-behaviour': [{ family: 'sorted', by: 'created_at', rules: [newest] }] })).toEqual([
    'have to follow it',
  ]);
  expect(declared({ 'x-rules': [rule('Newest first.')] })).toEqual([
    'have to follow it; the conformance suite needs a check for it',
  ]);
});
