/** All rules of a service, with their entries in the ledger and their implementations in the suite. */

import { inputRules, inputsSent } from '../builtin/inputs/index.ts';
import { declaredProbes } from '../builtin/open/declared.ts';
import { wireRules } from '../builtin/wire/index.ts';
import type { SuiteContext } from '../core/context.ts';
import { orNull } from '../core/judgement.ts';
import type { Conversation, KnownRule, OwnRule, Report } from '../core/rule.ts';
import { conversationOf, familyOf, rulesOfDeclaration } from '../families/index.ts';
import type { ApiModel } from '../model/document/api.ts';
import type { RuleEntry } from '../model/document/ledger.ts';
import type { ServiceContract } from './contract.ts';

/** A rule with its entry in the ledger; none where the ledger has neither a rule nor an open question with its id. */
function ledgerRule(rule: OwnRule, { rules, questions, service }: ApiModel): readonly KnownRule[] {
  const { id, check, watch, whenSilent } = rule;
  const judging = { ...(watch && { watch }), ...(whenSilent && { whenSilent }) };
  const entry = rules.find((one) => one.id === id);
  if (entry !== undefined) {
    // An own rule that has only faulty servers has them for a rule that a declaration demands.
    const isJudged = check !== undefined || watch !== undefined;
    return isJudged ? [{ ...judging, ...entry, perOperation: false }] : [];
  }
  const question = questions.find((one) => one.id === id);
  if (question === undefined) return [];
  const { text, source, operation = null } = question;
  return [{ ...judging, id, service, operation, level: 'observe', text, source, perOperation: false }];
}

/** The parts of a contract beside its declarations: those of its checks, and its own rules and open questions. */
export type Catalogued = Pick<ServiceContract, 'api' | 'profile' | 'rules' | 'source'>;

/** The declarations, the open questions, and the rules and observers that the contract's checks add. */
function ownOf({ api, rules }: Catalogued): readonly OwnRule[] {
  return [...rules, ...api.questions.flatMap(declaredProbes)];
}

/**
 * Rules and observers of a service that check something by themselves; one that only has faulty servers belongs to a
 * declared rule.
 */
function handWritten(contract: Catalogued): readonly OwnRule[] {
  return ownOf(contract).filter(
    ({ check, watch, mutants }) => check !== undefined || watch !== undefined || mutants === undefined,
  );
}

/** Every rule that the suite has for a service, in the order in which they are reported. */
export function rulesOf(contract: Catalogued): readonly KnownRule[] {
  const { api, profile, source } = contract;
  const { service, declarations } = api;
  const statements = new Map(api.rules.map(({ id, statement }) => [id, statement]));
  const rules: readonly KnownRule[] = [
    ...[...wireRules, ...inputRules(profile)].map(({ level = 'must', ...rule }): KnownRule => {
      return { ...rule, service, operation: null, perOperation: true, level, source };
    }),
    ...declarations.flatMap((declared) => rulesOfDeclaration(declared, api)),
    ...handWritten(contract).flatMap((rule) => ledgerRule(rule, api)),
  ];
  return rules.map((rule) => {
    const statement = statements.get(rule.id);
    return statement === undefined ? rule : { ...rule, statement };
  });
}

/** The operations of a service that can be selected: its own, and the RPC methods that its rules are about. */
export function selectableOperations({ operations, rules }: ApiModel): readonly string[] {
  const methods = rules.flatMap(({ operation }) => (operation?.includes('/') ? [operation] : []));
  return [...operations.map(({ id }) => id), ...new Set(methods)];
}

/** The rules and conversations that the suite has for a service. */
export interface Suite {
  /** The rules, in the order in which they are reported. */
  readonly rules: readonly KnownRule[];
  /** The conversations to run. */
  conversations(suite: SuiteContext): readonly Conversation[];
}

function ownConversation({ id, check, alone = false }: OwnRule, operation: string | null): readonly Conversation[] {
  if (check === undefined) return [];
  const hold: Conversation['hold'] = async (ctx, report) => {
    const reportOne: Report = (...some) => report(id, ...some);
    const checking = async () => check(ctx, reportOne);
    await orNull(checking(), reportOne);
  };
  return [{ id, operation, rules: [id], alone, hold }];
}

export function suiteOf(contract: Catalogued): Suite {
  const { api, profile } = contract;
  const rules = rulesOf(contract);
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  return {
    rules,
    conversations: (suite) => [
      ...inputsSent(profile, suite),
      ...api.declarations.flatMap((declared) => conversationOf(declared, api) ?? []),
      ...handWritten(contract).flatMap((rule) => {
        const entry = known.get(rule.id);
        return entry === undefined ? [] : ownConversation(rule, entry.operation);
      }),
    ],
  };
}

/** Documented rules of a service that this version has no check for. */
export function uncheckedRules(contract: Catalogued): readonly RuleEntry[] {
  const { rules, declarations } = contract.api;
  const declared = declarations.flatMap((one) => (familyOf(one) === undefined ? [] : one.rules));
  const checked = new Set([...handWritten(contract), ...declared].map(({ id }) => id));
  return rules.filter(({ id }) => !checked.has(id));
}
