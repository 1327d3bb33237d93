import { expect, test } from 'vitest';
import { broken, inconclusive, type Judgement, observed, pass, warn } from '../../core/judgement.ts';
import type { KnownRule } from '../../core/rule.ts';
import type { Exchange } from '../../model/exchange.ts';
import { conclude } from './conclude.ts';

const rule: KnownRule = {
  id: 'lending.test',
  service: 'lending',
  operation: 'listMarkets',
  perOperation: false,
  level: 'must',
  text: 'A rule.',
  source: 'document 1, Limits',
};

const exchange: Exchange = {
  call: {
    kind: 'http',
    label: 'pay',
    operation: 'createPayRequest',
    schemes: [],
    method: 'POST',
    path: '/api/v1/pay-requests',
    headers: {},
    body: null,
    intent: 'valid',
    credentials: 'given',
  },
  url: 'http://127.0.0.1:4000/lending/api/v1/pay-requests',
  method: 'POST',
  headers: {
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: 'Bearer the-secret-token',
    'x-assistant-secret': 'another-secret',
  },
  requestBody: `{"memo":"it's"}`,
  outcome: {
    kind: 'answer',
    status: 200,
    contentType: 'application/json',
    retryAfter: null,
    body: { text: '{"echo":"the-secret-token"}', bytes: 27, json: { ok: true, value: {} } },
  },
};

function check(judgements: readonly Judgement[], changes: Partial<KnownRule> = {}) {
  return conclude({
    rule: { ...rule, ...changes },
    operation: null,
    judgements,
    allowed: false,
    secrets: ['the-secret-token'],
  });
}

const breach = (pointer: string) => broken({ expected: 'text', actual: '1', pointer, exchange });

test('one breach outweighs any number of passes', () => {
  expect(check([pass, breach('/data/0/id'), pass]).verdict).toBe('fail');
});

test('a pass outweighs missing data elsewhere', () => {
  expect(check([inconclusive('no data'), pass]).verdict).toBe('pass');
});

test('a rule without judgements does not pass', () => {
  expect(check([]).verdict).toBe('inconclusive');
});

test('advice that is not followed is a warning, and an open question never decides', () => {
  expect(check([breach('/a')], { level: 'should' }).verdict).toBe('warn');
  expect(check([warn({ expected: 'a', actual: 'b' })]).verdict).toBe('warn');
  expect(check([observed('ascending')], { level: 'observe' })).toMatchObject({
    verdict: 'observed',
    observed: 'ascending',
  });
});

test('breaches that differ only in the place within a list are one finding', () => {
  const { findings } = check([breach('/data/0/id'), breach('/data/7/id'), breach('/data/0/symbol')]);
  expect(findings.map(({ pointer, alike }) => [pointer, alike])).toEqual([
    ['/data/0/id', 2],
    ['/data/0/symbol', 1],
  ]);
});

test('a finding quotes the text that shows it, without secrets', () => {
  const quoted = 'Unexpected token in "the-secret-token"';
  const { findings } = check([broken({ expected: 'a JSON body', actual: 'not JSON', quoted, exchange })]);
  expect(findings[0]?.actual).toBe('not JSON: Unexpected token in "***"');
});

test('a finding contains no secret', () => {
  const text = JSON.stringify(check([breach('/a')]));
  expect(text).not.toContain('the-secret-token');
  expect(text).not.toContain('another-secret');
});
