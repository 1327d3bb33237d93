/** Judges finished cases: the judgements of each conversation, and those of watching rules on every exchange. Pure. */

import type { SuiteContext } from '../../core/context.ts';
import {
  blockedBy,
  CORRECT,
  inconclusive,
  type Judgement,
  shownBy,
  unjudged,
  unsupported,
} from '../../core/judgement.ts';
import type { KnownRule } from '../../core/rule.ts';
import { Unjudged } from '../../model/document/schemas.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { FinishedCase } from '../cases.ts';
import type { Check } from '../report.ts';
import { type Selection, selectsOperation } from '../selection.ts';
import { alikeKey, conclude, harnessError, type Witness } from './conclude.ts';
import { withOther } from './other.ts';
import { type Watch, watching } from './watch.ts';

/** A judgement with the operation it is about. */
export interface Placed {
  readonly operation: string | null;
  readonly judgement: Judgement;
}

/** A finished case with the judgements of every rule. */
export interface JudgedCase extends FinishedCase {
  /** The judgements by rule id, with one pass for each operation. */
  readonly judgements: ReadonlyMap<string, readonly Placed[]>;
  /** Errors while a rule judged, by rule id: they are faults of the suite. */
  readonly mutants: ReadonlyMap<string, unknown>;
}

/** The judgements of a rule; `unjudged` if the suite could not judge. */
export function orUnjudged(judge: () => readonly Judgement[]): readonly Judgement[] {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof Unjudged)) throw error;
    return [unjudged(error.message, CORRECT)];
  }
}

interface Watched {
  readonly operation: string | null;
  readonly watch: Watch;
}

function operationOfCall({ call }: Exchange, { rpc }: SuiteContext): string | null {
  return call.kind === 'http' ? call.operation : `${rpc?.name}/${call.method}`;
}

function placed(operation: string | null, judgements: readonly Judgement[]): readonly Placed[] {
  return judgements.map((judgement) => ({ operation, judgement }));
}

function judged(
  rule: KnownRule,
  { conversation, reported, exchanges }: FinishedCase,
  watched: readonly Watched[],
  suite: SuiteContext,
) {
  const own = (reported.get(rule.id) ?? []).map((judgement) => withOther(judgement, exchanges));
  return [
    ...placed(conversation.operation, own),
    ...(rule.watch === undefined
      ? []
      : watched.flatMap(({ operation, watch }) =>
          condensed(
            placed(
              operation,
              orUnjudged(() => watch(rule, suite)),
            ),
          ),
        )),
  ];
}

/**
 * Whether a server rejects a request only for now: no document gives the permitted rate of requests, or the time to
 * respond.
 */
function isNotNow({ outcome }: Exchange): boolean {
  if (outcome.kind === 'answer') return outcome.status === 429;
  return outcome.reason === 'slow' || outcome.reason === 'skipped';
}

/** The judgement, or a blocked one if its exchange was rejected only for now, which decides nothing about a rule. */
function fair(placed: Placed): Placed {
  const exchange = shownBy(placed.judgement);
  return exchange === undefined || !isNotNow(exchange) ? placed : { ...placed, judgement: blockedBy(exchange) };
}

/** The number of different findings that a case reports for one rule and operation. */
const MOST_FINDINGS = 20;

/**
 * Removes repeated passes and findings, which add no information; of equal findings the first is reported, with their
 * number.
 */
function condensed(all: readonly Placed[]): readonly Placed[] {
  if (all.length < 2) return all;
  const kept = new Map<string, Placed>();
  const counts = new Map<string, number>();
  const findings = new Map<string | null, number>();
  for (const [index, placed] of all.entries()) {
    const { operation, judgement } = placed;
    const { verdict } = judgement;
    const isFinding = verdict === 'broken' || verdict === 'warn';
    const seen = verdict === 'observed' ? judgement.value : String(index);
    const which = isFinding ? alikeKey(judgement.breach) : verdict === 'pass' ? '' : seen;
    let key = JSON.stringify([verdict, operation, which]);
    const isNew = isFinding && !kept.has(key);
    const count = findings.get(operation) ?? 0;
    // Further findings are counted with the last one.
    if (isNew && count >= MOST_FINDINGS) key = [...kept.keys()].at(-1) ?? key;
    else if (isNew) findings.set(operation, count + 1);
    if (!kept.has(key)) kept.set(key, placed);
    counts.set(key, (counts.get(key) ?? 0) + (isFinding ? (judgement.breach.alike ?? 1) : 1));
  }
  return [...kept].map(([key, { operation, judgement }]) => {
    const alike = counts.get(key) ?? 1;
    if (alike === 1 || !('breach' in judgement)) return { operation, judgement };
    return { operation, judgement: { ...judgement, breach: { ...judgement.breach, alike } } };
  });
}

/** Joins the judgements of a conversation with those of the watching rules. */
export function judgeCase(finished: FinishedCase, rules: readonly KnownRule[], suite: SuiteContext): JudgedCase {
  const judgements = new Map<string, readonly Placed[]>();
  const mutants = new Map<string, unknown>();
  const watched = finished.exchanges.map((exchange) => ({
    operation: operationOfCall(exchange, suite),
    watch: watching(exchange),
  }));
  for (const rule of rules) {
    try {
      const all = condensed(judged(rule, finished, watched, suite).map(fair));
      if (all.length > 0) judgements.set(rule.id, all);
    } catch (error) {
      mutants.set(rule.id, error);
    }
  }
  const { conversation, error } = finished;
  for (const rule of error === null ? [] : conversation.rules) {
    if (error instanceof Unjudged) {
      const judgement = unjudged(error.message, CORRECT);
      judgements.set(rule, [...(judgements.get(rule) ?? []), { operation: conversation.operation, judgement }]);
    } else mutants.set(rule, error);
  }
  return { ...finished, judgements, mutants };
}

/** The operations of a service in document order, then the RPC methods and any other requests. */
function inOrder(operations: ReadonlySet<string | null>, { api, rpc }: SuiteContext): readonly (string | null)[] {
  const known = [
    ...api.operations.map(({ id }) => id),
    ...(rpc?.service.methods ?? []).map(({ name }) => `${rpc?.name}/${name}`),
  ];
  return [...known.filter((id) => operations.has(id)), ...(operations.has(null) ? [null] : [])];
}

const onlyReading = unsupported('the rule needs a request that changes data, and this run only reads');

export interface JudgeOptions {
  readonly selection: Selection;
  readonly allows: (ruleId: string) => boolean;
  readonly secrets: readonly string[];
  /** Called with each finding and the breach that it shows. */
  readonly witness?: Witness | undefined;
}

/** The checks of a rule: one, or one for each operation that it was exercised on. */
export function checksOf(
  rule: KnownRule,
  finished: readonly JudgedCase[],
  suite: SuiteContext,
  { selection, allows, secrets, witness }: JudgeOptions,
): readonly Check[] {
  const failed = finished.find(({ mutants }) => mutants.has(rule.id));
  if (failed !== undefined) {
    const operation = failed.conversation.rules.includes(rule.id) ? failed.conversation.operation : null;
    return [harnessError(rule, operation ?? rule.operation, failed.mutants.get(rule.id))];
  }
  try {
    const all = finished
      .flatMap(({ judgements }) => judgements.get(rule.id) ?? [])
      .filter(({ operation }) => selectsOperation(selection, operation));
    const about = (operation: string | null, judgements: readonly Judgement[]) =>
      conclude({ rule, operation, judgements, allowed: allows(rule.id), secrets, witness });
    if (rule.perOperation) {
      const untried = finished.flatMap(({ conversation: { rules, operation }, forbidden }): readonly Placed[] =>
        forbidden && rules.includes(rule.id) ? [{ operation, judgement: onlyReading }] : [],
      );
      const every = [...all, ...untried.filter(({ operation }) => selectsOperation(selection, operation))];
      const byOperation = Map.groupBy(every, ({ operation }) => operation);
      return inOrder(new Set(byOperation.keys()), suite).map((operation) =>
        about(
          operation,
          (byOperation.get(operation) ?? []).map(({ judgement }) => judgement),
        ),
      );
    }
    const judgements = all.map(({ judgement }) => judgement);
    if (
      judgements.length === 0 &&
      finished.some(({ forbidden, conversation }) => forbidden && conversation.rules.includes(rule.id))
    ) {
      return [about(rule.operation, [onlyReading])];
    }
    const silent = rule.whenSilent?.(suite) ?? inconclusive('no request of this run tested the rule');
    return [about(rule.operation, judgements.length === 0 ? [silent] : judgements)];
  } catch (error) {
    return [harnessError(rule, rule.operation, error)];
  }
}
