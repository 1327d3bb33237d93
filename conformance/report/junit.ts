/** The report as JUnit XML, as CI servers read it: a suite is a service, a test case is a check. */
import { eachText, onOneLine } from '@wallet-services/kit/harmless';
import { escapeHtml } from '@wallet-services/kit/html';
import type { Check, RunReport, ServiceReport } from '../run/report.ts';
import { failureText, findingsText, reasonsText } from './plain.ts';
import { nameOf } from './text.ts';

/** Characters that XML 1.0 does not allow. */
const UNWRITABLE = /[\ufffe\uffff]/g;

function escaped(text: string): string {
  return escapeHtml(text.replaceAll(UNWRITABLE, '�'));
}

type Attributes = Readonly<Record<string, string | number>>;

function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    // A line feed in an attribute would be read as a space.
    return ` ${key}="${escaped(String(value)).replaceAll('\n', '&#10;')}"`;
  });
  return content === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${content}</${name}>`;
}

function failure(check: Check): string {
  const attributes = { message: failureText(check), type: check.rule };
  return element('failure', attributes, escaped(findingsText(check)));
}

function resultOf(check: Check): string {
  switch (check.verdict) {
    case 'fail':
      return failure(check);
    case 'known':
      return element('skipped', { message: `known until ${check.known?.expires}: ${check.known?.reason}` });
    case 'harness-error':
      return element('error', { message: 'a bug in the suite', type: check.verdict }, escaped(reasonsText(check)));
    case 'inconclusive':
    case 'blocked':
    case 'unjudged':
    case 'unsupported':
      return element('skipped', { message: `${check.verdict}: ${reasonsText(check)}` });
    case 'warn':
      return element('system-out', {}, escaped(`warning\n${findingsText(check)}`));
    case 'observed':
      return element('system-out', {}, escaped(check.observed ?? ''));
    case 'pass':
      return '';
  }
}

interface Case {
  readonly xml: string;
  readonly verdict: Check['verdict'];
}

function caseOf(service: string, check: Check): Case {
  const attributes = { classname: `${service}.${check.operation ?? 'service'}`, name: check.rule, time: '0' };
  return { xml: element('testcase', attributes, resultOf(check)), verdict: check.verdict };
}

function reachable({ service, unreachable }: ServiceReport): readonly Case[] {
  if (unreachable === null) return [];
  const error = element('error', { message: unreachable, type: 'unreachable' });
  const attributes = { classname: `${service}.service`, name: 'reachable', time: '0' };
  return [{ xml: element('testcase', attributes, error), verdict: 'harness-error' }];
}

/** Operations that were not called, as skipped tests. */
function leftOut({ service, leftOut: some = [] }: ServiceReport): readonly Case[] {
  return some.map(({ operation, why }) => {
    const attributes = { classname: `${service}.${operation}`, name: 'called', time: '0' };
    const result = element('skipped', { message: `not called: ${why}` });
    return { xml: element('testcase', attributes, result), verdict: 'unsupported' };
  });
}

const skipped: readonly Check['verdict'][] = ['known', 'inconclusive', 'blocked', 'unjudged', 'unsupported'];

function countsOf(cases: readonly Case[]) {
  const count = (...verdicts: readonly Check['verdict'][]) =>
    cases.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return { tests: cases.length, failures: count('fail'), errors: count('harness-error'), skipped: count(...skipped) };
}

function suite(name: string, cases: readonly Case[], attributes: Attributes): string {
  const content = cases.map(({ xml }) => `\n    ${xml}`).join('');
  return `\n  ${element('testsuite', { name, ...countsOf(cases), ...attributes }, `${content}\n  `)}`;
}

function staleSuite({ staleKnownFailures }: RunReport): readonly (readonly [string, readonly Case[]])[] {
  if (staleKnownFailures.length === 0) return [];
  const cases = staleKnownFailures.map((entry): Case => {
    const message = `${nameOf(entry)} ${entry.problem}`;
    const content = element('failure', { message, type: 'known failure' });
    return {
      xml: element('testcase', { classname: 'known_failures', name: nameOf(entry), time: '0' }, content),
      verdict: 'fail',
    };
  });
  return [['known failures', cases]];
}

/** @returns XML with a final newline. */
export function junitReport(given: RunReport): string {
  const report = eachText(given, onOneLine);
  const { services, clock } = report;
  const seconds = (clock.milliseconds / 1000).toFixed(3);
  // Readers of this form expect times without an offset.
  const attributes = { time: seconds, timestamp: clock.startedAt.slice(0, 19) };
  const suites = [
    ...services.map((one) => {
      const cases = one.checks.map((check) => caseOf(one.service, check));
      return [one.service, [...reachable(one), ...cases, ...leftOut(one)]] as const;
    }),
    ...staleSuite(report),
  ];
  const { tests, failures, errors } = countsOf(suites.flatMap(([, cases]) => cases));
  const content = suites.map(([name, cases]) => suite(name, cases, attributes)).join('');
  const all = { name: 'conformance', tests, failures, errors, time: seconds };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', all, `${content}\n`)}\n`;
}
