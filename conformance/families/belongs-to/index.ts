/** What is answered belongs to what a parameter of the request names: `belongs-to`. */
import { inputsOf } from '../../find/find.ts';
import { askPage, pagedListOf, pageOf } from '../../find/pages.ts';
import { type ApiModel, operationOf } from '../../model/api.ts';
import type { Declaration } from '../../model/behaviour.ts';
import { callOf, type Input } from '../../model/call.ts';
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { excerpt, isObject, type JsonObject } from '../../model/json.ts';
import { declaredAt, itemsIn, listOf } from '../../model/lists.ts';
import { valueAt, within } from '../../model/pointer.ts';
import { namedIn } from '../../model/requests.ts';
import { isNamed } from '../../model/same.ts';
import { blockedBy, broken, inconclusive, passUnless } from '../../rules/judgement.ts';
import type { Talk } from '../../rules/rule.ts';
import { isAnswerOf, pick } from '../../rules/shared/answers.ts';
import { aspectOf, type Family } from '../family.ts';
import { inputOfNothing } from '../unknown.ts';
import { belongsToFaults } from './faults.ts';

export interface BelongsTo extends Declaration {
  readonly operation: string;
  /** In the path or the query. */
  readonly parameter: string;
  /** Of each item, or of the one thing, that has the parameter's value. */
  readonly member: string;
  /** Pointer of the one thing. Default: the items of the list. */
  readonly at?: string;
}

/** What an answer tells of, with the place of each. */
function thingsIn({ operation, at }: BelongsTo, api: ApiModel, exchange: Exchange): readonly [string, JsonObject][] {
  const json = successJson(exchange);
  if (at !== undefined) {
    const value = valueAt(json, at);
    return isObject(value) ? [[at, value]] : [];
  }
  const list = listOf(api, { id: operation });
  const items = list === null || json === undefined ? null : itemsIn(list, json);
  return (items ?? []).map((item, index) => [within(list?.items ?? '', index), item]);
}

/** What the request names; null where a header chose instead, or where it is asked for in a wrong form. */
function namedBy({ operation: id, parameter }: BelongsTo, api: ApiModel, { call, url }: Exchange): string | null {
  if (call.kind !== 'http' || call.intent === 'invalid') return null;
  const { pathname, searchParams } = new URL(url);
  const chosen = declaredAt(api, id, 'chosen-by').flatMap(({ headers, query }) =>
    Array.isArray(query) && query.includes(parameter) && Array.isArray(headers) ? headers.map(String) : [],
  );
  const isChosen = Object.keys(call.headers).some((sent) =>
    chosen.some((name) => name.toLowerCase() === sent.toLowerCase()),
  );
  return isChosen ? null : namedIn(operationOf(api, id), { path: pathname, query: searchParams }, parameter);
}

/** A page with so many items is a small one: the next begins soon. */
const SMALL = 2;

/** Asks for a list as it comes, for a small page of it and for the next; for anything else once. */
async function ask(talk: Talk, { operation: id }: BelongsTo, input: Input, label: string, certain: boolean) {
  const intent = certain ? 'valid' : 'open';
  const list = pagedListOf(talk.scene.api, id);
  const first = await talk.ask(callOf(operationOf(talk.scene.api, id), input, { label, intent }));
  if (list === null || list.limit === null || !isSuccess(first)) return [first];
  const small = await askPage(talk, list, input, { limit: SMALL }, { label: `${label}, a small page`, intent });
  const cursor = list.by === 'offset' ? String(SMALL) : (pageOf(list, small)?.next ?? '');
  if (list.by === null || cursor === '') return [first, small];
  const next = { label: `${label}, the next page`, intent: 'open' } as const;
  return [first, small, await askPage(talk, list, input, { limit: SMALL, cursor }, next)];
}

export default {
  name: 'belongs-to',
  alone: ({ operation }, api) => operationOf(api, operation).method !== 'GET',
  watch(declared, exchange, { api }, say) {
    if (!isAnswerOf(exchange, declared.operation)) return;
    const named = namedBy(declared, api, exchange);
    const things = thingsIn(declared, api, exchange).filter(([, thing]) => thing[declared.member] !== undefined);
    if (named === null || things.length === 0) return;
    const strangers = things.filter(([, thing]) => !isNamed(thing[declared.member], named));
    const breaches = strangers.map(([place, thing]) => ({
      expected: `${named}, the ${declared.parameter} of the request`,
      actual: excerpt(thing[declared.member]),
      pointer: within(place, declared.member),
      exchange,
    }));
    say(aspectOf(declared), ...passUnless(breaches.map(broken)));
  },
  async check(declared, talk, say) {
    const { operation: id, parameter } = declared;
    const { api } = talk.scene;
    const operation = operationOf(api, id);
    const found = await inputsOf(talk, id);
    // What changes something is done once.
    const some = operation.method === 'GET' ? pick(found) : found.slice(0, 1);
    const exchanges: Exchange[] = [];
    for (const { input, certain } of some) {
      exchanges.push(...(await ask(talk, declared, input, `${id} ${exchanges.length}`, certain)));
    }
    if (operation.method === 'GET') {
      const nothing = inputOfNothing(talk.scene, operation, parameter, found);
      await ask(talk, declared, nothing, `${id} of nothing`, false);
    }
    const noun = listOf(api, { id })?.noun ?? 'answers';
    const hint = `put ${noun} into the data, or name inputs as known.inputs.${id} in the target file`;
    const [refused] = exchanges.filter((exchange) => !isSuccess(exchange));
    const isRefused = refused !== undefined && !exchanges.some(isSuccess);
    say(aspectOf(declared), isRefused ? blockedBy(refused) : inconclusive(`${id} told of no ${noun}`, hint));
  },
  faults: belongsToFaults,
} satisfies Family<BelongsTo>;
