/** No operation changes anything: called again, it tells of the same resources. */
import type { Exchange } from '../../model/exchange.ts';
import { type HttpCall, isSuccess, outcomeText } from '../../model/exchange.ts';
import { excerpt, isObject, type JsonObject, sameJson } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Breach, Rule, Scene, Script } from '../rule.ts';
import { listAt, objectAt } from '../shared/answers.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { everyCall } from './every.ts';

/** Each request is made so often: what changes once may have been somebody else; what changes each time is not. */
const ROUNDS = 3;

/** Where the lists of the answers stand. */
const lists: Readonly<Record<string, string>> = {
  listAssets: '/data/assets',
  listCollateralTypes: '/collaterals',
  listFlips: '/flips',
  listVaults: '/data/vaults',
  listMyVaults: '/data/vaults',
  listFlipEvents: '/data/events',
  listVaultEvents: '/data/events',
};

/** Follows the markets and the clock, whoever asks. */
const moving = new Set(['price', 'chain', 'rate', 'rho', 'debt', 'iso', 'epoch', 'supply']);

/** Tells a resource from another; an event has no id, and never changes. */
function keyOf(item: JsonObject): string {
  return typeof item['id'] === 'string' ? item['id'] : JSON.stringify(item);
}

/** Lists that are answered whole, so that what is added shows. */
const whole = new Set(['listAssets', 'listCollateralTypes', 'listFlipEvents', 'listVaultEvents']);

interface Difference {
  readonly breach: Breach;
  /** It cannot be the doing of others. */
  readonly certain: boolean;
}

function changedMember(before: JsonObject, after: JsonObject): string | undefined {
  return Object.keys(before).find((name) => !moving.has(name) && !sameJson(before[name], after[name]));
}

function inList(pointer: string, before: Exchange, after: Exchange): readonly Difference[] {
  const [one, other] = [listAt(before, pointer), listAt(after, pointer)];
  if (one === null || other === null) return [];
  const expected = 'the same resources as before';
  const keys = other.map(keyOf);
  const known = new Set(one.map(keyOf));
  const lost = one.map(keyOf).find((key) => !keys.includes(key));
  const isShifted = keys.some((key) => !known.has(key));
  if (lost !== undefined) {
    const breach = { expected, actual: `${lost} is gone`, pointer, about: 'resources', exchange: after };
    return [{ breach, certain: !isShifted }];
  }
  return one.flatMap((item, index): readonly Difference[] => {
    const again = other[keys.indexOf(keyOf(item))];
    const name = again === undefined ? undefined : changedMember(item, again);
    return name === undefined ? [] : [changeOf(item, again ?? {}, name, within(pointer, index), after)];
  });
}

function changeOf(
  before: JsonObject,
  after: JsonObject,
  name: string,
  pointer: string,
  exchange: Exchange,
): Difference {
  const expected = `${excerpt(before[name])}, as before`;
  const actual = excerpt(after[name]);
  const breach = { expected, actual, pointer: within(pointer, name), about: `member ${name}`, exchange };
  return { breach, certain: ['id', 'created_at'].includes(name) };
}

function inItem(before: Exchange, after: Exchange): readonly Difference[] {
  const [one, other] = [objectAt(before, '/data'), objectAt(after, '/data')];
  if (one === null || other === null || !isObject(one)) return [];
  const name = changedMember(one, other);
  return name === undefined ? [] : [changeOf(one, other, name, '/data', after)];
}

function differences(call: HttpCall, before: Exchange, after: Exchange): readonly Difference[] {
  if (!isSuccess(after)) {
    const { outcome } = after;
    if (outcome.kind === 'failure' || outcome.status === 429) return [];
    const breach = { expected: 'an answer, as before', actual: outcomeText(after), about: 'refused', exchange: after };
    return [{ breach, certain: true }];
  }
  const pointer = lists[call.operation ?? ''];
  return pointer === undefined ? inItem(before, after) : inList(pointer, before, after);
}

/** What a whole list has more than before. Once it may be somebody else's doing. */
function growth({ operation }: HttpCall, before: Exchange, after: Exchange): readonly Difference[] {
  const pointer = whole.has(operation ?? '') ? lists[operation ?? ''] : undefined;
  if (pointer === undefined) return [];
  const [one, other] = [listAt(before, pointer)?.length ?? 0, listAt(after, pointer)?.length ?? 0];
  if (other <= one) return [];
  const breach = {
    expected: `${one} as before`,
    actual: `${other} of them`,
    pointer,
    about: 'growth',
    exchange: after,
  };
  return [{ breach, certain: true }];
}

function* repeat(scene: Scene, say: Say): Script {
  const calls = yield* everyCall(scene);
  const found: Difference[] = [];
  const grown: Difference[] = [];
  let compared = 0;
  let last: readonly (Exchange | undefined)[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const answers: Exchange[] = [];
    for (const [index, call] of calls.entries()) {
      const exchange = yield { ...call, label: `${call.label}, time ${round}` };
      answers.push(exchange);
      const before = last[index];
      if (before === undefined || !isSuccess(before)) continue;
      compared += 1;
      found.push(...differences(call, before, exchange));
      grown.push(...growth(call, before, exchange));
    }
    last = answers;
  }
  if (grown.length >= ROUNDS - 1) found.push(...grown);
  const [first] = found;
  if (compared === 0) return say(blockedBy(last.find((exchange) => exchange !== undefined && !isSuccess(exchange))));
  if (first === undefined) return say(pass);
  if (found.length > 1 || first.certain) return say(...found.map(({ breach }) => broken(breach)));
  say(inconclusive('something changed while it was looked at', 'run again while nobody else uses the server'));
}

export const readOnly: Rule = conversationRule('vault.read-only', () => [
  { id: 'three times', operation: null, talk: repeat },
]);
