/** All rules of a service with what the ledger and the suite say of them. */
import { conversationOf, familyOf, rulesOfDeclaration } from '../families/index.ts';
import type { ApiModel } from '../model/document/api.ts';
import type { RuleEntry } from '../model/document/ledger.ts';
import {
  type ContractService,
  endpointsSource,
  isServiceName,
  type ServiceName,
  serviceNames,
} from '../model/document/services.ts';
import { assistantProfile } from './assistant/inputs.ts';
import { commentProfile } from './comment/profile.ts';
import { inputRules, inputsAsked } from './inputs/index.ts';
import type { InputProfile } from './inputs/profile.ts';
import { stranger } from './inputs/stranger.ts';
import { orNull } from './judgement.ts';
import { lendingProfile } from './lending/pay-requests.ts';
import { declaredLooks } from './open/declared.ts';
import { ofEveryService } from './open/every-service.ts';
import { ownRules } from './own.ts';
import type { Conversation, KnownRule, OwnRule, Say, Scene } from './rule.ts';
import { swapProfile } from './swap/inputs.ts';
import { wireRules } from './wire/index.ts';

/** What the suite knows of inputs beyond the documents, by service; of the others, and of other APIs, it knows nothing. */
const profiles: Readonly<Partial<Record<ContractService, InputProfile>>> = {
  lending: lendingProfile,
  comment: commentProfile,
  swap: swapProfile,
  assistant: assistantProfile,
};

function profileOf(service: ServiceName): InputProfile {
  return isServiceName(service) ? (profiles[service] ?? {}) : stranger;
}

const own: ReadonlyMap<string, readonly OwnRule[]> = new Map(
  await Promise.all(serviceNames.map(async (service) => [service, await ownRules(service)] as const)),
);

/** A rule with what the ledger says of it; none where the ledger has neither a rule nor an open question of its id. */
function ledgerRule(rule: OwnRule, { rules, questions, service }: ApiModel): readonly KnownRule[] {
  const { id, check, watch, whenSilent } = rule;
  const judging = { ...(watch && { watch }), ...(whenSilent && { whenSilent }) };
  const entry = rules.find((one) => one.id === id);
  if (entry !== undefined) {
    // What has faulty servers alone has them for what a declaration demands.
    const isJudged = check !== undefined || watch !== undefined;
    return isJudged ? [{ ...judging, ...entry, perOperation: false }] : [];
  }
  const question = questions.find((one) => one.id === id);
  if (question === undefined) return [];
  const { text, source, operation = null } = question;
  return [{ ...judging, id, service, operation, level: 'observe', text, source, perOperation: false }];
}

/** What is declared beside open questions, what stands beside a service, and what every service of the contract has. */
function ownOf({ service, questions }: ApiModel): readonly OwnRule[] {
  const written = isServiceName(service) ? [...ofEveryService, ...(own.get(service) ?? [])] : [];
  return [...written, ...questions.flatMap(declaredLooks)];
}

/** Rules and observers of a service that are a thought of their own; what only has faulty servers stands beside a declared one. */
function handWritten(api: ApiModel): readonly OwnRule[] {
  return ownOf(api).filter(
    ({ check, watch, faults }) => check !== undefined || watch !== undefined || faults === undefined,
  );
}

/** Every rule that the suite has for a service, in the order in which they are reported. */
export function rulesOf(api: ApiModel): readonly KnownRule[] {
  const { service, declarations } = api;
  return [
    ...[...wireRules, ...inputRules(profileOf(service))].map(({ level = 'must', ...rule }): KnownRule => {
      return { ...rule, service, operation: null, perOperation: true, level, source: endpointsSource(service) };
    }),
    ...declarations.flatMap((declared) => rulesOfDeclaration(declared, api)),
    ...handWritten(api).flatMap((rule) => ledgerRule(rule, api)),
  ];
}

/** What of a service can be selected as an operation: its operations, and the RPC methods that rules are about. */
export function selectableOperations({ operations, rules }: ApiModel): readonly string[] {
  const methods = rules.flatMap(({ operation }) => (operation?.includes('/') ? [operation] : []));
  return [...operations.map(({ id }) => id), ...new Set(methods)];
}

/** What a service does in its own way to make and complete things, and to wait for them; absent where it need not. */
export function hooksOf(service: ServiceName): Pick<Scene, 'complete' | 'settle' | 'stock'> {
  const { complete, settle, stock } = profileOf(service);
  return { ...(complete && { complete }), ...(settle && { settle }), ...(stock && { stock }) };
}

/** How the suite signs in to a service; undefined where it need not. */
export function signInOf(service: ServiceName): InputProfile['signIn'] {
  return profileOf(service).signIn;
}

/** What the suite has for a service. */
export interface Suite {
  /** In the order in which they are reported. */
  readonly rules: readonly KnownRule[];
  /** What is asked. */
  conversations(scene: Scene): readonly Conversation[];
}

function ownConversation({ id, check, alone = false }: OwnRule, operation: string | null): readonly Conversation[] {
  if (check === undefined) return [];
  const hold: Conversation['hold'] = async (talk, say) => {
    const tell: Say = (...some) => say(id, ...some);
    const checking = async () => check(talk, tell);
    await orNull(checking(), tell);
  };
  return [{ id, operation, rules: [id], alone, hold }];
}

export function suiteOf(api: ApiModel): Suite {
  const rules = rulesOf(api);
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  return {
    rules,
    conversations: (scene) => [
      ...inputsAsked(profileOf(api.service), scene),
      ...api.declarations.flatMap((declared) => conversationOf(declared, api) ?? []),
      ...handWritten(api).flatMap((rule) => {
        const entry = known.get(rule.id);
        return entry === undefined ? [] : ownConversation(rule, entry.operation);
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
