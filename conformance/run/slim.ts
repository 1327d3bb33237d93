/** Drops exchanges that are no longer needed, so that a run of many requests stays small. */

import { type Judgement, shownBy } from '../core/judgement.ts';
import type { Exchange } from '../model/exchange.ts';
import type { JudgedCase } from './judge/judge.ts';

/**
 * A judged case without the exchanges that broke no rule. Where an exchange broke one of the case's own rules, all
 * stay, since the finding is reproduced with them.
 */
function slim(judged: JudgedCase): JudgedCase {
  const { reported, exchanges, judgements } = judged;
  if ([...reported.values()].flat().some(shownBy)) return judged;
  const needed = new Set([...judgements.values()].flat().flatMap(({ judgement }) => evidenceOf(judgement)));
  return { ...judged, exchanges: exchanges.filter((exchange) => needed.has(exchange)) };
}

/** The length of the longest body that is kept. */
const LONGEST_BODY = 128 * 1024;

/** The length of the beginning that is kept of a longer body. */
const BEGINNING = 20_000;

/** The exchanges that show a judgement. */
function evidenceOf(judgement: Judgement): readonly Exchange[] {
  if (!('breach' in judgement)) return [];
  const { exchange, other } = judgement.breach;
  return [exchange, other].filter((one) => one !== undefined);
}

/** The length of all bodies that are kept of a service: after that, only short beginnings of those that show a breach. */
const MOST_KEPT = 16 * 2 ** 20;

/** The longest body, and the length of its beginning, after that. */
const SHORT = 2_000;

function lengthOf({ outcome }: Exchange): number {
  return outcome.kind === 'answer' ? outcome.body.text.length : 0;
}

/** An exchange with the beginning of its body. */
function withBeginning(exchange: Exchange, length: number): Exchange {
  const { outcome } = exchange;
  if (outcome.kind !== 'answer') return exchange;
  // A substring keeps the whole text in memory; a copy does not.
  const text = Buffer.from(outcome.body.text.slice(0, length)).toString();
  const json = { ok: false, problem: 'it was not kept' } as const;
  return { ...exchange, outcome: { ...outcome, body: { ...outcome.body, text, json } } };
}

/** A judged case without its large bodies. Its judgements cannot be repeated by replaying the conversation. */
function lightened(judged: JudgedCase, longest: number, beginning: number): JudgedCase {
  const isHeavy = (exchange: Exchange) => lengthOf(exchange) > longest;
  const lighter = new Map(
    judged.exchanges.filter(isHeavy).map((exchange) => [exchange, withBeginning(exchange, beginning)]),
  );
  const light = (judgement: Judgement): Judgement => {
    if (!evidenceOf(judgement).some((exchange) => lighter.has(exchange)) || !('breach' in judgement)) return judgement;
    const { exchange, other } = judgement.breach;
    const lightOf = (one: Exchange) => lighter.get(one) ?? one;
    const breach = {
      ...judgement.breach,
      ...(exchange && { exchange: lightOf(exchange) }),
      ...(other && { other: lightOf(other) }),
    };
    return { ...judgement, breach };
  };
  const judgements = [...judged.judgements].map(
    ([rule, placed]) => [rule, placed.map((one) => ({ ...one, judgement: light(one.judgement) }))] as const,
  );
  return { ...judged, exchanges: [], reported: new Map(), judgements: new Map(judgements) };
}

/**
 * Returns a function that gives the part of each judged case that is kept. What is kept does not grow with the number
 * of cases that broke rules: beyond the limit, findings of later cases are not reproduced.
 *
 * @param most of the length of all bodies. Default: enough for any of the contract's services.
 */
export function keeping(most: number = MOST_KEPT): (judged: JudgedCase) => JudgedCase {
  let length = 0;
  return (judged) => {
    const needed = slim(judged);
    length += needed.exchanges.reduce((sum, exchange) => sum + lengthOf(exchange), 0);
    if (length > most) return lightened(needed, SHORT, SHORT);
    const isHeavy = needed.exchanges.some((exchange) => lengthOf(exchange) > LONGEST_BODY);
    return isHeavy ? lightened(needed, LONGEST_BODY, BEGINNING) : needed;
  };
}
