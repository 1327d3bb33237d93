/** Tries derived mutants on a recorded run: planning and judging are pure, so no request is sent again. */

import { READ } from '../../builtin/inputs/planned.ts';
import type { SuiteContext } from '../../core/context.ts';
import type { KnownRule } from '../../core/rule.ts';
import type { Exchange } from '../../model/exchange.ts';
import { type JudgedCase, judgeCase } from '../../run/judge/judge.ts';
import { replay } from '../../run/judge/replay.ts';
import type { Exercised } from '../../run/service.ts';
import type { DerivedMutant } from './mutant.ts';
import { answerOf, isSuccess, type Observation, observedIn, wireOf } from './seen.ts';

export type MutantOutcome =
  /** Detected by the named rules, in the exchanges of a case. */
  | { readonly outcome: 'killed'; readonly rules: readonly string[]; readonly by: JudgedCase }
  | { readonly outcome: 'survived' }
  /** No exchange of the run contains the part that it changes. */
  | { readonly outcome: 'unseen' }
  /** The document allows every response that it changes. */
  | { readonly outcome: 'allowed' };

interface Recorded {
  readonly by: JudgedCase;
  readonly exchange: Exchange;
  readonly seen: Observation;
}

/** A run to try mutants on. */
export interface Recording {
  readonly suite: SuiteContext;
  readonly rules: readonly KnownRule[];
  readonly cases: readonly JudgedCase[];
  /** The exchanges of each operation, those with short responses first. */
  readonly byOperation: ReadonlyMap<string, readonly Recorded[]>;
}

/** Prepares a run for trials. The run must have kept its traces. */
export function recordingOf({ suite, rules, finished }: Exercised): Recording {
  const all = finished.flatMap((by) =>
    by.exchanges.flatMap((exchange): Recorded[] => {
      const seen = observedIn(suite.api, exchange);
      return seen === null ? [] : [{ by, exchange, seen }];
    }),
  );
  const sorted = all.toSorted((left, right) => left.seen.text.length - right.seen.text.length);
  return {
    suite,
    rules,
    cases: finished,
    byOperation: Map.groupBy(sorted, ({ seen }) => seen.operation.id),
  };
}

/** Rules that need only a single response. */
const general = /^wire\./;

/** The number of changed responses that are judged one by one. */
const MOST_SINGLE = 4;

/** The rules that are demands of the documents, and the rule on inputs that are read as required. */
function mustsOf({ rules }: Pick<Recording, 'rules'>): ReadonlySet<string> {
  return new Set(rules.filter(({ id, level }) => level === 'must' || id === READ).map(({ id }) => id));
}

/** The rules that may detect a mutant: demands, and the rules on every response, including advice. */
export function reportingOf({ rules }: Pick<Recording, 'rules'>): ReadonlySet<string> {
  return mustsOf({ rules }).union(new Set(rules.map(({ id }) => id).filter((id) => general.test(id))));
}

/** The given rules that a case violates. */
export function fallenOver({ judgements }: JudgedCase, musts: ReadonlySet<string>): readonly string[] {
  return [...judgements]
    .filter(([id, placed]) => musts.has(id) && placed.some(({ judgement }) => isHeldAgainst(judgement.verdict)))
    .map(([id]) => id);
}

function isHeldAgainst(verdict: string): boolean {
  return verdict === 'broken' || verdict === 'warn';
}

function killersOfOne(exchange: Exchange, { rules, suite }: Recording): readonly string[] {
  return rules
    .filter(
      ({ id, watch }) => general.test(id) && watch?.(exchange, suite).some(({ verdict }) => isHeldAgainst(verdict)),
    )
    .map(({ id }) => id);
}

/** Tries a mutant. */
export async function outcomeOf(
  { operation, change, shownByOne }: DerivedMutant,
  recording: Recording,
): Promise<MutantOutcome> {
  const { byOperation, cases, rules, suite } = recording;
  const recorded = byOperation.get(operation) ?? [];
  const success = recorded.find(({ seen }) => isSuccess(seen));
  const memory = { success: success === undefined ? null : wireOf(success.seen) };
  const changed = new Map<Exchange, Exchange>();
  let allowed = false;
  let probed = 0;
  for (const { by, exchange, seen } of recorded) {
    const answer = change(seen, memory);
    if (answer === 'allowed') allowed = true;
    if (answer === null || answer === 'allowed') continue;
    const other = { ...exchange, outcome: answerOf(answer) };
    changed.set(exchange, other);
    if (!shownByOne || probed >= MOST_SINGLE) continue;
    probed += 1;
    const killers = killersOfOne(other, recording);
    if (killers.length > 0) return { outcome: 'killed', rules: killers, by };
  }
  if (changed.size === 0) return { outcome: allowed ? 'allowed' : 'unseen' };
  const musts = mustsOf(recording);
  for (const one of cases) {
    if (!one.exchanges.some((exchange) => changed.has(exchange))) continue;
    const exchanges = one.exchanges.map((exchange) => changed.get(exchange) ?? exchange);
    const again = await replay(one.conversation, exchanges, suite);
    const killers = fallenOver(judgeCase(again, rules, suite), musts);
    if (killers.length > 0) return { outcome: 'killed', rules: killers, by: one };
  }
  return { outcome: 'survived' };
}
