/** Lists that are sorted by a member: `sorted`. */

import { isAnswerOf, pick } from '../../core/answers.ts';
import type { CheckContext } from '../../core/context.ts';
import { aspectOf, type Family } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, type Judgement, pass } from '../../core/judgement.ts';
import {
  largest,
  type Page,
  type PagedList,
  type PageQuery,
  pagedListOf,
  pageOf,
  secondOf,
  sendPage,
} from '../../discovery/pages.ts';
import { type Found, inputsOf } from '../../discovery/things.ts';
import { type Exchange, queryOf } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { excerpt } from '../../model/values/json.ts';
import { within } from '../../model/values/pointer.ts';
import { sortedCandidates } from './candidates.ts';
import { isRequested, keysOf, queryFor, type Sorted } from './declared.ts';
import { sortedMutants } from './mutants.ts';
import { wrongIn } from './order.ts';

/**
 * The direction of the items in a page; null if they are too alike to show it.
 * @param earlier the page before it.
 */
function judged(declared: Sorted, { items, exchange }: Page, place: string, earlier?: Page): Judgement | null {
  const before = earlier?.items ?? [];
  const all = [...before, ...items];
  const keys = keysOf(declared);
  let judgement: Judgement | null = null;
  for (const [index, { member, direction }] of keys.entries()) {
    const above = keys.slice(0, index);
    const { wrong, isShown } = wrongIn(all, { member, direction }, above);
    if (isShown && index === 0) judgement = pass;
    // The problems of the page before were reported when it was watched.
    if (wrong < 0 || wrong < before.length) {
      if (wrong >= 0) return null;
      continue;
    }
    const order = direction === 'either' ? 'in one direction' : direction;
    const among = above.length === 0 ? '' : ` among items with the same ${above.map((one) => one.member).join(', ')}`;
    return broken({
      expected: `${member} ${order}${among}, after ${excerpt(all[wrong - 1]?.[member])}`,
      actual: excerpt(all[wrong]?.[member]),
      pointer: within(within(place, wrong - before.length), member),
      about: 'order',
      exchange,
      ...(earlier === undefined ? {} : { other: earlier.exchange }),
    });
  }
  return judgement;
}

/** Two consecutive pages that divide the items of a large page in halves; null if there are none. */
async function halvesOf(ctx: CheckContext, list: PagedList, input: Input): Promise<readonly [Page, Page] | null> {
  const send = async (query: PageQuery, name: string) => {
    const options = { label: `${list.noun}, ${name}`, intent: 'open', isSound: true } as const;
    return pageOf(list, await sendPage(ctx, list, input, query, options));
  };
  const large = list.limit === null || list.by === null ? null : await send({ limit: largest(list) }, 'a large page');
  if (large === null || large.items.length < 4) return null;
  const limit = Math.ceil(large.items.length / 2);
  const first = await send({ limit }, 'the first half');
  const cursor = secondOf(list, first, limit);
  const second = first === null || cursor === '' ? null : await send({ limit, cursor }, 'the second half');
  return first === null || second === null ? null : [first, second];
}

/** An item out of order may have been changed between two pages: it must be out of order each time. */
const CERTAIN = 3;

/** Judges that a page continues the order of the one before it. */
async function judgeHalves(
  declared: Sorted,
  ctx: CheckContext,
  list: PagedList,
  input: Input,
): Promise<Judgement | null> {
  let judgement: Judgement | null = null;
  for (let times = 1; times <= CERTAIN; times += 1) {
    const halves = await halvesOf(ctx, list, input);
    if (halves === null) return null;
    const [first, second] = halves;
    judgement = judged(declared, second, list.items, first);
    if (judgement?.verdict !== 'broken') return judgement;
  }
  return judgement;
}

/**
 * An order must not filter: a page has as many items as without it. Items that other clients remove meanwhile are
 * requested again.
 */
async function judgeCount(
  { when, member }: Sorted,
  ctx: CheckContext,
  list: PagedList,
  input: Input,
): Promise<Judgement> {
  if (when === undefined) return pass;
  const ordered = { ...input, query: { ...input.query, ...queryFor(when) } };
  const size = list.limit === null ? {} : { limit: largest(list) };
  const send = async (one: Input, label: string) =>
    pageOf(list, await sendPage(ctx, list, one, size, { label: `${list.noun} ${label}`, intent: 'open' }));
  let judgement: Judgement = pass;
  for (let times = 1; times <= CERTAIN; times += 1) {
    const plain = await send(input, `in any order, ${times}`);
    const page = await send(ordered, `by ${member}, ${times}`);
    if (plain === null || page === null || page.items.length >= plain.items.length) return pass;
    const expected = `${plain.items.length} ${list.noun}, as many as without ${when.parameter}`;
    const { items, exchange } = page;
    const place = { pointer: list.items, against: list.operation, other: plain.exchange, about: 'count' };
    judgement = broken({ expected, actual: `${items.length}`, ...place, exchange });
  }
  return judgement;
}

/**
 * A page requested while its numbers change may have the order of the later numbers: the requesting check waits, and
 * judges it.
 */
const isMoving = ({ call }: Exchange) => call.kind === 'http' && call.isMoving === true;

export default {
  name: 'sorted',
  watch(declared, exchange, { api }, report) {
    if (!isAnswerOf(exchange, declared.operation) || isMoving(exchange)) return;
    if (!isRequested(declared, queryOf(exchange))) return;
    const list = pagedListOf(api, declared.operation);
    const page = list === null ? null : pageOf(list, exchange);
    const judgement = list === null || page === null ? null : judged(declared, page, list.items);
    if (judgement !== null) report(aspectOf(declared), judgement);
  },
  async check(declared, ctx, report) {
    const { operation, when, member } = declared;
    const list = pagedListOf(ctx.suite.api, operation);
    if (list === null) return;
    const found = await inputsOf(ctx, operation);
    const ordered = ({ input }: Found) => ({ ...input, query: { ...input.query, ...queryFor(when) } });
    for (const one of pick(found)) {
      const exchange = await sendPage(ctx, list, ordered(one), {}, { label: `${list.noun} by ${member}` });
      if (pageOf(list, exchange) === null) report(aspectOf(declared), blockedBy(exchange));
    }
    for (const one of pick(found)) {
      const judgement = await judgeHalves(declared, ctx, list, ordered(one));
      if (judgement === null && list.by !== null) continue;
      const counted = await judgeCount(declared, ctx, list, one.input);
      if (judgement !== null) report(aspectOf(declared), judgement);
      if (judgement !== null || counted.verdict !== 'pass') report(aspectOf(declared), counted);
      break;
    }
    // `watch` has judged every page with values to compare.
    const hint = `put ${list.noun} with different ${member} into the data`;
    report(
      aspectOf(declared),
      inconclusive(`${operation} returned too few ${list.noun} with different ${member}`, hint),
    );
  },
  candidates: sortedCandidates,
  mutants: sortedMutants,
} satisfies Family<Sorted>;
