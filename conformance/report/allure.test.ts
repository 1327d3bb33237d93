import { expect, test } from 'vitest';
import { sampleReport } from '../testing/sample.ts';
import { allureResults } from './allure.ts';

interface Result {
  readonly uuid: string;
  readonly name: string;
  readonly status: string;
  readonly statusDetails: { readonly message?: string; readonly trace?: string };
  readonly labels: readonly { readonly name: string; readonly value: string }[];
}

const files = allureResults(sampleReport);
const results: readonly Result[] = [...files]
  .filter(([name]) => name.endsWith('-result.json'))
  .map(([, text]) => JSON.parse(text));

/** The result of a check of the sample. */
function resultOf(name: string) {
  const found = results.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no result of ${name}`);
  return found;
}

test('each check is a result, in a file named after its id', () => {
  // Two known failures and services that cannot be reached are results, too.
  const checks = sampleReport.services.flatMap((one) => one.checks);
  expect(results).toHaveLength(checks.length + 2);
  for (const { uuid } of results) expect(files.has(`${uuid}-result.json`)).toBe(true);
});

test('a failure has the expected and the actual result, the command to repeat it, and its place', () => {
  expect(resultOf('lending.fails')).toMatchObject({
    status: 'failed',
    statusDetails: {
      message: expect.stringContaining('got 1.5 (number)'),
      trace: expect.stringContaining('try: curl -i'),
    },
    labels: expect.arrayContaining([
      { name: 'parentSuite', value: 'lending' },
      { name: 'suite', value: 'listMarkets' },
    ]),
  });
  expect(resultOf('lending.gone')).toMatchObject({
    status: 'failed',
    statusDetails: { message: 'lending.gone matches no check of this run' },
  });
  expect(resultOf('lending.open')).toMatchObject({ statusDetails: { message: 'ascending | by <time>' } });
});

test.each([
  ['lending.lacks', 'skipped', 'inconclusive: there are no transactions; put some into the data'],
  ['lending.waits', 'skipped', 'blocked: GET /a was refused; '],
  ['lending.cannot', 'skipped', 'unsupported: no RPC address; '],
  ['lending.known', 'skipped', 'known until 2026-12-31: is being repaired'],
  ['lending.broken', 'broken', 'harness-error: it threw; report it'],
  ['reachable', 'broken', 'vault cannot be reached'],
])('%s is %s with its reason, and not passed', (name, status, message) => {
  expect(resultOf(name)).toMatchObject({ status, statusDetails: { message: expect.stringContaining(message) } });
});

test('passed are those that pass, advice that is not followed, and observations', () => {
  const passed = results.filter(({ status }) => status === 'passed').map(({ name }) => name);
  expect(passed.toSorted()).toEqual(['lending.open', 'lending.passes', 'lending.warns']);
});

test('a later run replaces the files of an earlier one', () => {
  const later = { ...sampleReport, clock: { startedAt: '2027-01-01T00:00:00.000Z', milliseconds: 1 } };
  expect([...allureResults(later).keys()]).toEqual([...files.keys()]);
});

test('operations that were not called are skipped', () => {
  const [first] = sampleReport.services;
  if (first === undefined) throw new Error('the sample has no service');
  const leftOut = [{ operation: 'shutdown', why: 'it looks destructive' }];
  const texts = [...allureResults({ ...sampleReport, services: [{ ...first, leftOut }] }).values()].join('\n');
  expect(texts).toContain('not called: it looks destructive');
  expect(allureResults({ ...sampleReport, ended: 'time' }).get('environment.properties')).toBe(
    `outcome=${sampleReport.outcome}\nended=time\n`,
  );
  expect(texts).toContain('{"name":"framework","value":"@wallet-services/conformance"}');
});
