/**
 * The members that the target file lacks for the checks that a run left undecided, as named in the hints of those
 * checks.
 */
import { type ApiModel, operationOf } from '../../model/document/api.ts';
import type { Check, ServiceReport } from '../../run/report.ts';
import { WALLET_SCHEME } from '../../sign-in/wrong-tokens.ts';

/** A member of the target file that would decide checks. */
export interface Need {
  /** `['known', 'choices', 'site']`, below the service; `['sign_in', 'message', 'domain']`, of the whole file. */
  readonly path: readonly string[];
  /** The hints that name it. */
  readonly hints: readonly string[];
  /** The number of checks that name it. */
  readonly checks: number;
}

/** The data of the server that the file cannot supply. */
export interface Data {
  readonly hint: string;
  /** Ids of the rules. */
  readonly rules: readonly string[];
}

const MEMBER =
  /(?<![\w.-])(known|credentials|other_credentials|expired_credentials|transport|sign_in|rpc)((?:\.[A-Za-z][\w-]*)*)/g;

const undecided = new Set(['inconclusive', 'blocked', 'unsupported']);

/** The security schemes that an operation needs; for a check without an operation, all. */
function schemesOf(api: ApiModel, operation: string | null): readonly string[] {
  const known = api.operations.some(({ id }) => id === operation);
  if (operation === null || !known) return Object.keys(api.document.components.securitySchemes ?? {});
  return operationOf(api, operation).security.find((schemes) => schemes.length > 0) ?? [];
}

/** The members that one mention in a hint refers to. */
function pathsOf(api: ApiModel, { operation }: Check, [first = '', ...rest]: readonly string[]): string[][] {
  if (rest.length > 0) return [[first, ...rest]];
  if (first.endsWith('credentials')) return schemesOf(api, operation).map((scheme) => [first, scheme]);
  if (first === 'rpc') return [['rpc', 'connect']];
  if (first !== 'sign_in') return [];
  return schemesOf(api, operation).includes(WALLET_SCHEME) ? [['sign_in', 'keystores', 'caller']] : [];
}

/** The members that a hint names. @returns paths; none where it is about the data of the server */
function membersIn(api: ApiModel, check: Check, hint: string): readonly (readonly string[])[] {
  return [...hint.matchAll(MEMBER)].flatMap(([, first = '', rest = '']) => {
    if (first === 'known' && rest === '.inputs' && check.operation !== null)
      return [['known', 'inputs', check.operation]];
    return pathsOf(api, check, [first, ...rest.split('.').slice(1)]);
  });
}

/** Whether the suite needs a member for access at all, so that most checks are undecided without it. */
function isEntrance([first, second, third]: readonly string[]): boolean {
  return first === 'credentials' || (first === 'sign_in' && (second === 'message' || third === 'caller'));
}

/** The hints that name the member itself, where there are any. */
function namedBy(path: readonly string[], hints: readonly string[]): readonly string[] {
  const own = hints.filter((hint) => hint.includes(path.join('.')));
  return (own.length > 0 ? own : hints).slice(0, 1);
}

/** The data that would decide the undecided checks of a service. */
export function needsOf(
  api: ApiModel,
  { checks }: Pick<ServiceReport, 'checks'>,
): { readonly needs: readonly Need[]; readonly data: readonly Data[] } {
  const needs = new Map<string, { path: readonly string[]; hints: Set<string>; checks: Set<Check> }>();
  const data = new Map<string, Set<string>>();
  for (const check of checks.filter(({ verdict }) => undecided.has(verdict))) {
    for (const { hint } of check.reasons) {
      if (hint === null) continue;
      const paths = membersIn(api, check, hint);
      for (const path of paths) {
        const key = path.join('.');
        const need = needs.get(key) ?? { path, hints: new Set(), checks: new Set() };
        needs.set(key, { path, hints: need.hints.add(hint), checks: need.checks.add(check) });
      }
      if (paths.length > 0 || check.verdict !== 'inconclusive' || check.level === 'observe' || check.allowed) continue;
      data.set(hint, (data.get(hint) ?? new Set()).add(check.rule));
    }
  }
  const isOutside = [...needs.values()].some(({ path }) => isEntrance(path));
  const members = [...needs.values()].map(({ path, hints, checks: some }) => ({
    path,
    hints: namedBy(path, [...hints]),
    checks: some.size,
  }));
  // Missing data, and the requests that the server accepts, only show once the suite has access.
  if (isOutside) return { needs: members.filter(({ path: [, second] }) => second !== 'inputs'), data: [] };
  return { needs: members, data: [...data].map(([hint, rules]) => ({ hint, rules: [...rules] })) };
}
