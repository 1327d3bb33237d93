/** Translates between RPC messages and the inputs and outputs of the operations. */

import { type Market, rpc, type Transaction } from '@wallet-services/contract/lending';
import { Refusal } from '@wallet-services/runtime/refusal';
import { message } from '../rpc/message.ts';
import { timeOf } from '../values/index.ts';

/** The offset in the format of HTTP. @throws Refusal 400 when its year cannot be written in RFC 3339 */
export function offsetText(offset: { seconds: bigint; nanos: number }): string {
  const text = timeOf(offset);
  if (text === undefined) throw new Refusal(400, 'offset is not a time', { hint: 'send one in the years 1 to 9999' });
  return text;
}

/** Converts a market. RPC has another name for the time of the price, and no version (document 1, Market). */
export function marketMessage({ version: _version, price_updated_at, ...market }: Market): rpc.Market {
  return message(rpc.MarketSchema, { ...market, price_update_at: price_updated_at });
}

/** Converts a transaction. RPC has `data` as the bytes of its JSON, and no `updated_at` (document 1, Transaction). */
export function transactionMessage({ updated_at: _updated, data, ...transaction }: Transaction): rpc.Transaction {
  return message(rpc.TransactionSchema, { ...transaction, data: Buffer.from(JSON.stringify(data)).toString('base64') });
}
