/** What the swap service does, whichever interface asks. */

import type { Verifier } from '@wallet-services/client/verify';
import type {
  Action,
  ActionRequest,
  Asset,
  Candle,
  GroupInfo,
  MarketStat,
  Order,
  PairSummary,
  Tickers,
  TransactionPage,
} from '@wallet-services/contract/swap';
import type { Payer, PaymentOutcome, WalletUser } from '../../network/index.ts';
import type { PaymentCode, ServiceContext } from '../../service.ts';
import { isoTime } from '../../values/index.ts';
import type { SwapTables } from '../store/tables.ts';
import { createAction, findCode } from './actions/codes.ts';
import { listAssets } from './assets.ts';
import { type Authorization, type AuthorizationRequest, authorize } from './brokers.ts';
import { readGroup } from './group.ts';
import type { IdReader } from './ids.ts';
import { readOrder } from './orders.ts';
import { findPair, listTickers, summarizePairs } from './pairs.ts';
import { payCode } from './payments/payments.ts';
import { readPools } from './pools/books.ts';
import { createRouteCodes } from './pools/routes.ts';
import { listCandles, marketStats } from './statistics.ts';
import { listTransactions, type PageInput } from './transactions.ts';

/** The two assets of a pair, as the client wrote them. */
export interface PairPath {
  readonly base: string;
  readonly quote: string;
}

/**
 * The operations behind HTTP and RPC. They throw `Refusal`: 400 for a malformed id, duration or action, an unknown
 * broker or cursor, or a limit below 1; 401 for a token that does not hold; 404 for what there is not; 409 for a trace
 * id that was used otherwise.
 */
export interface SwapOperations {
  /** The present moment, in milliseconds since 1970. */
  now(): number;
  /** Who signed an access token. */
  caller(token: string): Promise<WalletUser>;
  group(): Promise<GroupInfo>;
  assets(): Promise<Asset[]>;
  /** @param brokerId empty for the default broker */
  pairs(brokerId: string): Promise<PairSummary>;
  tickers(): Promise<Tickers>;
  marketStats(dur?: string): Promise<MarketStat[] | null>;
  pairStats(pair: PairPath, dur?: string): Promise<MarketStat[] | null>;
  candles(pair: PairPath, dur?: string): Promise<Candle[] | null>;
  order(followId: string, caller: WalletUser): Promise<Order>;
  transactions(page: PageInput): Promise<TransactionPage>;
  pairTransactions(pair: PairPath, page: PageInput): Promise<TransactionPage>;
  ownTransactions(pair: PairPath, page: PageInput, caller: WalletUser): Promise<TransactionPage>;
  createAction(request: ActionRequest): Promise<Action>;
  authorize(request: AuthorizationRequest): Promise<Authorization>;
  findCode(codeId: string): Promise<PaymentCode | undefined>;
  payCode(codeId: string, payer: Payer): Promise<PaymentOutcome>;
}

/** What the operations need of the server. */
export type SwapContext = Pick<ServiceContext, 'store' | 'clock' | 'scheme' | 'oauth'> & {
  readonly verifier: Pick<Verifier, 'trustedUser'>;
};

/** @param idOf reads an id that a client wrote */
export function swapOperations({ store, clock, scheme, verifier, oauth }: SwapContext, idOf: IdReader): SwapOperations {
  const tables = store.$extendTables<SwapTables>();
  const routeCodes = createRouteCodes();
  const pairOf = ({ base, quote }: PairPath) => findPair(tables, idOf('base', base), idOf('quote', quote));
  return {
    now: clock,
    caller: (token) => verifier.trustedUser(token),
    group: () => readGroup(tables),
    assets: () => listAssets(tables),
    pairs: async (brokerId) => summarizePairs(tables, brokerId === '' ? '' : idOf('broker_id', brokerId), clock()),
    tickers: () => listTickers(tables, clock()),
    marketStats: async (dur) => marketStats(tables, await readPools(tables), dur, clock()),
    pairStats: async (pair, dur) => marketStats(tables, [await pairOf(pair)], dur, clock()),
    candles: async (pair, dur) => listCandles(tables, await pairOf(pair), dur, clock()),
    order: async (followId, { userId }) => readOrder(tables, idOf('follow_id', followId), userId.toLowerCase()),
    transactions: (page) => listTransactions(tables, {}, page),
    pairTransactions: async (pair, page) => listTransactions(tables, { routeId: (await pairOf(pair)).route_id }, page),
    ownTransactions: async (pair, page, { userId }) =>
      listTransactions(tables, { routeId: (await pairOf(pair)).route_id, userId: userId.toLowerCase() }, page),
    async createAction(request) {
      if (request.broker_id) idOf('broker_id', request.broker_id);
      if (request.trace_id) idOf('trace_id', request.trace_id);
      const { code_id, ...sealed } = await createAction(tables, routeCodes, request, isoTime(clock()));
      return code_id === undefined ? sealed : { ...sealed, code: code_id, code_url: `${scheme}://codes/${code_id}` };
    },
    async authorize(request) {
      if (request.broker_id) idOf('broker_id', request.broker_id);
      return authorize(tables, oauth, request);
    },
    findCode: (codeId) => findCode(tables, codeId),
    payCode: (codeId, payer) => payCode(tables, routeCodes, codeId, payer, clock()),
  };
}
