/** Keeps names of members that people wrote out of violations: of an open map each may be somebody's. */
import type { IHttpOperation } from '@stoplight/types';
import { asText } from '@wallet-services/kit/json';
import { unescaped } from '@wallet-services/kit/pointer';
import type { Violation } from '../../violation.ts';

const known = new WeakMap<IHttpOperation, ReadonlySet<string>>();

/** The violations with `*` for names of members that the document does not have. */
export function withoutNames(violations: readonly Violation[], operation: IHttpOperation): Violation[] {
  const names = namesOf(operation);
  return violations.map((violation) => ({
    ...violation,
    pointer: violation.pointer.startsWith('/body/') ? placeText(violation.pointer, names) : violation.pointer,
    message: violation.message.replace(/; found '(.*)'$/s, (all, name: string) => (names.has(name) ? all : '')),
  }));
}

function placeText(pointer: string, names: ReadonlySet<string>): string {
  const [root, place, ...tokens] = pointer.split('/');
  return [root, place, ...tokens.map((token) => (isOpen(token, names) ? token : '*'))].join('/');
}

function isOpen(token: string, names: ReadonlySet<string>): boolean {
  return /^\d{1,4}$/.test(token) || names.has(unescaped(token));
}

/** Every name of a member in the schemas of an operation. */
function namesOf(operation: IHttpOperation): ReadonlySet<string> {
  const before = known.get(operation);
  if (before !== undefined) return before;
  const names = new Set<string>();
  collect([operation.request, operation.responses], names, new Set());
  known.set(operation, names);
  return names;
}

/** Schemas may hold themselves: each is looked through once. */
function collect(node: unknown, names: Set<string>, seen: Set<unknown>): void {
  if (typeof node !== 'object' || node === null || seen.has(node)) return;
  seen.add(node);
  for (const [keyword, value] of Object.entries(node)) {
    if (/^(properties|patternProperties)$/.test(keyword))
      for (const name of Object.keys(Object(value))) names.add(name);
    if (keyword === 'required' && Array.isArray(value)) for (const name of value) names.add(asText(name));
    if (!/^examples?$/.test(keyword)) collect(value, names, seen);
  }
}
