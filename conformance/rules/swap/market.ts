/** Tickers and the group. */
import { excerpt, isObject, typeName } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass, passUnless } from '../judgement.ts';
import type { Rule, Scene, Script } from '../rule.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { dataOf, objectOf } from '../shared/data.ts';
import { ask } from './calls.ts';

function* askTickers(scene: Scene, say: Say): Script {
  const exchange = yield ask(scene, 'listTickers', 'tickers');
  const data = dataOf(exchange);
  if (!isObject(data) && data !== null) return say(blockedBy(exchange));
  const tickers = Object.entries(data ?? {});
  if (tickers.length === 0) return say(inconclusive('there are no tickers', 'put a pair into the data'));
  const wrong = tickers.flatMap(([key, ticker]) => {
    const { base_id: base, quote_id: quote } = isObject(ticker) ? ticker : {};
    if (key === `${base}_${quote}`) return [];
    const expected = `the key ${base}_${quote}, the base_id and the quote_id of its value`;
    return [broken({ expected, actual: key, pointer: within('/data', key), about: 'key', exchange })];
  });
  say(...passUnless(wrong));
}

export const tickerKeys: Rule = conversationRule('swap.tickers.keys', () => [
  { id: 'tickers', operation: 'listTickers', talk: askTickers },
]);

/** The group, its members in an order of their own. */
function groupText(group: Readonly<Record<string, unknown>>): string {
  const { members, public_key: key, threshold } = group;
  return JSON.stringify([Array.isArray(members) ? members.map(String).sort() : typeName(members), key, threshold]);
}

function* askTwice(scene: Scene, say: Say): Script {
  const first = yield ask(scene, 'readInfo', 'first');
  // Something else in between, so that an answer that was merely kept is not the same by chance.
  yield ask(scene, 'listAssets', 'between');
  const group = objectOf(first);
  if (group === null) return say(blockedBy(first));
  for (const label of ['second', 'third']) {
    const exchange = yield ask(scene, 'readInfo', label);
    const again = objectOf(exchange);
    if (again === null) say(blockedBy(exchange));
    else if (groupText(again) === groupText(group)) say(pass);
    else {
      const expected = `the group of the read before, ${excerpt(group)}`;
      say(broken({ expected, actual: excerpt(again), pointer: '/data', exchange }));
    }
  }
}

export const stableGroup: Rule = conversationRule('swap.info.stable', () => [
  { id: 'reads', operation: 'readInfo', talk: askTwice },
]);
