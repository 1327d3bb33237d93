/** The caller's transactions are the caller's: compared with another user's, with one long page, and with orders. */
import type { Exchange } from '../../model/exchange.ts';
import { isSuccess } from '../../model/exchange.ts';
import { excerpt, type JsonObject, objectsOf } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { broken, inconclusive, pass } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { pick } from '../shared/answers.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { objectOf } from '../shared/data.ts';
import { pageOf } from '../shared/paging.ts';
import { ask, isUuid, type Pair, pathOf, sameId } from './calls.ts';
import { findPairs, MINE_HINT, orderCall, type Search, TOKEN_HINT } from './discover.ts';
import { everyones } from './lists.ts';

const OTHER_HINT = 'name another user, sign_in.keystores.other or other_credentials.AccessToken, in the target file';

/** A user's list is read no further than this. */
const MOST_PAGES = 6;

const list = { ...everyones, operation: 'listMyTransactions' };

type User = 'given' | 'other';

/** A transaction of a user's list, and where it stands. */
interface Entry {
  readonly item: JsonObject;
  readonly index: number;
  readonly exchange: Exchange;
}

interface Own {
  readonly entries: readonly Entry[];
  /** False when a page could not be read. */
  readonly read: boolean;
}

function entriesOf(exchange: Exchange): readonly Entry[] | null {
  const page = pageOf(list, exchange);
  return page === null ? null : page.items.map((item, index) => ({ item, index, exchange }));
}

/** All pages of a user's list, as they come. */
function* readOwn(scene: Scene, pair: Pair, credentials: User, name: string): Search<Own> {
  const entries: Entry[] = [];
  let query = {};
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const label = `${credentials}, ${name}, page ${number}`;
    const exchange = yield ask(scene, list.operation, label, { ...pathOf(pair), query, credentials });
    const found = entriesOf(exchange);
    if (found === null) return { entries, read: false };
    entries.push(...found);
    const page = pageOf(list, exchange);
    if (page === null || page.hasNext !== true || page.next === '' || found.length === 0) break;
    query = { cursor: page.next };
  }
  return { entries, read: true };
}

function stranger({ item, index, exchange }: Entry, expected: string, actual = excerpt(item['id'])): Judgement {
  return broken({ expected, actual, pointer: within('/data/transactions', index), about: 'strangers', exchange });
}

/** Whatever stands in both users' lists. */
function shared(mine: Own, theirs: Own): readonly Judgement[] {
  const ids = new Set(mine.entries.map(({ item }) => item['id']));
  return theirs.entries
    .filter(({ item }) => ids.has(item['id']))
    .map((entry) => stranger(entry, 'no transaction that another user is shown as his own'));
}

/** What the pages show that one page with everything does not. */
function* beyondWhole(scene: Scene, pair: Pair, credentials: User, own: Own): Search<readonly Judgement[]> {
  const query = { limit: '500' };
  const label = `${credentials}, everything of ${pair.base}/${pair.quote}`;
  const whole = pageOf(
    list,
    yield ask(scene, list.operation, label, { ...pathOf(pair), query, credentials, intent: 'open' }),
  );
  if (whole === null || whole.hasNext !== false) return [];
  const ids = new Set(whole.items.map(({ id }) => id));
  return own.entries
    .filter(({ item }) => !ids.has(item['id']))
    .map((entry) => stranger(entry, 'only what one page with everything shows too'));
}

/** The user of an order, and of the transaction in it. */
function usersOf(exchange: Exchange, transaction: unknown): readonly string[] {
  const order = objectOf(exchange);
  if (!isSuccess(exchange) || order === null) return [];
  const inside = objectsOf(order['transactions']).find(({ id }) => id === transaction);
  return [order['user_id'], inside?.['user_id']].filter(isUuid);
}

/** The orders behind some of a user's transactions must all be of one user. */
function* usersBehind(scene: Scene, credentials: User, own: Own): Search<readonly Judgement[]> {
  let user: string | undefined;
  const problems: Judgement[] = [];
  for (const entry of pick(own.entries.filter(({ item }) => isUuid(item['follow_id'])))) {
    const { follow_id: followId, id } = entry.item;
    if (!isUuid(followId)) continue;
    const label = `${credentials}, order of ${String(id)}`;
    for (const found of usersOf(yield orderCall(scene, followId, label, credentials), id)) {
      user ??= found;
      if (!sameId(found, user)) problems.push(stranger(entry, `transactions of ${user}`, `one of ${found}`));
    }
  }
  return problems;
}

function hasToken({ target }: Scene, user: User): boolean {
  return (user === 'given' ? target.credentials : target.otherCredentials)['AccessToken'] !== undefined;
}

function* compareUsers(scene: Scene, say: Say): Script {
  if (!hasToken(scene, 'given')) return say(inconclusive('the target names no access token', TOKEN_HINT));
  const both = hasToken(scene, 'other');
  let [seenMine, seenTheirs, judged] = [false, false, 0];
  for (const pair of yield* findPairs(scene)) {
    const name = `${pair.base}/${pair.quote}`;
    const mine = yield* readOwn(scene, pair, 'given', name);
    const theirs = both ? yield* readOwn(scene, pair, 'other', name) : { entries: [], read: false };
    // Once more after the other user: what a server keeps of one must not reach the other.
    const again = both ? yield* readOwn(scene, pair, 'given', `${name} again`) : mine;
    const problems = [...shared(mine, theirs), ...(both ? shared(theirs, again) : [])];
    for (const [user, own] of [
      ['given', mine],
      ['other', theirs],
    ] as const) {
      if (own.entries.length === 0) continue;
      problems.push(...(yield* beyondWhole(scene, pair, user, own)));
      // Orders are read for the first pair with something in it.
      if (user === 'given' ? !seenMine : !seenTheirs) problems.push(...(yield* usersBehind(scene, user, own)));
    }
    seenMine ||= mine.entries.length > 0;
    seenTheirs ||= theirs.entries.length > 0;
    if (problems.length > 0) return say(...problems);
    judged += mine.read && theirs.read ? 1 : 0;
    if (mine.entries.length > 0 && theirs.entries.length > 0) break;
  }
  if (!both) return say(inconclusive('there is no other user to compare with', OTHER_HINT));
  if (judged > 0 && (seenMine || seenTheirs)) return say(pass);
  say(inconclusive('neither user has transactions in the pairs that were tried', MINE_HINT));
}

export const ownOnly: Rule = conversationRule('swap.my-transactions.own-only', () => [
  { id: 'two users', operation: 'listMyTransactions', talk: compareUsers },
]);
