/** All rules of a service with what the ledger and the suite say of them. */
import type { ApiModel } from '../model/api.ts';
import type { RuleEntry } from '../model/ledger.ts';
import { endpointsSource, type ServiceName } from '../model/services.ts';
import { inputRules } from './inputs/index.ts';
import { type InputProfile, plainProfile } from './inputs/profile.ts';
import { lendingObservers, lendingProfile, lendingRules } from './lending/index.ts';
import type { KnownRule, Rule } from './rule.ts';
import { wireRules } from './wire/index.ts';

interface ServiceRules {
  readonly rules: readonly Rule[];
  readonly observers: readonly Rule[];
  readonly profile: InputProfile;
}

const byService: Readonly<Partial<Record<ServiceName, ServiceRules>>> = {
  lending: { rules: lendingRules, observers: lendingObservers, profile: lendingProfile },
};

const none: ServiceRules = { rules: [], observers: [], profile: plainProfile };

/** @throws when the ledger does not have the rule: a check of nothing documented. */
function ledgerRule(rule: Rule, { rules, service }: ApiModel): KnownRule {
  const entry = rules.find(({ id }) => id === rule.id);
  if (entry === undefined) throw new Error(`the ledger of ${service} has no rule ${rule.id}`);
  return { ...rule, ...entry, perOperation: false };
}

function observer(rule: Rule, { questions, service }: ApiModel): KnownRule {
  const entry = questions.find(({ id }) => id === rule.id);
  if (entry === undefined) throw new Error(`the ledger of ${service} has no open question ${rule.id}`);
  const { text, source, operation = null } = entry;
  return { ...rule, service, operation, level: 'observe', text, source, perOperation: false };
}

function generalRule(rule: Rule & { readonly text: string }, service: ServiceName): KnownRule {
  return { ...rule, service, operation: null, perOperation: true, level: 'must', source: endpointsSource[service] };
}

/** Every rule that the suite has for a service, in the order in which they are reported. */
export function rulesOf(api: ApiModel): readonly KnownRule[] {
  const { service } = api;
  const { rules, observers, profile } = byService[service] ?? none;
  return [
    ...[...wireRules, ...inputRules(profile)].map((rule) => generalRule(rule, service)),
    ...rules.map((rule) => ledgerRule(rule, api)),
    ...observers.map((rule) => observer(rule, api)),
  ];
}

/** Documented rules of a service that this version has no check for. */
export function uncheckedRules({ service, rules }: ApiModel): readonly RuleEntry[] {
  const checked = new Set((byService[service] ?? none).rules.map(({ id }) => id));
  return rules.filter(({ id }) => !checked.has(id));
}
