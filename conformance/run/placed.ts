/** Reports rules that are missing in the ledger: otherwise they and their mutants would be skipped silently. */
import { inputRules } from '../builtin/inputs/index.ts';
import { wireRules } from '../builtin/wire/index.ts';
import type { InputProfile } from '../core/context.ts';
import type { OwnRule } from '../core/rule.ts';
import { fileOf } from '../core/rules-in.ts';
import type { Ledger } from '../model/document/ledger.ts';

/** A service, with its entries of the ledger and its profile. */
export interface Place extends Ledger {
  readonly service: string;
  readonly profile: InputProfile;
}

/**
 * Checks that each rule has a place: in the ledger, or among the rules of any API.
 *
 * @throws Error that names the file of a rule without a place, or of mutants of an open question, which no rule
 * detects.
 */
export function checkPlaced(own: readonly OwnRule[], { service, profile, rules, questions }: Place): void {
  const judged = new Set([...rules, ...wireRules, ...inputRules(profile)].map(({ id }) => id));
  const open = new Set(questions.map(({ id }) => id));
  for (const rule of own) {
    const where = `${fileOf(rule) ?? `the checks of ${service}`}: ${rule.id}`;
    if (!judged.has(rule.id) && !open.has(rule.id)) {
      throw new Error(
        `${where} is in no ledger of ${service}; correct the id, or declare it with @rule or @unspecified and generate`,
      );
    }
    if (open.has(rule.id) && rule.mutants !== undefined) {
      throw new Error(
        `${where} is an open question, so nothing detects its mutants; remove them, or move them to a rule`,
      );
    }
  }
}
