/** Published names that were renamed: users of an old name get an error with the new one. */
import { isObject } from './values/json.ts';

/** The new names, by the old ones. */
export const renamed = {
  scripts: { 'npm run teeth': 'npm run mutants' },
  programs: { 'wallet-teeth': 'wallet-mutants' },
  options: { '--fault': '--mutant' },
  /** Members of `x-behaviour` and `x-unspecified`. */
  members: { look: 'probe', looks: 'probes', unseen: 'unobservable' },
  /** Members of a probe. */
  probes: { see: 'kind' },
  /** Members of `known` of a service in a target file. */
  known: { sites: 'choices.site' },
  /** Ids of rules. */
  rules: {
    'assistant.readTurn.error-empty': 'assistant.Turn.error-empty',
    'lending.PriceRequest.told-alike': 'lending.PriceRequest.reported-alike',
    'lending.listTransactions.sorted.created_at': 'lending.listTransactions.by-time',
    'lending.listTransactions.told-alike': 'lending.listTransactions.reported-alike',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The hint for an old name. */
export function useInstead(old: string, name: string): string {
  return `${old} was renamed: use ${name} instead`;
}

/** The sentence about an old id of a rule; null where the id was not renamed. */
export function renamedRule(id: string): string | null {
  const names: Readonly<Record<string, string>> = renamed.rules;
  const now = Object.hasOwn(names, id) ? names[id] : undefined;
  return now === undefined ? null : useInstead(id, now);
}

function renamedIn(value: unknown, names: Readonly<Record<string, string>>): string | null {
  if (!isObject(value)) return null;
  const [found] = Object.entries(names).filter(([old]) => Object.hasOwn(value, old));
  return found === undefined ? null : useInstead(...found);
}

/** The sentence about the first old name in an entry of `x-behaviour` or `x-unspecified`; null where it has none. */
export function renamedMember(entry: unknown): string | null {
  if (!isObject(entry)) return null;
  const { probe, probes } = entry;
  const several = isObject(probes) ? Object.values(probes) : [];
  const inner = [probe, ...several].map((one) => renamedIn(one, renamed.probes));
  return renamedIn(entry, renamed.members) ?? inner.find((problem) => problem !== null) ?? null;
}
