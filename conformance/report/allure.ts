/** The report as results that Allure reads: a file for each check. */
import { createHash } from 'node:crypto';
import { eachText, onOneLine } from '@wallet-services/kit/harmless';
import type { Level } from '../model/document/document.ts';
import type { Check, RunReport, ServiceReport, Verdict } from '../run/report.ts';
import { failureText, findingsText, reasonsText } from './plain.ts';
import { nameOf } from './text.ts';

type Status = 'passed' | 'failed' | 'broken' | 'skipped';

/** `broken` is for what prevented a check; what is not decided is skipped, and never passed. */
const statuses: Readonly<Record<Verdict, Status>> = {
  pass: 'passed',
  warn: 'passed',
  observed: 'passed',
  fail: 'failed',
  known: 'skipped',
  inconclusive: 'skipped',
  blocked: 'skipped',
  unjudged: 'skipped',
  unsupported: 'skipped',
  'harness-error': 'broken',
};

const severities: Readonly<Record<Level, string>> = { must: 'critical', should: 'minor', observe: 'trivial' };

interface Details {
  readonly message?: string;
  readonly trace?: string;
}

/** A test of Allure. */
interface Test {
  readonly service: string;
  readonly operation: string | null;
  readonly name: string;
  readonly status: Status;
  readonly details: Details;
  readonly description?: string;
  readonly level?: Level;
}

function detailsOf(check: Check): Details {
  switch (check.verdict) {
    case 'pass':
      return {};
    case 'fail':
      return { message: failureText(check), trace: findingsText(check) };
    case 'warn':
      return { message: `warning: ${failureText(check)}`, trace: findingsText(check) };
    case 'known':
      return { message: `known until ${check.known?.expires}: ${check.known?.reason}`, trace: findingsText(check) };
    case 'observed':
      return { message: check.observed ?? '' };
    default:
      return { message: `${check.verdict}: ${reasonsText(check)}` };
  }
}

function testOf(service: string, check: Check): Test {
  const { rule, operation, level, verdict, text, source } = check;
  const description = `${text} (${source})`;
  return { service, operation, name: rule, level, description, status: statuses[verdict], details: detailsOf(check) };
}

function testsOf({ service, checks, unreachable, leftOut = [] }: ServiceReport): readonly Test[] {
  const own = { service, operation: null };
  return [
    ...(unreachable === null
      ? []
      : [{ ...own, name: 'reachable', status: 'broken' as const, details: { message: unreachable } }]),
    ...checks.map((check) => testOf(service, check)),
    ...leftOut.map(({ operation, why }) => {
      return {
        service,
        operation,
        name: 'called',
        status: 'skipped' as const,
        details: { message: `not called: ${why}` },
      };
    }),
  ];
}

/** The same in each run, so that Allure shows the history of a check, and a later run replaces its files. */
function idOf({ service, operation, name }: Test): string {
  return createHash('sha256')
    .update(JSON.stringify([service, operation, name]))
    .digest('hex')
    .slice(0, 32);
}

function resultOf(test: Test, time: number): object {
  const { service, operation, name, status, details, description, level } = test;
  const id = idOf(test);
  const place = operation ?? 'service';
  return {
    uuid: id,
    historyId: id,
    testCaseId: id,
    fullName: `${service}.${place}: ${name}`,
    name,
    ...(description === undefined ? {} : { description }),
    titlePath: [service, place],
    status,
    statusDetails: details,
    stage: 'finished',
    start: time,
    stop: time,
    labels: [
      { name: 'framework', value: '@wallet-services/conformance' },
      { name: 'parentSuite', value: service },
      { name: 'suite', value: place },
      ...(level === undefined ? [] : [{ name: 'severity', value: severities[level] }]),
    ],
    links: [],
    parameters: [],
    steps: [],
    attachments: [],
  };
}

/** @returns the files of a folder of results, by name. */
export function allureResults(given: RunReport): ReadonlyMap<string, string> {
  const { services, staleKnownFailures, clock, outcome, ended } = eachText(given, onOneLine);
  const stale = staleKnownFailures.map((entry): Test => {
    const details = { message: `${nameOf(entry)} ${entry.problem}` };
    return { service: 'known failures', operation: null, name: nameOf(entry), status: 'failed', details };
  });
  const time = Date.parse(clock.startedAt);
  const tests = [...services.flatMap(testsOf), ...stale];
  const environment = [`outcome=${outcome}`, ...(ended === undefined ? [] : [`ended=${ended}`])];
  return new Map([
    ...tests.map((test) => [`${idOf(test)}-result.json`, `${JSON.stringify(resultOf(test, time))}\n`] as const),
    ['environment.properties', `${environment.join('\n')}\n`],
  ]);
}
