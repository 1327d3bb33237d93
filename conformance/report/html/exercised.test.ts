import { expect, test } from 'vitest';
import { sampleCheck, sampleReport } from '../../testing/sample.ts';
import { exercised, sharesOf } from './exercised.ts';

const [lending] = sampleReport.services;
if (lending === undefined) throw new Error('the sample has a service');

const service = {
  ...lending,
  checks: [
    sampleCheck('wire.status', { operation: 'listMarkets' }),
    sampleCheck('wire.status', { operation: 'createPayRequest', verdict: 'inconclusive' }),
    sampleCheck('lending.listMarkets.sorted.order', { operation: 'listMarkets', verdict: 'blocked' }),
    sampleCheck('lending.listTransactions.limited.at-most', { operation: 'listTransactions', verdict: 'fail' }),
    sampleCheck('lending.numbers.decimal-string'),
  ],
};

test('an operation, or a family, is exercised when one of its rules was decided', () => {
  expect(sharesOf(service)).toEqual({
    operations: { of: 3, without: ['createPayRequest'] },
    families: { of: 2, without: ['sorted'] },
  });
  const { source } = exercised({ ...sampleReport, services: [service] });
  expect(source).toContain(' 2 of 3</td><td class="names quiet">createPayRequest</td>');
});
