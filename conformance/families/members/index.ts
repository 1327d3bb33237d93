/** Members that are there, or are not, at a place of an answer: `members`. */

import { isAnswerOf } from '../../core/answers.ts';
import type { Scene, Talk } from '../../core/context.ts';
import type { Family } from '../../core/family.ts';
import { broken, inconclusive, inputsHint, type Judgement, passUnless } from '../../core/judgement.ts';
import { send } from '../../discovery/send.ts';
import { inputsOf } from '../../discovery/things.ts';
import { visit, visitFilled, visitWith } from '../../discovery/visit.ts';
import { type Operation, operationOf } from '../../model/document/api.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { excerpt, isObject, type JsonObject } from '../../model/values/json.ts';
import { everyAt, within } from '../../model/values/pointer.ts';
import { saysNothing } from '../../model/values/same.ts';
import { askedIn, expressionOf, holds } from '../requests.ts';
import { unseen } from '../visited.ts';
import type { Members } from './declared.ts';
import { membersFaults } from './mutants.ts';

/** An object that is meant, with its place. */
interface Thing {
  readonly pointer: string;
  readonly value: JsonObject;
}

/** The objects of an answer that are meant; none where the condition does not hold. */
function thingsIn({ operation, at, when }: Members, exchange: Exchange, { api }: Scene): readonly Thing[] {
  const json = successJson(exchange);
  if (!isAnswerOf(exchange, operation) || !holds(when, json, askedIn(api, operation, exchange))) return [];
  return everyAt(json, at).flatMap(({ pointer, value }) => (isObject(value) ? [{ pointer, value }] : []));
}

/** The rule, which is shown beside a finding, says which condition. */
const since = (when: string | undefined) => (when === undefined ? '' : ', since the condition of the rule holds');

function missing({ when, present = [] }: Members, { pointer, value }: Thing, exchange: Exchange): readonly Judgement[] {
  // What is there under a condition says something then; what is always there may be empty.
  const isThere = (name: string) => (when === undefined ? Object.hasOwn(value, name) : !saysNothing(value[name]));
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
    .filter((name) => !saysNothing(value[name]))
    .map((name) =>
      broken({
        expected: `no ${name}${since(when)}`,
        actual: excerpt(value[name]),
        pointer: within(pointer, name),
        exchange,
      }),
    );
}

/** So many things are read in search of one of which the condition holds; the first was looked at before. */
const MOST_READ = 8;

async function readUntil(talk: Talk, operation: Operation, isSeen: (exchange: Exchange) => boolean): Promise<boolean> {
  if (operation.method !== 'GET') return false;
  for (const { input } of (await inputsOf(talk, operation.id)).slice(1, 1 + MOST_READ)) {
    if (isSeen(await send(talk, operation, input, `${operation.id}, another`))) return true;
  }
  return false;
}

export default {
  name: 'members',
  alone: ({ operation }, api) => operationOf(api, operation).method !== 'GET',
  watch(declared, exchange, scene, say) {
    const things = thingsIn(declared, exchange, scene);
    if (things.length === 0) return;
    say('present', ...passUnless(things.flatMap((thing) => missing(declared, thing, exchange))));
    say('absent', ...passUnless(things.flatMap((thing) => excess(declared, thing, exchange))));
  },
  async check(declared, talk, say) {
    const { operation, at, when } = declared;
    const exchanges =
      when === undefined
        ? await visit(talk, operation)
        : await visitWith(talk, operation, expressionOf(when).names.request);
    const isSeen = (exchange: Exchange) => thingsIn(declared, exchange, talk.scene).length > 0;
    if (exchanges.some(isSeen) || (await visitFilled(talk, operation)).some(isSeen)) return;
    if (when !== undefined && (await readUntil(talk, operationOf(talk.scene.api, operation), isSeen))) return;
    const reason = `${operation} returned nothing at ${at === '' ? 'the top level' : at}${when === undefined ? '' : ` when ${when}`}`;
    const hint = `put something there into the data, or ${inputsHint(operation)}`;
    const judgement = exchanges.length === 0 ? inconclusive(reason, hint) : unseen(exchanges, reason, hint);
    say('present', judgement);
    say('absent', judgement);
  },
  faults: membersFaults,
} satisfies Family<Members>;
