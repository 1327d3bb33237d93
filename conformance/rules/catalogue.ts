/** All rules of a service with what the ledger and the suite say of them. */
import type { ApiModel } from '../model/api.ts';
import type { RuleEntry } from '../model/ledger.ts';
import { endpointsSource, type ServiceName } from '../model/services.ts';
import {
  notObserved as assistantNotObserved,
  assistantObservers,
  assistantProfile,
  assistantRules,
} from './assistant/index.ts';
import { notObserved as commentNotObserved, commentObservers, commentProfile, commentRules } from './comment/index.ts';
import { inputRules } from './inputs/index.ts';
import type { InputProfile } from './inputs/profile.ts';
import { notObserved as lendingNotObserved, lendingObservers, lendingProfile, lendingRules } from './lending/index.ts';
import type { Conversation, KnownRule, Rule, Scene } from './rule.ts';
import { conversationsOf } from './scripts.ts';
import { notObserved as swapNotObserved, swapObservers, swapProfile, swapRules } from './swap/index.ts';
import { notObserved as vaultNotObserved, vaultObservers, vaultProfile, vaultRules } from './vault/index.ts';
import { wireRules } from './wire/index.ts';

interface ServiceRules {
  readonly rules: readonly Rule[];
  readonly observers: readonly Rule[];
  /** Open questions that nothing can be seen of from outside, with the reason. */
  readonly notObserved: Readonly<Record<string, string>>;
  readonly profile: InputProfile;
}

const byService: Readonly<Record<ServiceName, ServiceRules>> = {
  lending: {
    rules: lendingRules,
    observers: lendingObservers,
    notObserved: lendingNotObserved,
    profile: lendingProfile,
  },
  comment: {
    rules: commentRules,
    observers: commentObservers,
    notObserved: commentNotObserved,
    profile: commentProfile,
  },
  swap: { rules: swapRules, observers: swapObservers, notObserved: swapNotObserved, profile: swapProfile },
  vault: { rules: vaultRules, observers: vaultObservers, notObserved: vaultNotObserved, profile: vaultProfile },
  assistant: {
    rules: assistantRules,
    observers: assistantObservers,
    notObserved: assistantNotObserved,
    profile: assistantProfile,
  },
};

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
  const { rules, observers, profile } = byService[service];
  return [
    ...[...wireRules, ...inputRules(profile)].map((rule) => generalRule(rule, service)),
    ...rules.map((rule) => ledgerRule(rule, api)),
    ...observers.map((rule) => observer(rule, api)),
  ];
}

/** What the suite has for a service. */
export interface Suite {
  /** In the order in which they are reported. */
  readonly rules: readonly KnownRule[];
  /**
   * What is asked.
   *
   * @param alone nobody else asks, so that rules which watch must ask for themselves.
   * @param onError told of what goes wrong while a rule plans.
   */
  conversations(scene: Scene, alone: boolean, onError: (rule: string, error: unknown) => void): readonly Conversation[];
}

export function suiteOf(api: ApiModel): Suite {
  const rules = rulesOf(api);
  return {
    rules,
    conversations: (scene, alone, onError) =>
      rules.flatMap((rule): readonly Conversation[] => {
        try {
          return conversationsOf(rule, scene, alone);
        } catch (error) {
          onError(rule.id, error);
          return [];
        }
      }),
  };
}

/** Documented rules of a service that this version has no check for. */
export function uncheckedRules({ service, rules }: ApiModel): readonly RuleEntry[] {
  const checked = new Set(byService[service].rules.map(({ id }) => id));
  return rules.filter(({ id }) => !checked.has(id));
}

/** Open questions of a service that nothing can be seen of from outside, with the reason. */
export function notObservedOf(service: ServiceName): Readonly<Record<string, string>> {
  return byService[service].notObserved;
}
