/**
 * The data of an empty database: the group, assets, pairs, orders and transactions of the document's examples, and a
 * generated history of some weeks that ends where the examples begin.
 */
import { createHash } from 'node:crypto';
import type { Asset, Order, Transaction } from '@wallet-services/contract/swap';
import type { Insertable } from 'kysely';
import { exampleAnswer, readDocument } from '../../contract/index.ts';
import type { StoreTransaction } from '../../service.ts';
import { inBatches } from '../../store/index.ts';
import { knownInstantKey, type RandomSource, timeOf } from '../../values/index.ts';
import { TIDEWATER } from '../../wallet/seed/cast.ts';
import { groupRow } from '../operations/group.ts';
import { cut, Exact, ZERO } from '../operations/pools/amounts.ts';
import { type AssetPrices, pairRow, poolWorth, transactionRow } from '../operations/pools/books.ts';
import { periodWith, STEPS, startOfPeriod } from '../operations/pools/periods.ts';
import { changed, type Pool } from '../operations/pools/pools.ts';
import { createRouteCodes, type RouteCodes } from '../operations/pools/routes.ts';
import type { AssetRow, OrderRow, PairRow, PeriodRow, SwapStore, SwapTables, TransactionRow } from '../store/tables.ts';
import { type Examples, readExamples } from './examples.ts';
import { historyBefore } from './history/history.ts';
import type { Happened } from './history/moves.ts';
import { type People, readPeople } from './people.ts';

/**
 * The sandbox group's Ed25519 private key. It protects nothing: messages to a sandbox are public.
 *
 * @returns 32 bytes in base64
 */
export function sandboxGroupKey(): string {
  return createHash('sha256').update('wallet services sandbox group').digest('base64');
}

/** Fills the tables of the swap service. */
export async function seedSwap(store: StoreTransaction, random: RandomSource): Promise<void> {
  const examples = readExamples(await readDocument('swap'));
  const assets = [...examples.assets, ...(await furtherAssets(examples))];
  const prepared = preparedPairs(assets, random);
  const rows = [...assets, ...shares(examples, prepared, assets)].map(assetRow);
  const prices = new Map(rows.map(({ id, price }) => [id, new Exact(price)]));
  const people = await readPeople(random);
  const history = historyBefore(examples, prices, people, random);
  const recorded = [...transactionRows(history, examples), ...exampleRows(examples, people)];

  const tables = store.$extendTables<SwapTables>();
  await insertAll(tables, 'swap_groups', [groupRow(examples.group, sandboxGroupKey())]);
  await insertAll(tables, 'swap_brokers', [
    { id: '', client_id: TIDEWATER.clientId, label: '', route_ids: null },
    {
      id: examples.broker.id,
      client_id: examples.broker.id,
      label: examples.broker.label,
      route_ids: JSON.stringify(examples.broker.routeIds),
    },
  ]);
  await insertAll(tables, 'swap_assets', rows);
  await insertAll(tables, 'swap_pairs', [...examples.pairs.map(({ pool }) => pairRow(pool)), ...prepared]);
  await insertAll(
    tables,
    'swap_transactions',
    recorded.map(({ row }) => row),
  );
  await insertAll(tables, 'swap_periods', periodRows(recorded, examples, prices));
  await insertAll(tables, 'swap_orders', [
    ...pastOrders(history, createRouteCodes()),
    ...examples.orders.map(orderRow),
  ]);
}

interface VaultAssets {
  readonly data: { readonly assets: readonly Asset[] };
}

/** Assets of the vault service that are not among this service's. */
async function furtherAssets({ assets }: Examples): Promise<Asset[]> {
  const shown = exampleAnswer<VaultAssets>(await readDocument('vault'), 'listAssets').data.assets;
  return shown
    .filter(({ id }) => !assets.some((asset) => asset.id === id))
    .map((asset) => ({ ...asset, logo: asset.logo ?? '', extra: '' }));
}

/** Pairs without reserves: Bitcoin and Solana, as in the example, and two dollar assets on the stable curve. */
function preparedPairs(assets: readonly Asset[], random: RandomSource): PairRow[] {
  const idOf = (symbol: string) => {
    const id = assets.find((asset) => asset.symbol === symbol)?.id;
    if (typeof id !== 'string') throw new Error(`there is no asset ${symbol}`);
    return id;
  };
  const empty = { base_amount: '0', quote_amount: '0', liquidity: '0' };
  return [
    {
      route_id: 4,
      base_asset_id: idOf('BTC'),
      quote_asset_id: idOf('SOL'),
      ...empty,
      liquidity_asset_id: random.uuid(),
      swap_method: 'constant-product',
    },
    {
      route_id: 5,
      base_asset_id: idOf('USDC'),
      quote_asset_id: idOf('GUSD'),
      ...empty,
      liquidity_asset_id: random.uuid(),
      swap_method: 'stable-swap',
    },
  ];
}

/** The liquidity-provider tokens that no example shows, in the form of the one that is shown. */
function shares({ pairs }: Examples, prepared: readonly PairRow[], assets: readonly Asset[]): Asset[] {
  const symbolOf = (id: string) => assets.find((asset) => asset.id === id)?.symbol ?? id;
  return [...pairs.map(({ pool }) => pool), ...prepared]
    .filter(({ liquidity_asset_id }) => !assets.some(({ id }) => id === liquidity_asset_id))
    .map(({ liquidity_asset_id, base_asset_id, quote_asset_id }) => {
      const pair = `${symbolOf(base_asset_id)}-${symbolOf(quote_asset_id)}`;
      const named = { name: `Share of ${pair}`, symbol: `s${pair}` };
      return { id: liquidity_asset_id, ...named, logo: '', chain_id: '', chain: null, price: '0', extra: '' };
    });
}

function assetRow({ chain, ...asset }: Asset, position: number): AssetRow {
  return {
    id: String(asset.id),
    position,
    name: String(asset.name),
    symbol: String(asset.symbol),
    logo: String(asset.logo ?? ''),
    chain_id: String(asset.chain_id ?? ''),
    chain_known: chain === null || chain === undefined ? 0 : 1,
    price: String(asset.price ?? 0),
    extra: String(asset.extra ?? ''),
  };
}

/** A transaction, with the reserves and the value of its pool after it. */
interface Recorded {
  readonly row: TransactionRow;
  readonly after: Pool;
  /** US dollars; undefined when it follows from the current prices. */
  readonly poolValue?: string;
}

function transactionRows(history: readonly Happened[], { cursor, transactions }: Examples): Recorded[] {
  // The second transaction of the examples has the number of the cursor.
  const first = cursor + 1 - transactions.length - history.length + 1;
  return history.map(({ entry, at, value, poolValue }, position) => {
    const created_at = timeOf({ seconds: at / 1_000_000_000n, nanos: Number(at % 1_000_000_000n) }) ?? '';
    const row = transactionRow(entry, value, first + position, created_at, knownInstantKey(created_at));
    return { row, after: entry.after, poolValue: poolValue.toFixed() };
  });
}

/** The transactions of the examples, oldest first, with the values that follow from the pools after each. */
function exampleRows({ transactions, pairs, orders, cursor }: Examples, { jonas }: People): Recorded[] {
  const pools = new Map(pairs.map(({ pool }) => [`${pool.base_asset_id}/${pool.quote_asset_id}`, pool]));
  return transactions
    .map((transaction, position) => {
      const pair = `${transaction.base_asset_id}/${transaction.quote_asset_id}`;
      const after = pools.get(pair);
      if (after === undefined) throw new Error(`the transaction ${transaction.id} is of no pair`);
      const { base_amount, quote_amount } = transaction;
      pools.set(pair, changed(after, new Exact(base_amount).negated(), new Exact(quote_amount).negated()));
      return { row: exampleRow(transaction, orders, jonas, after.route_id, cursor + 1 - position), after };
    })
    .reverse();
}

/** Swaps without an order belong to Jonas. */
function exampleRow(
  transaction: Transaction,
  orders: readonly Order[],
  jonas: string,
  routeId: number,
  number: number,
): TransactionRow {
  const order = orders.find(({ id }) => id === transaction.follow_id);
  return {
    ...transaction,
    type: 'Swap',
    number,
    created_key: knownInstantKey(transaction.created_at),
    user_id: order?.user_id ?? jonas,
    route_id: routeId,
    order_id: order?.id ?? null,
  };
}

/** Adds the transactions to the minutes, hours and days that contain them. */
function periodRows(recorded: readonly Recorded[], { answered }: Examples, prices: AssetPrices): PeriodRow[] {
  const periods = new Map<string, PeriodRow>();
  for (const { row, after, poolValue } of recorded) {
    const at = Math.min(Date.parse(row.created_at), answered);
    const { route_id, base_amount, quote_amount } = pairRow(after);
    const value = poolValue ?? poolWorth(prices, after).toFixed();
    const volume = row.type === 'Swap' ? row.value : ZERO;
    for (const step of STEPS) {
      const key = `${route_id} ${step} ${startOfPeriod(at, step)}`;
      periods.set(key, periodWith(periods.get(key), { route_id, at, volume, base_amount, quote_amount, value }, step));
    }
  }
  return [...periods.values()];
}

/** The minimum of an order, as a share of its result: one percent less. */
const TOLERANCE = '0.99';

/** The orders of the history, created shortly before they were traded. */
function pastOrders(history: readonly Happened[], routeCodes: RouteCodes): OrderRow[] {
  const orders = Map.groupBy(
    history.filter(({ entry }) => entry.order_id !== null),
    ({ entry }) => entry.order_id ?? '',
  );
  return [...orders].map(([id, swaps]) => {
    const [first, last] = [swaps.at(0), swaps.at(-1)];
    if (first === undefined || last === undefined) throw new Error('an order has no swap');
    const made = first.at - 1_200_000_000n;
    return {
      id,
      created_at: timeOf({ seconds: made / 1_000_000_000n, nanos: Number(made % 1_000_000_000n) }) ?? '',
      user_id: first.entry.user_id,
      state: 'Done',
      pay_asset_id: first.entry.pay_asset_id,
      fill_asset_id: last.entry.filled_asset_id,
      pay_amount: first.entry.funds.toFixed(),
      fill_amount: last.entry.amount.toFixed(),
      min_amount: cut(last.entry.amount.times(TOLERANCE)).toFixed(),
      routes: routeCodes.write(swaps.map(({ entry }) => entry.after.route_id)),
      route_assets: JSON.stringify([first.entry.pay_asset_id, ...swaps.map(({ entry }) => entry.filled_asset_id)]),
    };
  });
}

function orderRow({ transactions: _transactions, route_assets, ...order }: Order): OrderRow {
  return { ...order, route_assets: route_assets === null ? null : JSON.stringify(route_assets) };
}

function insertAll<Table extends keyof SwapTables>(
  store: SwapStore,
  table: Table,
  rows: readonly SwapTables[Table][],
): Promise<void> {
  return inBatches(rows, (batch: readonly unknown[]) =>
    store
      .insertInto(table)
      .values(batch as Insertable<SwapTables[Table]>[])
      .execute(),
  );
}
