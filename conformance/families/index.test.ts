import { expect, onTestFinished, test, vi } from 'vitest';
import type { Declaration } from '../model/document/behaviour.ts';
import { demanded, exchange, type SmallApi, smallSuite } from '../testing/api.ts';
import { conversationOf, familyNames, familyOf, ruleIdOf, rulesOfDeclaration, useOf } from './index.ts';

const loan = { type: 'object', properties: { due: { type: 'string' } } };
const library: SmallApi = {
  operations: {
    readLoan: { request: 'GET /loans/{loan}', answer: { $ref: '#/components/schemas/Loan' } },
    changeLoan: { request: 'PATCH /loans/{loan}', answer: { $ref: '#/components/schemas/Loan' } },
    listBooks: { request: 'GET /books', answer: { type: 'object', properties: { ts: {}, data: {} } } },
    readText: { request: 'GET /text', answer: { type: 'string' } },
  },
  schemas: { Loan: loan },
};
const { api } = smallSuite(library);

const declaration = (family: string, more: object): Declaration =>
  ({
    family,
    operation: null,
    schema: null,
    rules: [demanded('first'), demanded('second')],
    ...more,
  }) as unknown as Declaration;

test.each<[string, Declaration, readonly string[]]>([
  ['a schema', declaration('invariant', { schema: 'Loan', expression: 'true' }), ['readLoan', 'changeLoan']],
  ['an operation', declaration('invariant', { operation: 'listBooks', expression: 'true' }), ['listBooks']],
  ['a member', declaration('moment', { at: '/due', unit: 'iso' }), ['readLoan', 'changeLoan']],
  [
    'an envelope',
    declaration('envelope', { payload: 'data', except: ['readText'] }),
    ['readLoan', 'changeLoan', 'listBooks'],
  ],
])('the operations that show %s', (_, declared, operations) => {
  expect(
    familyOf(declared)
      ?.bearing?.(declared, api)
      .map(({ id }) => id),
  ).toEqual(operations);
});

test.each([
  ['members', { operation: 'readLoan' }, false],
  ['members', { operation: 'changeLoan' }, true],
  ['belongs-to', { operation: 'readLoan' }, false],
  ['belongs-to', { operation: 'changeLoan' }, true],
  ['refers-to', { operation: 'readLoan' }, false],
  ['refers-to', { operation: 'changeLoan' }, true],
  ['moment', { operation: 'readLoan' }, false],
  ['moment', { operation: 'changeLoan' }, true],
  ['moment', {}, false],
  ['invariant', { operation: 'readLoan' }, false],
  ['invariant', { operation: 'changeLoan' }, true],
  ['invariant', { schema: 'Loan' }, false],
  ['conditional', { operation: 'readLoan' }, false],
  ['conditional', { operation: 'changeLoan', read: 'readLoan' }, true],
  ['idempotent', { operation: 'changeLoan' }, true],
  ['moves', { operation: 'changeLoan' }, true],
  ['read-only', {}, true],
  ['removes', { operation: 'changeLoan' }, true],
  ['paged', { operation: 'listBooks' }, false],
])('%s of %j runs alone: %s', (family, more, alone) => {
  expect(conversationOf(declaration(family, more), api)?.alone).toBe(alone);
});

test('a family has the name of its folder, and no other', () => {
  expect(familyNames()).toContain('read-back');
  expect(familyNames().every((family) => familyOf({ family } as Declaration)?.name === family)).toBe(true);
  expect(familyOf({ family: 'nonsense' } as never)).toBeUndefined();
});

test('a use is named by its place, its family and its first aspect', () => {
  expect(useOf(declaration('paged', { operation: 'listBooks' }))).toBe('listBooks paged first');
  expect(useOf(declaration('invariant', { schema: 'Loan' }))).toBe('Loan invariant first');
  expect(useOf(declaration('read-only', { rules: [] }))).toBe('service read-only');
});

test('a rule is found by its aspect', () => {
  const declared = declaration('paged', {});
  expect([ruleIdOf(declared, 'second'), ruleIdOf(declared, 'third')]).toEqual(['small.second', undefined]);
});

test('nothing is sent for a declaration that demands nothing', () => {
  expect(conversationOf(declaration('paged', { operation: 'listBooks', rules: [] }), api)).toBeNull();
  expect(conversationOf(declaration('nonsense', {}), api)).toBeNull();
  expect(conversationOf(declaration('paged', { operation: 'listBooks' }), api)).toMatchObject({
    id: 'listBooks paged first',
    operation: 'listBooks',
    rules: ['small.first', 'small.second'],
  });
});

test('the rules of a declaration watch each exchange, but no probe', () => {
  const suite = smallSuite(library);
  const rules = [demanded('present'), demanded('moment', 'should')];
  const declared = declaration('envelope', { payload: 'data', time: 'ts', rules });
  const [present, moment] = rulesOfDeclaration(declared, api);
  expect(present).toMatchObject({
    id: 'small.present',
    level: 'must',
    service: 'vault',
    operation: null,
    perOperation: false,
  });
  expect([moment?.level, moment?.shownBy]).toEqual(['should', ['readLoan', 'changeLoan', 'listBooks', 'readText']]);
  const seen = exchange(suite, 'listBooks', [200, { ts: 5 }]);
  const probe = { ...seen, call: { ...seen.call, isProbe: true } } as typeof seen;
  const verdicts = (one: typeof seen) =>
    [present, moment].map((rule) => rule?.watch?.(one, suite)?.map(({ verdict }) => verdict));
  expect(verdicts(seen)).toEqual([['broken'], ['broken']]);
  expect(verdicts(probe)).toEqual([[], []]);
  expect(rulesOfDeclaration(declaration('nonsense', {}), api)).toEqual([]);
  expect(
    rulesOfDeclaration(declaration('envelope', { operation: 'listBooks', payload: 'data' }), api)[0],
  ).not.toHaveProperty('shownBy');
});

test('judges an exchange once for all rules of a declaration', () => {
  const suite = smallSuite({
    operations: {
      readFlip: {
        request: 'GET /flip',
        behaviour: [
          {
            family: 'moment',
            at: '/made_at',
            unit: 'iso',
            past: true,
            rules: [demanded('made_at'), demanded('made_at-past')],
          },
        ],
      },
    },
  });
  const { api: flips } = suite;
  const moment = familyOf({ family: 'moment' });
  if (moment?.watch === undefined) throw new Error('the family does not watch');
  const watch = vi.spyOn(moment, 'watch');
  onTestFinished(() => watch.mockRestore());
  const rules = flips.declarations.flatMap((declared) => rulesOfDeclaration(declared, flips));
  const read = exchange(suite, 'readFlip', [200, { made_at: 'yesterday' }]);
  const verdicts = rules.map((rule) => rule.watch?.(read, suite).map(({ verdict }) => verdict));
  expect(verdicts).toEqual([['broken'], []]);
  expect(watch).toHaveBeenCalledTimes(1);
  const another = exchange(suite, 'readFlip', [200, { made_at: '2021-08-17T11:14:49Z' }]);
  expect(rules.map((rule) => rule.watch?.(another, suite).map(({ verdict }) => verdict))).toEqual([['pass'], ['pass']]);
});
