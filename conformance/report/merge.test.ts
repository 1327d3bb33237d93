import { expect, test } from 'vitest';
import type { Check } from '../run/report.ts';
import { answers, at, explanationsOf, type Failing, failing, shown } from '../testing/failing.ts';
import { sampleCheck, sampleFinding, sampleReport } from '../testing/sample.ts';
import { explained } from './merge.ts';

/** The rules in the report of these checks, in one list for each explanation. */
function reported(checks: readonly Check[]): readonly (readonly string[])[] {
  const [service] = sampleReport.services;
  if (service === undefined) return [];
  return explained({ ...service, checks }).map((one) => [...new Set(one.checks.map(({ rule }) => rule))]);
}

test('a difference of two answers is reported after the fault in one of them', () => {
  expect(
    reported([
      failing('lending.listMarkets.same-as.same', {
        subject: 'rpc AllMarkets',
        against: 'listMarkets',
        exchange: null,
      }),
      failing('lending.readMarket.one-of.listed', { subject: 'readMarket', against: 'listMarkets', exchange: null }),
      failing('wire.schema', { pointer: '/data/0/price' }),
      failing('lending.numbers.decimal-string', { pointer: '/data/0/price' }),
    ]),
  ).toEqual([
    ['lending.numbers.decimal-string', 'wire.schema'],
    ['lending.listMarkets.same-as.same'],
    ['lending.readMarket.one-of.listed'],
  ]);
  expect(
    reported([
      failing('lending.listMarkets.paged.continues', { against: 'listMarkets' }),
      failing('lending.createMarket.read-back.readable', { subject: 'readMarket', against: 'createMarket' }),
      failing('lending.listMarkets.belongs-to.asset_id', {}),
    ]),
  ).toEqual([
    ['lending.listMarkets.belongs-to.asset_id', 'lending.listMarkets.paged.continues'],
    ['lending.createMarket.read-back.readable'],
  ]);
});

test('the answer that most others differ from is blamed, whatever the verdict', () => {
  const of = (rule: string, subject: string, against: string) => failing(rule, { subject, against });
  expect(
    reported([
      of('lending.listMarkets.same-as.same', 'listAll', 'listMarkets'),
      of('lending.listOwn.same-as.same', 'listMarkets', 'listOwn'),
      of('lending.readMarket.one-of.listed', 'readMarket', 'listMarkets'),
    ]),
  ).toEqual([
    ['lending.listOwn.same-as.same'],
    ['lending.listMarkets.same-as.same'],
    ['lending.readMarket.one-of.listed'],
  ]);
  const warning = { ...sampleFinding, verdict: 'warn', subject: 'listMarkets' } as const;
  expect(
    reported([
      of('lending.readMarket.one-of.listed', 'readMarket', 'listMarkets'),
      sampleCheck('lending.listMarkets.refers-to.asset_id', { verdict: 'warn', findings: [warning] }),
      failing('lending.listOwn.sorted', { subject: 'listOwn', pointer: '/data/0/id' }),
    ]),
  ).toEqual([
    ['lending.listOwn.sorted'],
    ['lending.listMarkets.refers-to.asset_id'],
    ['lending.readMarket.one-of.listed'],
  ]);
});

test('where the shape of an answer is wrong, its consequences elsewhere are reported later', () => {
  const refusal = { ...sampleFinding.exchange, method: 'GET', url: '', requestBody: null, contentType: null };
  const refused = { pointer: null, actual: 'status 404', exchange: { ...refusal, status: 404, answer: 'nothing' } };
  expect(
    reported([
      ...['readMarket', 'readPrice', 'readUser'].map((subject) =>
        failing('input.valid-accepted', { ...refused, subject }),
      ),
      failing('lending.listUsers.counts.exact', { subject: 'listUsers', pointer: '/data/0/markets' }),
      failing('wire.schema', { pointer: '/data/0/id' }),
    ]),
  ).toEqual([['wire.schema'], ['lending.listUsers.counts.exact'], ['input.valid-accepted']]);
});

test('a missing operation explains its rejections, and no others', () => {
  const refusal = { ...sampleFinding.exchange, method: 'GET', url: '', requestBody: null, contentType: null };
  const refused = (status: number, answer: string) => ({
    pointer: null,
    exchange: { ...refusal, status, answer },
  });
  expect(
    reported([
      failing('lending.version.path-prefix', { ...refused(404, 'no /a'), actual: 'status 404' }),
      failing('lending.listMarkets.complete', { ...refused(500, 'oops'), actual: 'status 500' }),
      failing('lending.listTransactions.offset', { ...refused(404, 'no /b'), subject: 'listTransactions' }),
      failing('input.valid-accepted', { ...refused(404, 'no /c'), isAbsent: true }),
    ]),
  ).toEqual([
    ['input.valid-accepted', 'lending.version.path-prefix'],
    ['lending.listMarkets.complete'],
    ['lending.listTransactions.offset'],
  ]);
});

test.each<[string, readonly Failing[], readonly string[]]>([
  [
    'a rule of the document, one on the wire, a comparison, an input',
    [
      ['input.a', at('/a')],
      ['b', at('/b', { against: 'other' })],
      ['wire.schema', at('/c', { subject: 'c' })],
      ['d', at('/d')],
    ],
    ['wire.schema', 'd', 'b', 'input.a'],
  ],
  [
    'an answer of a wrong shape, and what else it breaks; a warning about a shape is none',
    [
      ['lending.a', at('/a', { isAbsent: true })],
      ['lending.b', at('/b', { subject: 'warned' })],
      ['wire.c', at('/c', { subject: 'warned', verdict: 'warn' })],
      ['wire.d', at('/d', { subject: 'shapeless' })],
      ['lending.e', at('/e', { subject: 'shapeless' })],
    ],
    ['lending.e', 'wire.d', 'lending.a', 'lending.b', 'wire.c'],
  ],
  [
    'a failure, a warning',
    [
      ['a', at('/a', { verdict: 'warn' })],
      ['b', at('/b')],
    ],
    ['b', 'a'],
  ],
  [
    'what is absent',
    [
      ['a', at('/a', { exchange: shown })],
      ['b', at(null, { isAbsent: true })],
    ],
    ['b', 'a'],
  ],
  [
    'the most basic rule of one answer',
    answers(['wire.schema', 'a', 'input.valid-accepted', 'wire.answer'], {}),
    ['wire.answer,wire.schema,input.valid-accepted,a'],
  ],
  [
    'the rule that an open operation breaks, where another is absent',
    [
      ['input.a', { ...at(null), isAbsent: true }],
      ['lending.b', at(null, { actual: 'other' })],
      ['lending.read.access.open', at('/a')],
    ],
    ['lending.read.access.open,input.a,lending.b'],
  ],
])('the order is by cause: %s', (_what, found, expected) => {
  expect(explanationsOf(found).map(({ checks }) => checks.map(({ rule }) => rule).join())).toEqual(expected);
});

test('the shortest command shows a fault best', () => {
  const commands = ['a long one', 'short', 'longer'].map((curl) => ({ curl }));
  const [first] = explanationsOf(answers(['wire.json', 'wire.json', 'wire.json'], {}, ...commands));
  expect(first?.finding.curl).toBe('short');
});

test('a rule of the operation that shows a finding comes before one of another operation', () => {
  const checks = ['other', 'listMarkets'].map((operation) => ({ ...failing(operation, at('/a')), operation }));
  expect(reported(checks)).toEqual([['listMarkets', 'other']]);
});

test('an explanation has each operation, and each place that is wrong in the same way, once', () => {
  const [one] = explanationsOf([
    ['a', at('/data/0/x')],
    ['a', at('/data/1/x')],
    ['a', at('/data/0/y')],
    ['a', at('/data/0/x', { subject: 'other' })],
    ['b', at('/data/0/x', { actual: 'something else' })],
    ['a', at('/data/0/z', { subject: null })],
    // Merged, but wrong in another way.
    ['a', at('/data/0/w', { actual: '2.5 (number)' })],
  ]);
  expect(one?.subjects).toEqual(['listMarkets', 'other']);
  expect(one?.pointers).toEqual(['/data/*/x', '/data/*/y', '/data/*/z']);
  expect(one?.findings).toHaveLength(7);
});
