/**
 * The smallest set of findings that explains all failures. Nothing is lost: each explanation lists the findings that it
 * merges.
 *
 * Findings are merged when rules are broken at the same place of the same operation; when the same member is wrong in
 * the same way in several operations, or over several protocols; when several members of the same object are; when they
 * share one and the same answer; when an operation is missing, or accepts wrong inputs of every kind.
 *
 * Findings that need no other as their cause come first: operations with an answer of a wrong shape, then rules on one
 * answer, then comparisons, where the answer that most others contradict is blamed first.
 */
import { generalised } from '../model/values/pointer.ts';
import type { Check, Finding, ServiceReport } from '../run/report.ts';
import { byCause, byReporting, type Found, type Group, isAbsent } from './order.ts';

/** A finding with every rule that it breaks and every operation that shows it. */
export interface Explained {
  /** The most significant one. */
  readonly finding: Finding;
  /** The first is the most significant one. */
  readonly checks: readonly Check[];
  readonly subjects: readonly string[];
  /** The places in the answers; empty for whole answers. */
  readonly pointers: readonly string[];
  /** All merged findings, including `finding`. */
  readonly findings: readonly Finding[];
}

/** The number of similar findings that is no coincidence. */
const MANY = 3;

/**
 * Rules on the answer as such, the most basic first. Where one answer breaks several, the first explains the others.
 */
const basics = ['wire.answer', 'wire.status', 'wire.content-type', 'wire.json', 'wire.schema', 'wire.rpc-message'];

/** Merges groups with the same key, where there are at least `atLeast` of them; with null the group stays alone. */
function fused(groups: readonly Group[], keyOf: (group: Group) => string | null, atLeast = 2): readonly Group[] {
  const byKey = Map.groupBy(groups, (group) => keyOf(group) ?? group);
  return [...byKey.values()].flatMap((alike): readonly Group[] => {
    const [first, ...rest] = alike;
    return first === undefined || alike.length < atLeast ? alike : [[...first, ...rest.flat()]];
  });
}

/** Numbers, ids and times differ from one answer to the next. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d[\d.:TZ+-]*/g, '#');
}

function place({ check, finding }: Found): string {
  const { subject, pointer, expected, actual } = finding;
  if (pointer !== null) return JSON.stringify([subject, generalised(pointer)]);
  return JSON.stringify([check.rule, expected, actual]);
}

/** A key that is equal for a member that is wrong in the same way, in whichever operation. */
function memberKey([{ check, finding }]: Group): string {
  const { pointer, expected, actual, verdict } = finding;
  const where = pointer === null ? withoutNumbers(actual) : generalised(pointer);
  return JSON.stringify([check.rule, verdict, where, withoutNumbers(expected)]);
}

/** A key that is equal for members of one object that are wrong in the same way. */
function siblingKey([{ check, finding }]: Group): string | null {
  const { pointer, expected, actual, verdict } = finding;
  if (pointer === null || pointer === '') return null;
  const parent = generalised(pointer).replace(/\/[^/]*$/, '');
  return JSON.stringify([check.rule, verdict, parent, expected, withoutNumbers(actual)]);
}

/** A key that is equal for wrong inputs that are treated alike, of one operation or of all. */
function inputKey(each: 'operation' | 'service'): (group: Group) => string | null {
  return ([{ check, finding }]) => {
    if (!check.rule.startsWith('input.')) return null;
    const expected = finding.expected.replaceAll(/ ?\([^)]*\)/g, '');
    return JSON.stringify([check.rule, finding.verdict, expected, each === 'operation' ? finding.subject : null]);
  };
}

function answerKey({ finding: { exchange } }: Found): string | null {
  if (exchange === null) return null;
  return JSON.stringify([exchange.status, exchange.contentType, withoutNumbers(exchange.answer)]);
}

/** How basic a finding is, the smallest first; infinite for one that is not about the answer as such. */
function basic({ check, finding: { exchange } }: Found): number {
  const rank = basics.indexOf(check.rule);
  if (rank >= 0) return rank;
  if (check.rule === 'input.valid-accepted') return basics.length;
  const isRefusal = exchange !== null && (exchange.status === null || exchange.status >= 300);
  return isRefusal ? basics.length + 1 : Number.POSITIVE_INFINITY;
}

/** The most basic first, then the shortest command, which shows the fault best. */
function byBasics(left: Found, right: Found): number {
  const [before, after] = [basic(left), basic(right)];
  if (before !== after) return before < after ? -1 : 1;
  return (left.finding.curl?.length ?? 0) - (right.finding.curl?.length ?? 0);
}

/** Merged findings, and the rest. */
interface Reported {
  readonly groups: readonly Group[];
  readonly rest: readonly Found[];
}

/**
 * Merges findings on the same answer to many operations: if it breaks a rule on answers as such, that explains all
 * rules that it breaks.
 */
function bySameAnswer(found: readonly Found[]): Reported {
  const groups = [...Map.groupBy(found, answerKey)].flatMap(([key, alike]): Group[] => {
    if (key === null || new Set(alike.map(({ finding }) => finding.subject)).size < MANY) return [];
    const [first, ...rest] = alike.toSorted(byBasics);
    return first === undefined || basic(first) === Number.POSITIVE_INFINITY ? [] : [[first, ...rest]];
  });
  const reported = new Set(groups.flat());
  return { groups, rest: found.filter((one) => !reported.has(one)) };
}

/**
 * Rules that are broken only where the operation gives the same answer with a credential, another choice, or a limit.
 */
const ANSWERED = /\.(access\.open|chosen-by\.[\w-]+|paged\.first)$/;

/** Merges findings on a missing operation, or one that rejects every request: that explains each of its rejections. */
function byAbsence(found: readonly Found[]): Reported {
  const reported = new Set<Found>();
  const groups = found.flatMap((one): Group[] => {
    const { finding } = one;
    if (!isAbsent(one)) return [];
    const of = found.filter(
      (other) =>
        !reported.has(other) &&
        other !== one &&
        other.finding.subject === finding.subject &&
        other.finding.exchange?.status === finding.exchange?.status,
    );
    for (const each of [one, ...of]) reported.add(each);
    const open = of.find((other) => ANSWERED.test(other.check.rule));
    return [open === undefined ? [one, ...of] : [open, one, ...of.filter((other) => other !== open)]];
  });
  return { groups, rest: found.filter((one) => !reported.has(one)) };
}

/** Whether a finding is about a part of a value that another one reports as a whole. */
function isWithin({ finding }: Found, group: Group): boolean {
  const { pointer, subject } = finding;
  if (pointer === null) return false;
  return group.some(({ check, finding: whole }) => {
    if (whole.subject !== subject || whole.pointer === null || !basics.includes(check.rule)) return false;
    return generalised(pointer).startsWith(`${generalised(whole.pointer)}/`);
  });
}

/** Adds the findings within a wrong part to the finding about that part. */
function folded(groups: readonly Group[]): readonly Group[] {
  const inner = new Map<Group, Group>();
  for (const group of groups) {
    const outer = groups.find((one) => one !== group && group.every((found) => isWithin(found, one)));
    if (outer !== undefined) inner.set(group, outer);
  }
  return groups
    .filter((group) => !inner.has(group))
    .map((group): Group => [...group, ...groups.filter((one) => inner.get(one) === group).flat()]);
}

function explanation(group: Group): Explained {
  const findings = group.map(({ finding }) => finding);
  const { finding } = group[0];
  const alike = findings.filter(({ expected, actual }) => expected === finding.expected && actual === finding.actual);
  return {
    finding,
    checks: [...new Set(group.map(({ check }) => check))],
    subjects: [...new Set(findings.flatMap(({ subject }) => (subject === null ? [] : [subject])))],
    pointers: [...new Set(alike.flatMap(({ pointer }) => (pointer === null ? [] : [generalised(pointer)])))],
    findings,
  };
}

/**
 * The findings of a service, merged into the smallest set that explains them. Failures that the target lists as known
 * are left out.
 */
export function explained({ checks }: ServiceReport): readonly Explained[] {
  const found = checks
    .filter(({ verdict }) => verdict !== 'known')
    .flatMap((check) => check.findings.map((finding) => ({ check, finding })))
    .sort(byReporting);
  const { groups: same, rest: differing } = bySameAnswer(found);
  const { groups: absent, rest } = byAbsence(differing);
  const alone = [...Map.groupBy(rest, place).values()].flatMap(([first, ...others]): Group[] =>
    first === undefined ? [] : [[first, ...others]],
  );
  const members = fused(fused([...absent, ...alone], memberKey), siblingKey);
  const inputs = fused(fused(members, inputKey('operation'), MANY), inputKey('service'), MANY);
  return folded([...same, ...inputs])
    .toSorted(byCause(found))
    .map(explanation);
}
