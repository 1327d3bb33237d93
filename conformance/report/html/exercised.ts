/** The share of the operations, and of the families of behaviour, with a decided check in a run. */
import type { Check, RunReport, ServiceReport, Verdict } from '../../run/report.ts';
import { h, type Markup, table } from './markup.ts';

/** Verdicts that decide a check. */
const DECIDED: readonly Verdict[] = ['pass', 'fail', 'known', 'warn', 'observed'];

/** The number of names, and the names without a decided check. */
export interface Share {
  readonly of: number;
  readonly without: readonly string[];
}

/** Whether one of the checks of each name was decided. */
function shareOf(checks: readonly Check[], nameOf: (check: Check) => string | null): Share {
  const decided = new Map<string, boolean>();
  for (const check of checks) {
    const name = nameOf(check);
    if (name !== null) decided.set(name, decided.get(name) === true || DECIDED.includes(check.verdict));
  }
  return { of: decided.size, without: [...decided].flatMap(([name, isDecided]) => (isDecided ? [] : [name])) };
}

/** `limited` of `lending.listTransactions.limited.at-most`; null for rules without a family, such as open questions. */
function familyOf({ rule, level }: Check): string | null {
  const parts = rule.split('.');
  return parts.length < 4 || level === 'observe' ? null : (parts[2] ?? null);
}

/** The shares of a service that a run decided. */
export function sharesOf({ checks }: ServiceReport): { readonly operations: Share; readonly families: Share } {
  return { operations: shareOf(checks, ({ operation }) => operation), families: shareOf(checks, familyOf) };
}

function cells({ of, without }: Share): readonly Markup[] {
  const decided = of - without.length;
  const range = { min: '0', max: String(Math.max(of, 1)), value: String(decided) };
  const meter = h('meter', { ...range, 'aria-hidden': 'true' }, '');
  return [h('td', {}, meter, ` ${decided} of ${of}`), h('td', { class: 'names quiet' }, without.join(', '))];
}

/** A table of both shares, service by service. */
export function exercised({ services }: RunReport): Markup {
  const head = ['service', 'operations', 'not exercised', 'families', 'not exercised'];
  const rows = services.map((service) => {
    const { operations, families } = sharesOf(service);
    return h('tr', {}, h('th', { scope: 'row' }, service.service), ...cells(operations), ...cells(families));
  });
  const caption = 'Operations and families of behaviour, with the number of checks that were decided';
  return table({ label: 'Operations and families', caption }, head, rows);
}
