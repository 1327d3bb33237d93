/** A report with every possible part, to test the forms of reports. */
import type { Check, Finding, RunReport } from '../run/report.ts';

export const sampleFinding: Finding = {
  verdict: 'fail',
  subject: 'listMarkets',
  expected: 'a decimal number written as a string',
  actual: '1.5 (number)',
  pointer: '/data/0/total_cash',
  alike: 3,
  exchange: {
    method: 'GET',
    url: 'http://127.0.0.1:4000/lending/api/v1/markets/all',
    requestBody: null,
    status: 200,
    contentType: 'application/json',
    answer: '{"data":[{"note":"<script>document.title=1</script> | `x` \u0000\u001b[31m"}]}',
  },
  curl: `curl -i -H "authorization: Bearer $TOKEN" 'http://127.0.0.1:4000/lending/api/v1/markets/all'`,
  variables: [{ name: 'TOKEN', holds: 'the AccessToken' }],
  reproduced: 'yes',
};

export function sampleCheck(rule: string, changes: Partial<Check> = {}): Check {
  return {
    rule,
    operation: null,
    level: 'must',
    text: `What ${rule} says.`,
    source: 'document 1, Limits',
    statement: `What document 1 says of ${rule}.`,
    verdict: 'pass',
    findings: [],
    reasons: [],
    observed: null,
    allowed: false,
    known: null,
    ...changes,
  };
}

const other = {
  status: 200,
  answer: '{"data":[]}',
  curl: `curl -i 'http://127.0.0.1:4000/lending/api/v1/markets/all?page=1'`,
  variables: [],
};

const checks: readonly Check[] = [
  sampleCheck('lending.passes'),
  sampleCheck('lending.fails', { operation: 'listMarkets', verdict: 'fail', findings: [sampleFinding] }),
  sampleCheck('lending.warns', {
    level: 'should',
    verdict: 'warn',
    findings: [
      {
        ...sampleFinding,
        subject: null,
        reproduced: null,
        against: 'listMarkets',
        pointer: null,
        other,
        verdict: 'warn',
      },
    ],
  }),
  sampleCheck('lending.known', {
    verdict: 'known',
    findings: [sampleFinding],
    known: { reason: 'is being repaired', expires: '2026-12-31' },
  }),
  sampleCheck('lending.open', { level: 'observe', verdict: 'observed', observed: 'ascending | by <time>' }),
  sampleCheck('lending.lacks', {
    verdict: 'inconclusive',
    reasons: [{ reason: 'there are no transactions', hint: 'put some into the data' }],
  }),
  sampleCheck('lending.waits', { verdict: 'blocked', reasons: [{ reason: 'GET /a was refused', hint: null }] }),
  sampleCheck('lending.cannot', { verdict: 'unsupported', reasons: [{ reason: 'no RPC address', hint: null }] }),
  sampleCheck('lending.broken', { verdict: 'harness-error', reasons: [{ reason: 'it threw', hint: 'report it' }] }),
];

export const sampleReport: RunReport = {
  outcome: 'not conformant',
  partial: false,
  readOnly: false,
  seed: 1,
  staleKnownFailures: [{ rule: 'lending.gone', operation: null, problem: 'matches no check of this run' }],
  services: [
    {
      service: 'lending',
      url: 'http://127.0.0.1:4000/lending',
      unchecked: [],
      unreachable: null,
      requests: 12,
      checks,
    },
    {
      service: 'vault',
      url: 'http://127.0.0.1:9/vault',
      unchecked: ['vault.some'],
      unreachable: 'vault cannot be reached at http://127.0.0.1:9: no connection (ECONNREFUSED)',
      requests: 1,
      checks: [sampleCheck('vault.waits', { verdict: 'blocked', reasons: [{ reason: 'no connection', hint: null }] })],
    },
  ],
  clock: { startedAt: '2026-11-21T02:00:00.000Z', milliseconds: 1234 },
};
