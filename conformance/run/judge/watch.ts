/** Judges an exchange with a watching rule. */

import type { SuiteContext } from '../../core/context.ts';
import { type Judgement, shownBy, shownOtherwise } from '../../core/judgement.ts';
import type { KnownRule } from '../../core/rule.ts';
import type { Answer, Exchange } from '../../model/exchange.ts';
import { isObject } from '../../model/values/json.ts';

/** The number of items that watching rules read of each list; schemas are checked on the whole response. */
const MOST_ITEMS = 1000;

/** A shorter answer cannot contain a longer list. */
const SHORT = 2 * MOST_ITEMS;

/** Whether the answer has more items than rules watch. */
function isLong(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const inner = Object.values(value);
  return inner.length > MOST_ITEMS || inner.some(isLong);
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shortened);
  if (!isObject(value)) return value;
  const members = Object.entries(value).slice(0, MOST_ITEMS);
  return Object.fromEntries(members.map(([name, inner]) => [name, shortened(inner)]));
}

function shortAnswer(answer: Answer): Answer {
  const { body } = answer;
  if (!body.json.ok || body.text.length < SHORT || !isLong(body.json.value)) return answer;
  return { ...answer, body: { ...body, json: { ...body.json, value: shortened(body.json.value) } } };
}

/** The judgements of a rule that watches an exchange. */
export type Watch = (rule: KnownRule, suite: SuiteContext) => readonly Judgement[];

/** Prepares an exchange for many watching rules: the part that they read does not grow with the lists in it. */
export function watching(exchange: Exchange): Watch {
  const { outcome } = exchange;
  const short: Exchange = outcome.kind === 'answer' ? { ...exchange, outcome: shortAnswer(outcome) } : exchange;
  const whole = (judgement: Judgement) =>
    shownBy(judgement) === short ? shownOtherwise(judgement, exchange) : judgement;
  return ({ id, watch }, suite) => {
    if (watch === undefined) return [];
    return id.startsWith('wire.') ? watch(exchange, suite) : watch(short, suite).map(whole);
  };
}
