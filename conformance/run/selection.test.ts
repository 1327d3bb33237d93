import { expect, test } from 'vitest';
import { rulesOf } from './catalogue.ts';
import { openContract } from './contract.ts';
import { everything, matches, selectsOperation, selectsRule } from './selection.ts';

const rule = { id: 'lending.listTransactions.limited.at-most', level: 'must', operation: 'listTransactions' } as const;

test('a star matches any text, and a dot only a dot', () => {
  expect(matches('lending.listTransactions.limited.at-most', 'lending.*.at-most')).toBe(true);
  expect(matches('lending.listTransactions.limited.default', 'lending.listTransactions.limited.at-most')).toBe(false);
  expect(matches('wireXschema', 'wire.schema')).toBe(false);
});

test('everything selects all', () => {
  expect(selectsRule(everything, rule)).toBe(true);
  expect(selectsOperation(everything, 'listMarkets')).toBe(true);
});

test('rules are selected by id, level and operation', () => {
  expect(selectsRule({ ...everything, rules: ['wire.*', 'lending.listTransactions.*'] }, rule)).toBe(true);
  expect(selectsRule({ ...everything, rules: ['wire.*'] }, rule)).toBe(false);
  expect(selectsRule({ ...everything, levels: ['should'] }, rule)).toBe(false);
  expect(selectsRule({ ...everything, operations: ['listMarkets'] }, rule)).toBe(false);
});

test('a rule of the whole service belongs to every operation', () => {
  expect(selectsRule({ ...everything, operations: ['listMarkets'] }, { ...rule, operation: null })).toBe(true);
});

test('a rule of the whole service that some operations show belongs to those', () => {
  const ofSome = { ...rule, operation: null, shownBy: ['listMarkets'] };
  expect(selectsRule({ ...everything, operations: ['readMarket', 'listMarkets'] }, ofSome)).toBe(true);
  expect(selectsRule({ ...everything, operations: ['readMarket'] }, ofSome)).toBe(false);
  expect(selectsRule(everything, { ...ofSome, shownBy: [] })).toBe(true);
});

test('an operation is not checked for relations within values that it never returns', async () => {
  const vault = await openContract().service('vault');
  const selected = (operation: string) =>
    rulesOf(vault)
      .filter((one) => selectsRule({ ...everything, operations: [operation] }, one))
      .map(({ id }) => id);
  expect(selected('readFlip')).toContain('vault.Flip.bid-within-tab');
  expect(selected('readTime')).not.toContain('vault.Flip.bid-within-tab');
  expect(selected('readTime')).toEqual(expect.arrayContaining(['vault.envelope.present', 'wire.schema']));
  expect(selected('listFlips')).not.toContain('vault.envelope.present');
});
