import { expect, test } from 'vitest';
import { sampleCheck, sampleFinding } from '../../testing/sample.ts';
import { withCauses } from './causes.ts';

const reason = { reason: 'the vaults fit on one page', hint: 'put more vaults into the data, at least two pages' };
const open = { verdict: 'inconclusive', operation: 'listVaults', reasons: [reason] } as const;
const limit = sampleCheck('vault.listVaults.limited.at-most', {
  verdict: 'fail',
  operation: 'listVaults',
  findings: [sampleFinding],
});

test('where a limit is ignored, the rule about it is named instead of data', () => {
  const [, check] = withCauses([limit, sampleCheck('vault.listVaults.paged.more', open)]);
  expect(check?.reasons).toEqual([
    {
      reason: 'the vaults fit on one page, as listVaults does not keep to the limit',
      hint: 'repair vault.listVaults.limited.at-most first',
    },
  ]);
});

test.each([
  ['the limit is kept', [{ ...limit, verdict: 'pass' } as const, sampleCheck('vault.listVaults.paged.more', open)]],
  ['the limit of another list is ignored', [limit, sampleCheck('vault.a.paged.more', { ...open, operation: 'a' })]],
  [
    'the hint is about something else',
    [limit, sampleCheck('vault.b', { ...open, reasons: [{ reason: 'a', hint: 'set known.inputs' }] })],
  ],
])('otherwise nothing changes: %s', (_, checks) => {
  expect(withCauses(checks)).toEqual(checks);
});
