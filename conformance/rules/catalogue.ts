/** All rules of a service with what the ledger and the suite say of them. */
import { conversationOf, familyOf, rulesOfDeclaration } from '../families/index.ts';
import type { ApiModel } from '../model/api.ts';
import type { RuleEntry } from '../model/ledger.ts';
import {
  type ContractService,
  endpointsSource,
  isServiceName,
  type ServiceName,
  serviceNames,
} from '../model/services.ts';
import { assistantProfile } from './assistant/inputs.ts';
import { commentProfile } from './comment/profile.ts';
import { inputRules, inputsAsked } from './inputs/index.ts';
import type { InputProfile } from './inputs/profile.ts';
import { lendingProfile } from './lending/pay-requests.ts';
import { type OwnRule, ownRules } from './own.ts';
import { idsNow } from './renamed.ts';
import type { Conversation, KnownRule, Rule, Scene } from './rule.ts';
import { conversationsOf } from './scripts.ts';
import { swapProfile } from './swap/inputs.ts';
import { vaultRules } from './vault/index.ts';
import { wireRules } from './wire/index.ts';

interface ServiceRules {
  readonly rules: readonly Rule[];
  readonly observers: readonly Rule[];
  /** Open questions that nothing can be seen of from outside, with the reason. */
  readonly notObserved: Readonly<Record<string, string>>;
  readonly profile: InputProfile;
}

const byService: Readonly<Record<ContractService, ServiceRules>> = {
  lending: { rules: [], observers: [], notObserved: {}, profile: lendingProfile },
  comment: { rules: [], observers: [], notObserved: {}, profile: commentProfile },
  swap: { rules: [], observers: [], notObserved: {}, profile: swapProfile },
  vault: { rules: vaultRules, observers: [], notObserved: {}, profile: {} },
  assistant: { rules: [], observers: [], notObserved: {}, profile: assistantProfile },
};

/** What is known of a service of which there is nothing but the document. */
const stranger: ServiceRules = { rules: [], observers: [], notObserved: {}, profile: {} };

function serviceRules(service: ServiceName): ServiceRules {
  return isServiceName(service) ? byService[service] : stranger;
}

const own: ReadonlyMap<string, readonly OwnRule[]> = new Map(
  await Promise.all(serviceNames.map(async (service) => [service, await ownRules(service)] as const)),
);

/** A rule with what the ledger says of it; none where the ledger has neither a rule nor an open question of its id. */
function ledgerRule(rule: Rule | OwnRule, { rules, questions, service }: ApiModel): readonly KnownRule[] {
  const { id, watch, whenSilent } = rule;
  const judging = {
    ...(watch === undefined ? {} : { watch }),
    ...(whenSilent === undefined ? {} : { whenSilent }),
  };
  const entry = rules.find((one) => one.id === id);
  if (entry !== undefined) return [{ ...judging, ...entry, perOperation: false }];
  const question = questions.find((one) => one.id === id);
  if (question === undefined) return [];
  const { text, source, operation = null } = question;
  return [{ ...judging, id, service, operation, level: 'observe', text, source, perOperation: false }];
}

/** Rules and observers of a service that are a thought of their own. */
function handWritten({ service, declarations }: ApiModel): readonly (Rule | OwnRule)[] {
  const { rules, observers } = serviceRules(service);
  const declared = new Set(
    declarations.flatMap((one) => (familyOf(one) === undefined ? [] : one.rules.map(({ id }) => id))),
  );
  const beside = new Set((own.get(service) ?? []).map(({ id }) => id));
  const older = [...rules, ...observers].flatMap((rule) => {
    const [id, ...more] = idsNow(rule.id);
    return id === undefined || more.length > 0 || declared.has(id) || beside.has(id) ? [] : [{ ...rule, id }];
  });
  return [...older, ...(own.get(service) ?? [])].filter(
    (rule) => !('notObserved' in rule) || rule.notObserved === undefined,
  );
}

function generalRule(rule: Rule & { readonly text: string }, service: ServiceName): KnownRule {
  return { ...rule, service, operation: null, perOperation: true, level: 'must', source: endpointsSource(service) };
}

/** Every rule that the suite has for a service, in the order in which they are reported. */
export function rulesOf(api: ApiModel): readonly KnownRule[] {
  const { service, declarations } = api;
  return [
    ...general(service).map((rule) => generalRule(rule, service)),
    ...declarations.flatMap((declared) => rulesOfDeclaration(declared, api)),
    ...handWritten(api).flatMap((rule) => ledgerRule(rule, api)),
  ];
}

function general(service: ServiceName) {
  return [...wireRules, ...inputRules(serviceRules(service).profile)];
}

/** How a service's inputs are completed, and what is waited for after a request; what it has no need of is absent. */
export function hooksOf(service: ServiceName): Pick<InputProfile, 'complete' | 'settle'> {
  const { complete, settle } = serviceRules(service).profile;
  return { ...(complete === undefined ? {} : { complete }), ...(settle === undefined ? {} : { settle }) };
}

/** How the suite signs in to a service; undefined where it need not. */
export function signInOf(service: ServiceName): InputProfile['signIn'] {
  return serviceRules(service).profile.signIn;
}

/** What the suite has for a service. */
export interface Suite {
  /** In the order in which they are reported. */
  readonly rules: readonly KnownRule[];
  /**
   * What is asked.
   *
   * @param selected ids of the rules that are to be decided.
   * @param onError told of what goes wrong while a rule plans.
   */
  conversations(
    scene: Scene,
    selected: ReadonlySet<string>,
    onError: (rule: string, error: unknown) => void,
  ): readonly Conversation[];
}

function ownConversation({ id, check, alone = false }: OwnRule, operation: string | null): readonly Conversation[] {
  if (check === undefined) return [];
  return [{ id, operation, rules: [id], alone, hold: (talk, say) => check(talk, (...some) => say(id, ...some)) }];
}

/** @throws what goes wrong while a rule plans. */
function planned(rule: Rule | OwnRule, known: KnownRule, scene: Scene, isSelected: boolean): readonly Conversation[] {
  if ('check' in rule) return ownConversation(rule, known.operation);
  return 'plan' in rule || 'planAlone' in rule ? conversationsOf(rule, scene, isSelected) : [];
}

export function suiteOf(api: ApiModel): Suite {
  const rules = rulesOf(api);
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  return {
    rules,
    conversations: (scene, selected, onError) => [
      ...inputsAsked(serviceRules(api.service).profile, scene),
      ...api.declarations.flatMap((declared) => conversationOf(declared, api) ?? []),
      ...[...general(api.service), ...handWritten(api)].flatMap((rule): readonly Conversation[] => {
        const entry = known.get(rule.id);
        try {
          const isSelected = selected.size < rules.length && selected.has(rule.id);
          return entry === undefined ? [] : planned(rule, entry, scene, isSelected);
        } catch (error) {
          onError(rule.id, error);
          return [];
        }
      }),
    ],
  };
}

/** Documented rules of a service that this version has no check for. */
export function uncheckedRules(api: ApiModel): readonly RuleEntry[] {
  const { rules, declarations } = api;
  const declared = declarations.flatMap((one) => (familyOf(one) === undefined ? [] : one.rules));
  const checked = new Set([...handWritten(api), ...declared].map(({ id }) => id));
  return rules.filter(({ id }) => !checked.has(id));
}

/** Open questions of a service that nothing can be seen of from outside, with the reason. */
export function notObservedOf(service: ServiceName): Readonly<Record<string, string>> {
  const told = (own.get(service) ?? []).flatMap(({ id, notObserved }) =>
    notObserved === undefined ? [] : [[id, notObserved] as const],
  );
  const older = Object.entries(serviceRules(service).notObserved).map(
    ([id, why]) => [idsNow(id)[0] ?? id, why] as const,
  );
  return Object.fromEntries([...older, ...told]);
}
