/** The order of a list: by created_at one way or the other, by created_at_asc forwards, by favor_count either way. */
import type { Exchange } from '../../../model/exchange.ts';
import type { JsonObject } from '../../../model/json.ts';
import { parseInstant } from '../../../model/time.ts';
import { broken, inconclusive, pass } from '../../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../../rule.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import { ask } from '../calls.ts';
import { findSites, type OwnPage } from '../fixtures.ts';
import { ENOUGH, listPage, needComments, ownOf, variedPage } from './list.ts';

/** What a list may be ordered by. */
interface Order {
  readonly name: 'created_at' | 'created_at_asc' | 'favor_count';
  readonly member: string;
  readonly keyOf: (comment: JsonObject) => bigint | null;
  /** Only from small to large. */
  readonly ascending: boolean;
}

function timeOf({ created_at: text }: JsonObject): bigint | null {
  return typeof text === 'string' ? parseInstant(text) : null;
}

function favorsOf({ favor_count: count }: JsonObject): bigint | null {
  return typeof count === 'number' && Number.isSafeInteger(count) ? BigInt(count) : null;
}

const byTime: Order = { name: 'created_at', member: 'created_at', keyOf: timeOf, ascending: false };
const forwards: Order = { name: 'created_at_asc', member: 'created_at', keyOf: timeOf, ascending: true };
const byFavors: Order = { name: 'favor_count', member: 'favor_count', keyOf: favorsOf, ascending: false };

/** Which way a list runs: 1 forwards, -1 backwards, 0 when all are level. */
type Direction = -1 | 0 | 1;

interface Run {
  /** The way of the first step that is not level. */
  readonly direction: Direction;
  /** The place of the first comment that turns back; null when none does. */
  readonly turn: number | null;
}

function runOf(keys: readonly (bigint | null)[], demanded: Direction): Run {
  let direction: Direction = demanded;
  for (const [index, key] of keys.entries()) {
    const before = index === 0 ? null : keys[index - 1];
    if (key === null || before === null || before === undefined || key === before) continue;
    const step: Direction = key > before ? 1 : -1;
    if (direction === 0) direction = step;
    else if (direction !== step) return { direction, turn: index };
  }
  return { direction, turn: null };
}

function judgeOrder(exchange: Exchange, comments: readonly JsonObject[], order: Order): Judgement {
  const { turn } = runOf(comments.map(order.keyOf), order.ascending ? 1 : 0);
  if (turn === null) return pass;
  const way = order.ascending ? 'from the oldest to the newest' : 'one way or the other';
  const [before, actual] = [comments[turn - 1]?.[order.member], comments[turn]?.[order.member]];
  return broken({
    expected: `a list ordered by ${order.member}, ${way}`,
    actual: `${String(actual)} after ${String(before)}`,
    pointer: `/data/comments/${turn}/${order.member}`,
    exchange,
  });
}

function isLevel(comments: readonly JsonObject[], { keyOf }: Order): boolean {
  return new Set(comments.map(keyOf)).size < 2;
}

/** The first of the order must stand on the first page, not only be in order there. */
function judgeFirst(exchange: Exchange, page: OwnPage, all: readonly JsonObject[], order: Order): Judgement {
  const first = ownOf(all, page)[0];
  const [found] = needComments(exchange, () => undefined) ?? [];
  if (first === undefined || found === undefined || order.keyOf(found) === order.keyOf(first)) return pass;
  return broken({
    expected: `the first of the whole list in front, with ${order.member} ${String(first[order.member])}`,
    actual: String(found[order.member]),
    pointer: `/data/comments/0/${order.member}`,
    exchange,
  });
}

function* onOwnPage(scene: Scene, say: Say, order: Order): Script {
  const page = yield* variedPage(scene, say, `order ${order.name}`);
  if (page === null) return;
  const exchange = yield* listPage(scene, page, 'list', { ...ENOUGH, order_by: order.name });
  const comments = needComments(exchange, say);
  if (comments === null) return;
  const judged = judgeOrder(exchange, comments, order);
  if (judged.verdict === 'pass' && isLevel(comments, order)) {
    say(inconclusive(`all comments have the same ${order.member}`, 'put comments of different times into a site'));
  } else say(judged);
  const short = yield* listPage(scene, page, 'first two', { order_by: order.name, limit: 2 });
  const two = needComments(short, say);
  if (two === null) return;
  say(judgeOrder(short, two, order), judgeFirst(short, page, comments, order));
}

function* onFoundSites(scene: Scene, say: Say, order: Order): Script {
  for (const { id } of yield* findSites(scene)) {
    const options = { label: `site ${id}`, query: { id }, page: { order_by: order.name }, intent: 'open' } as const;
    const exchange = yield ask(scene, 'listComments', options);
    const comments = needComments(exchange, () => undefined) ?? [];
    const judged = judgeOrder(exchange, comments, order);
    if (judged.verdict !== 'pass' || !isLevel(comments, order)) say(judged);
  }
}

function orderRule(id: string, order: Order): Rule {
  return conversationRule(id, () => [
    { id: 'own page', operation: 'listComments', talk: (scene, say) => onOwnPage(scene, say, order) },
    { id: 'found', operation: 'listComments', talk: (scene, say) => onFoundSites(scene, say, order) },
  ]);
}

export const orderCreatedAt = orderRule('comment.comments.list-order-created-at', byTime);
export const orderCreatedAtAsc = orderRule('comment.comments.list-order-created-at-asc', forwards);
export const orderFavorCount = orderRule('comment.comments.list-order-favor-count', byFavors);
