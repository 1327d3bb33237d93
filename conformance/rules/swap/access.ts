/** Who may ask (document 2, Authentication): everyone, but for an order and one's own transactions. */
import { noInput } from '../../model/call.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { seededUuid } from '../../model/uuid.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { type Asked, credentialRule, publicRule } from '../shared/access.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { pathOf } from './calls.ts';
import {
  candidateOrders,
  findPair,
  findPairs,
  mineCall,
  ORDER_HINT,
  orderCall,
  PAIR_HINT,
  type Search,
  TOKEN_HINT,
} from './discover.ts';
import { swapKnown } from './known.ts';

/** An operation that needs no inputs. */
function plain(operation: string): Asked {
  return {
    operation,
    // biome-ignore lint/correctness/useYield: nothing need be asked.
    *input() {
      return noInput;
    },
    hint: '',
  };
}

/** An operation on a pair. */
function ofPair(operation: string): Asked {
  return {
    operation,
    *input(scene) {
      const pair = yield* findPair(scene);
      return pair === null ? null : pathOf(pair);
    },
    hint: PAIR_HINT,
  };
}

export const publicOperations = publicRule('swap.auth.public-operations', [
  ...['readInfo', 'listAssets', 'listPairs', 'listTickers', 'listMarketStats', 'listTransactions'].map(plain),
  ...['listPairStats', 'listCandles', 'listPairTransactions'].map(ofPair),
]);

/** An id that names nothing: without a token even that must be refused. */
function nothing(scene: Scene, name: string): string {
  return seededUuid(scene.seed, 'swap', name);
}

export const ordersNeedToken: Rule = credentialRule('swap.orders.auth-required', [
  {
    operation: 'readOrder',
    *input(scene) {
      const [followId = nothing(scene, 'order')] = yield* candidateOrders(scene);
      return { ...noInput, path: { follow_id: followId } };
    },
    hint: ORDER_HINT,
  },
]);

export const myTransactionsNeedToken: Rule = credentialRule('swap.my-transactions.auth-required', [
  {
    operation: 'listMyTransactions',
    *input(scene) {
      const pair = yield* findPair(scene);
      return pathOf(pair ?? { base: nothing(scene, 'base'), quote: nothing(scene, 'quote') });
    },
    hint: PAIR_HINT,
  },
]);

function isRefusedToken({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && (outcome.status === 401 || outcome.status === 403);
}

function refusal(exchange: Exchange) {
  const expected = 'an answer to the access token, sent as Authorization: Bearer';
  return broken({ expected, actual: outcomeText(exchange), about: 'token', exchange });
}

/** The first answer that is a success or a refusal of the token decides. */
function* firstDecisive(
  say: Say,
  calls: () => Search<readonly ReturnType<typeof orderCall>[]>,
  { isCertain, silent }: { readonly isCertain: boolean; readonly silent: Judgement },
): Script {
  let last: Exchange | undefined;
  for (const call of yield* calls()) {
    last = yield call;
    if (isSuccess(last)) return say(pass);
    if (isRefusedToken(last) || (isCertain && last.outcome.kind === 'answer')) return say(refusal(last));
  }
  const isSick = last !== undefined && (last.outcome.kind === 'failure' || last.outcome.status >= 500);
  say(isSick ? blockedBy(last) : silent);
}

const noToken = inconclusive('the target names no access token', TOKEN_HINT);

export const bearer: Rule = conversationRule('swap.auth.bearer', (scene) => {
  const hasToken = scene.target.credentials['AccessToken'] !== undefined;
  return [
    {
      id: 'order',
      operation: 'readOrder',
      *talk(_, say) {
        if (!hasToken) return say(noToken);
        const isCertain = swapKnown(scene).order !== undefined;
        const silent = inconclusive('no order of the caller was found', ORDER_HINT);
        yield* firstDecisive(
          say,
          function* () {
            return (yield* candidateOrders(scene)).map((id) => orderCall(scene, id, `order ${id}`));
          },
          { isCertain, silent },
        );
      },
    },
    {
      id: 'mine',
      operation: 'listMyTransactions',
      *talk(_, say) {
        if (!hasToken) return say(noToken);
        yield* firstDecisive(
          say,
          function* () {
            return (yield* findPairs(scene)).map((pair) => mineCall(scene, pair, `${pair.base}/${pair.quote}`));
          },
          { isCertain: true, silent: inconclusive('no pair was found', PAIR_HINT) },
        );
      },
    },
  ];
});
