/** Members that are present or absent at a place of an answer: `members`. */

import { isAnswerOf } from '../../core/answers.ts';
import type { CheckContext, SuiteContext } from '../../core/context.ts';
import type { Family } from '../../core/family.ts';
import { broken, inconclusive, inputsHint, type Judgement, passUnless } from '../../core/judgement.ts';
import { send } from '../../discovery/send.ts';
import { inputsOf } from '../../discovery/things.ts';
import { visit, visitFilled, visitWith } from '../../discovery/visit.ts';
import { type Operation, operationOf } from '../../model/document/api.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { excerpt, isObject, type JsonObject } from '../../model/values/json.ts';
import { everyAt, within } from '../../model/values/pointer.ts';
import { isBlank } from '../../model/values/same.ts';
import { expressionOf, holds, requestIn } from '../requests.ts';
import { unobservable } from '../visited.ts';
import { membersCandidates } from './candidates.ts';
import type { Members } from './declared.ts';
import { membersMutants } from './mutants.ts';

/** An object that the declaration applies to, with its place. */
interface Thing {
  readonly pointer: string;
  readonly value: JsonObject;
}

/** The objects of an answer that the declaration applies to; none if the condition does not hold. */
function thingsIn({ operation, at, when }: Members, exchange: Exchange, { api }: SuiteContext): readonly Thing[] {
  const json = successJson(exchange);
  if (!isAnswerOf(exchange, operation) || !holds(when, json, requestIn(api, operation, exchange))) return [];
  return everyAt(json, at).flatMap(({ pointer, value }) => (isObject(value) ? [{ pointer, value }] : []));
}

/** The rule, which is shown with a finding, states the condition. */
const since = (when: string | undefined) => (when === undefined ? '' : ', since the condition of the rule holds');

function missing({ when, present = [] }: Members, { pointer, value }: Thing, exchange: Exchange): readonly Judgement[] {
  // A conditional member has a value when present; an unconditional one may be empty.
  const isThere = (name: string) => (when === undefined ? Object.hasOwn(value, name) : !isBlank(value[name]));
  return present
    .filter((name) => !isThere(name))
    .map((name) =>
      broken({
        expected: `${name}${since(when)}`,
        actual: Object.hasOwn(value, name) ? excerpt(value[name]) : 'it is missing',
        pointer: within(pointer, name),
        exchange,
      }),
    );
}

function excess({ when, absent = [] }: Members, { pointer, value }: Thing, exchange: Exchange): readonly Judgement[] {
  return absent
    .filter((name) => !isBlank(value[name]))
    .map((name) =>
      broken({
        expected: `no ${name}${since(when)}`,
        actual: excerpt(value[name]),
        pointer: within(pointer, name),
        exchange,
      }),
    );
}

/** The number of items that are read to find one for which the condition holds; the first was read before. */
const MOST_READ = 8;

async function readUntil(
  ctx: CheckContext,
  operation: Operation,
  isObserved: (exchange: Exchange) => boolean,
): Promise<boolean> {
  if (operation.method !== 'GET') return false;
  for (const { input } of (await inputsOf(ctx, operation.id)).slice(1, 1 + MOST_READ)) {
    if (isObserved(await send(ctx, operation, input, `${operation.id}, another`))) return true;
  }
  return false;
}

export default {
  name: 'members',
  alone: ({ operation }, api) => operationOf(api, operation).method !== 'GET',
  watch(declared, exchange, suite, report) {
    const things = thingsIn(declared, exchange, suite);
    if (things.length === 0) return;
    report('present', ...passUnless(things.flatMap((thing) => missing(declared, thing, exchange))));
    report('absent', ...passUnless(things.flatMap((thing) => excess(declared, thing, exchange))));
  },
  async check(declared, ctx, report) {
    const { operation, at, when } = declared;
    const exchanges =
      when === undefined
        ? await visit(ctx, operation)
        : await visitWith(ctx, operation, expressionOf(when).names.request);
    const isObserved = (exchange: Exchange) => thingsIn(declared, exchange, ctx.suite).length > 0;
    if (exchanges.some(isObserved) || (await visitFilled(ctx, operation)).some(isObserved)) return;
    if (when !== undefined && (await readUntil(ctx, operationOf(ctx.suite.api, operation), isObserved))) return;
    const reason = `${operation} returned nothing at ${at === '' ? 'the top level' : at}${when === undefined ? '' : ` when ${when}`}`;
    const hint = `put something there into the data, or ${inputsHint(operation)}`;
    const judgement = exchanges.length === 0 ? inconclusive(reason, hint) : unobservable(exchanges, reason, hint);
    report('present', judgement);
    report('absent', judgement);
  },
  candidates: membersCandidates,
  mutants: membersMutants,
} satisfies Family<Members>;
