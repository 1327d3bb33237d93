/** What transactions in lists look like, and that the lists of a pair hold only that pair's. */
import { type CredentialUse, type Exchange, isSuccess } from '../../model/exchange.ts';
import { excerpt, type JsonObject } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass, passUnless } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { isAnswerOf } from '../shared/answers.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { listOf } from '../shared/data.ts';
import { type Page, pageOf } from '../shared/paging.ts';
import { ask, type Pair, pathOf, sameId } from './calls.ts';
import { findPairs, MINE_HINT, PAIR_HINT, pairOf, samePair, TOKEN_HINT } from './discover.ts';
import { everyones } from './lists.ts';
import { withTour } from './tour.ts';

/** Members that lists show and orders do not (document 2, Swap transaction). */
export const listMembers = ['value', 'fee_value', 'follow_id', 'liquidity'] as const;

/** The member that orders show and lists do not. */
export const orderMember = 'user_id';

/** Whether a transaction says something under a name: null and an empty text say nothing. */
export function tells(transaction: JsonObject, name: string): boolean {
  const value = transaction[name];
  return value !== undefined && value !== null && value !== '';
}

const ITEMS = '/data/transactions';

function memberBreaches(item: JsonObject, index: number, exchange: Exchange): readonly Judgement[] {
  const place = within(ITEMS, index);
  const missing = listMembers.filter((name) => !Object.hasOwn(item, name));
  return [
    ...missing.map((name) =>
      broken({
        expected: `${name}, as in every list of transactions`,
        actual: 'it is missing',
        pointer: within(place, name),
        exchange,
      }),
    ),
    ...(tells(item, orderMember)
      ? [
          broken({
            expected: `no ${orderMember}, which only an order's transactions carry`,
            actual: excerpt(item[orderMember]),
            pointer: within(place, orderMember),
            exchange,
          }),
        ]
      : []),
  ];
}

export const membersInLists: Rule = withTour({
  id: 'swap.transactions.list-members',
  watch: (exchange) => {
    if (!isAnswerOf(exchange, 'listTransactions', 'listPairTransactions', 'listMyTransactions')) return [];
    const items = listOf(exchange, 'transactions') ?? [];
    if (items.length === 0) return [];
    return passUnless(items.flatMap((item, index) => memberBreaches(item, index, exchange)));
  },
  whenSilent: () => inconclusive('no list with transactions was seen', PAIR_HINT),
});

/** The pairs as the list of everyone's transactions shows them, by transaction. */
type Shown = ReadonlyMap<unknown, Pair | null>;

function strayIn(page: Page, pair: Pair, shown: Shown): readonly Judgement[] {
  const turned: Pair = { base: pair.quote, quote: pair.base };
  return page.items.flatMap((item, index): readonly Judgement[] => {
    const own = pairOf(item);
    const elsewhere = shown.get(item['id']) ?? pair;
    const fits = own !== null && (samePair(own, pair) || samePair(own, turned)) && samePair(own, elsewhere);
    if (fits) return [];
    // A path may name a pair the other way round, but a transaction has one base and one quote asset.
    const isBase = sameId(item['base_asset_id'], pair.base);
    const name = isBase ? 'quote_asset_id' : 'base_asset_id';
    return [
      broken({
        expected: `transactions of ${pair.base}/${pair.quote}`,
        actual: `${excerpt(item['base_asset_id'])}/${excerpt(item['quote_asset_id'])}`,
        pointer: within(within(ITEMS, index), name),
        about: 'pair',
        exchange: page.exchange,
      }),
    ];
  });
}

interface PairList {
  readonly operation: string;
  readonly credentials: CredentialUse;
  readonly hint: string;
}

/** The first pages of a list in each pair: as they come, the next one, and one with a small limit. */
function* askPairs({ operation, credentials, hint }: PairList, scene: Scene, say: Say): Script {
  const list = { ...everyones, operation };
  const everything = yield ask(scene, 'listTransactions', 'everyone');
  const shown: Shown = new Map((listOf(everything, 'transactions') ?? []).map((item) => [item['id'], pairOf(item)]));
  let seen = false;
  for (const pair of (yield* findPairs(scene)).slice(0, credentials === 'none' ? 3 : 2)) {
    const name = `${pair.base}/${pair.quote}`;
    const asked = (label: string, query: Readonly<Record<string, string>>) =>
      ask(scene, operation, `${label} of ${name}`, { ...pathOf(pair), query, credentials });
    const first = yield asked('first page', {});
    const page = pageOf(list, first);
    if (page === null) {
      if (isSuccess(first)) say(blockedBy(first));
      continue;
    }
    const pages = [page];
    if (page.hasNext === true && page.next !== '') {
      const next = pageOf(list, yield asked('second page', { cursor: page.next }));
      if (next !== null) pages.push(next);
    }
    const small = pageOf(list, yield asked('a small page', { limit: '2' }));
    const found = [...pages, ...(small === null ? [] : [small])].flatMap((one) => strayIn(one, pair, shown));
    say(...found);
    if (found.length === 0 && page.items.length > 0) {
      seen = true;
      say(pass);
    }
  }
  if (!seen) say(inconclusive(`${operation} showed no transaction of a pair`, hint));
}

function pairOnly(id: string, operation: string, uses: readonly CredentialUse[], hint: string): Rule {
  return conversationRule(id, (scene) => {
    const hasTokens = (use: CredentialUse) =>
      (use === 'other' ? scene.target.otherCredentials : scene.target.credentials)['AccessToken'] !== undefined;
    const able = operation === 'listPairTransactions' ? uses : uses.filter(hasTokens);
    return able.map((credentials) => ({
      id: `pairs, ${credentials}`,
      operation,
      talk: (_, say) => askPairs({ operation, credentials, hint }, scene, say),
    }));
  });
}

export const pairTransactionsOnly: Rule = pairOnly(
  'swap.pair-transactions.pair-only',
  'listPairTransactions',
  ['none'],
  PAIR_HINT,
);

export const myTransactionsPairOnly: Rule = {
  ...pairOnly('swap.my-transactions.pair-only', 'listMyTransactions', ['given', 'other'], MINE_HINT),
  whenSilent: () => inconclusive('the target names no access token', TOKEN_HINT),
};
