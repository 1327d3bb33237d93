import { expect, test } from 'vitest';
import { sampleReport } from '../testing/sample.ts';
import { sarifReport } from './sarif.ts';

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly kind?: string;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly object[];
      readonly suppressions: readonly object[];
    }[];
    readonly properties: object;
  }[];
}

const text = sarifReport(sampleReport, 'api/openapi.yaml');
const log: Log = JSON.parse(text);
const results = log.runs.flatMap((run) => run.results);
const of = (rule: string) => results.filter(({ ruleId }) => ruleId === rule);

test('findings are errors and warnings, with the rule, the operation and the document', () => {
  const [run] = log.runs;
  for (const { ruleId, ruleIndex } of results) expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  expect(of('lending.fails')).toMatchObject([
    {
      level: 'error',
      message: { text: expect.stringContaining('expected a decimal number written as a string, got 1.5 (number)') },
      locations: [
        {
          logicalLocations: [{ fullyQualifiedName: expect.stringMatching(/^lending/) }],
          physicalLocation: { artifactLocation: { uri: 'api/openapi.yaml' } },
        },
      ],
    },
  ]);
});

test('a known failure is suppressed with its reason; one that is gone is an error', () => {
  expect(of('lending.known')).toMatchObject([
    { level: 'error', suppressions: [{ status: 'accepted', justification: 'is being repaired (until 2026-12-31)' }] },
  ]);
  expect(of('run.known-failures')).toMatchObject([{ level: 'error' }]);
});

test('what was not decided, or not tried, is listed and is no failure', () => {
  expect(of('lending.lacks')).toMatchObject([{ kind: 'open', level: 'none' }]);
  expect(of('run.reachable')).toMatchObject([{ kind: 'open', level: 'none' }]);
  const leftOut = [{ operation: 'POST sold', why: 'the API sends this request' }];
  const services = sampleReport.services.map((one) => ({ ...one, leftOut }));
  const other: Log = JSON.parse(sarifReport({ ...sampleReport, services, ended: 'time' }));
  expect(other.runs[0]?.results).toContainEqual(
    expect.objectContaining({ ruleId: 'run.called', kind: 'notApplicable', level: 'none' }),
  );
  expect(other.runs[0]?.properties).toEqual({ outcome: sampleReport.outcome, ended: 'time' });
});

test.each<[string | undefined, boolean]>([
  ['api/openapi.yaml', true],
  ['https://example.test/openapi.json', false],
  ['HTTP://example.test/openapi.json', false],
  [undefined, false],
])('with the document %s the results are placed in a file: %s', (document, isPlaced) => {
  expect(sarifReport(sampleReport, document).includes('physicalLocation')).toBe(isPlaced);
});

test('an answer of a server cannot forge lines', () => {
  expect(text).not.toMatch(/[^\n -￿]|\\n/);
});
