/** Auctions: what the list, the item and the links say of each other (document 3, Flip). */
import { noInput } from '../../model/call.ts';
import { compareDecimals, isDecimal } from '../../model/decimal.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { excerpt, type JsonObject } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { blockedBy, broken, hintFor, inconclusive, pass, passUnless } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { isAnswerOf, listAt, objectAt, pick } from '../shared/answers.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { type Page, walkWhole } from '../shared/paging.ts';
import { hasOffset, isUtc } from '../shared/times.ts';
import { readCollateralType, readFlip, readVault } from './by-id.ts';
import { flips, idsOf, itemCall, itemsOf } from './calls.ts';

const NO_FLIPS = 'put a few flips into the data, begun, with bids, and over';

const FEW_PAGES = 4;

/** Flips of each number that are read alone. */
const OF_EACH = 4;

/** Flips of each number: the first ones and the last ones. */
function ofEachNumber(items: readonly JsonObject[]): readonly JsonObject[] {
  const groups = Map.groupBy(items, ({ action }) => String(action));
  return [...groups.values()].flatMap((group) =>
    group.length <= OF_EACH ? group : [...group.slice(0, OF_EACH / 2), ...group.slice(-OF_EACH / 2)],
  );
}

function* numbering(scene: Scene, say: Say): Script {
  const before = (yield* walkWhole(scene, flips, noInput, FEW_PAGES)).flatMap(({ items }) => items);
  const names = new Map<string, unknown>();
  const alone: (readonly [JsonObject, Exchange])[] = [];
  for (const item of ofEachNumber(before)) {
    const [id] = idsOf([item]);
    if (id !== undefined) alone.push([item, yield itemCall(scene, readFlip, id)]);
  }
  if (alone.length === 0) return say(inconclusive('no flip is listed', NO_FLIPS));
  // An auction goes on while it is looked at: only numbers that stayed count.
  const after: readonly Page[] = yield* walkWhole(scene, flips, noInput, FEW_PAGES);
  const numbers = new Map(after.flatMap(({ items }) => items.map((item) => [item['id'], item['action']])));
  for (const [item, exchange] of alone) {
    const action = objectAt(exchange, '/data')?.['action'];
    const number = item['action'];
    if (action === undefined || numbers.get(item['id']) !== number) continue;
    const key = String(number);
    const name = names.get(key) ?? action;
    names.set(key, name);
    if (name === action) say(pass);
    else {
      const expected = `${excerpt(name)}, as of other flips with ${key} in the list`;
      say(broken({ expected, actual: excerpt(action), pointer: '/data/action', about: 'numbering', exchange }));
    }
  }
}

const actionNumbering = conversationRule('vault.flips.action-numbering', () => [
  { id: 'numbers', operation: flips.operation, talk: numbering },
]);

/** Flips in an answer, with the place of each. */
function flipsIn(exchange: Exchange): readonly (readonly [string, JsonObject])[] {
  if (isAnswerOf(exchange, readFlip.operation)) {
    const flip = objectAt(exchange, '/data');
    return flip === null ? [] : [['/data', flip]];
  }
  if (!isAnswerOf(exchange, flips.operation)) return [];
  return (listAt(exchange, flips.items) ?? []).map((flip, index) => [within(flips.items, index), flip]);
}

function everyFlip(
  id: string,
  judge: (flip: JsonObject, pointer: string, exchange: Exchange) => Judgement | null,
): Rule {
  return {
    id,
    plan: (scene) => [
      {
        id: 'flips',
        operation: readFlip.operation,
        *script() {
          for (const one of pick(idsOf(yield* itemsOf(scene, flips)))) yield itemCall(scene, readFlip, one);
        },
      },
    ],
    judge: ({ exchanges }) => {
      const refused = exchanges.find((exchange) => !isSuccess(exchange));
      const judgements = exchanges.flatMap((exchange) =>
        flipsIn(exchange).flatMap(([pointer, flip]) => judge(flip, pointer, exchange) ?? []),
      );
      const problems = judgements.filter(({ verdict }) => verdict === 'broken');
      if (judgements.length > 0) return passUnless(problems);
      return [refused === undefined ? inconclusive('no flip was shown', NO_FLIPS) : blockedBy(refused)];
    },
  };
}

const createdAtUtc = everyFlip('vault.flips.created-at-utc', ({ created_at: time }, pointer, exchange) => {
  if (!hasOffset(time)) return null;
  if (isUtc(time)) return pass;
  const place = within(pointer, 'created_at');
  return broken({ expected: 'a time in UTC', actual: excerpt(time), pointer: place, exchange });
});

const bidWithinTab = everyFlip('vault.flips.bid-within-tab', ({ bid, tab }, pointer, exchange) => {
  if (typeof bid !== 'string' || typeof tab !== 'string' || !isDecimal(bid) || !isDecimal(tab)) return null;
  if (compareDecimals(bid, tab) <= 0) return pass;
  const expected = `at most tab, ${tab}`;
  return broken({ expected, actual: bid, pointer: within(pointer, 'bid'), exchange });
});

function* follow(scene: Scene, say: Say): Script {
  const pages = yield* walkWhole(scene, flips, noInput, FEW_PAGES);
  const links = [
    ['collateral_id', readCollateralType, 'collateral type'],
    ['vault_id', readVault, 'vault'],
  ] as const;
  const asked = new Map<string, Exchange>();
  const listed = pages.flatMap(({ items }) => items);
  for (const flip of pick(listed)) {
    const [flipId] = idsOf([flip]);
    const single = flipId === undefined ? null : objectAt(yield itemCall(scene, readFlip, flipId), '/data');
    for (const [member, read, noun] of links) {
      const [id] = idsOf([{ id: (single ?? flip)[member] }]);
      if (id === undefined) continue;
      const exchange = asked.get(id) ?? (yield { ...itemCall(scene, read, id), intent: 'open' });
      asked.set(id, exchange);
      const { outcome } = exchange;
      if (isSuccess(exchange)) say(pass);
      else if (outcome.kind === 'failure' || outcome.status >= 500 || hintFor(exchange) !== undefined)
        say(blockedBy(exchange));
      else say(broken({ expected: `the ${noun} of a flip`, actual: outcomeText(exchange), about: member, exchange }));
    }
  }
  // Which form the two ids have in a flip is left open: ids of another one lead nowhere.
  if (asked.size === 0) say(listed.length === 0 ? inconclusive('no flip is listed', NO_FLIPS) : pass);
}

const links = conversationRule('vault.flips.links', () => [
  { id: 'links', operation: readFlip.operation, talk: follow },
]);

export const flipRules: readonly Rule[] = [actionNumbering, createdAtUtc, bidWithinTab, links];
