/**
 * The data of an empty database: the markets and transactions of the document's examples, and generated transactions
 * before them, so that there is more than one page.
 */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { Market, MarketList, Transaction } from '@wallet-services/contract/lending';
import { exampleAnswer, readDocument } from '../../contract/index.ts';
import type { StoreTransaction } from '../../service.ts';
import type { RandomSource } from '../../values/index.ts';
import { type PriceRequest, priceRequestRow } from '../operations/price-requests.ts';
import { transactionRow } from '../operations/transactions.ts';
import type { LendingTables, MarketRow } from '../store/tables.ts';
import { historyBefore } from './history.ts';

/** Rows in a statement: databases limit its parameters. */
const ROWS = 50;

const PRICE_SIGNERS = 5;
const PRICE_THRESHOLD = 3;

/** Fills the tables of the lending service. */
export async function seedLending(store: StoreTransaction, random: RandomSource): Promise<void> {
  const document = await readDocument('lending');
  const markets = exampleAnswer<MarketList>(document, 'listMarkets').data ?? [];
  const examples = exampleAnswer<Transaction[]>(document, 'listTransactions');

  const tables = store.$extendTables<LendingTables>();
  await tables.insertInto('lending_markets').values(markets.map(marketRow)).execute();
  const rows = [...historyBefore(examples, markets, random), ...examples].map(transactionRow);
  for (let first = 0; first < rows.length; first += ROWS) {
    await tables
      .insertInto('lending_transactions')
      .values(rows.slice(first, first + ROWS))
      .execute();
  }
  await tables
    .insertInto('lending_price_requests')
    .values(priceRequests(markets, random).map(priceRequestRow))
    .execute();
}

/** The row of a market, without the members that are derived from its balances. */
function marketRow(market: Market): MarketRow {
  const {
    utilization_rate: _utilization,
    exchange_rate: _exchange,
    supply_rate_per_block: _supplyRate,
    borrow_rate_per_block: _borrowRate,
    supply_apy: _supplyApy,
    borrow_apy: _borrowApy,
    ...row
  } = market;
  return row;
}

/** One price request for the asset of each market, all with the same receivers and signers. */
function priceRequests(markets: readonly Market[], random: RandomSource): PriceRequest[] {
  const members = Array.from({ length: PRICE_SIGNERS }, () => random.uuid());
  const signers = members.map((_member, position) => ({ index: position + 1, verify_key: verifyKey(random) }));
  return markets.map(({ asset_id, symbol }) => ({
    asset_id,
    symbol,
    trace_id: random.uuid(),
    receiver: { members, threshold: PRICE_THRESHOLD },
    signers,
    threshold: PRICE_THRESHOLD,
  }));
}

/** The prefix of an Ed25519 private key in PKCS #8, before its 32 bytes (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A valid Ed25519 public key, in base64. */
function verifyKey(random: RandomSource): string {
  const der = Buffer.concat([PKCS8_ED25519, random.bytes(32)]);
  const { x } = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({ format: 'jwk' });
  return Buffer.from(x ?? '', 'base64url').toString('base64');
}
