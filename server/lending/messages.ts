/** Translates between the messages of RPC and what the operations take and give. */

import { type Market, rpc, type Transaction } from '@wallet-services/contract/lending';
import { Refusal } from '@wallet-services/runtime/refusal';
import { message } from '../rpc/message.ts';
import { timeOf } from '../values/index.ts';

/** Where a page starts, as it is written over HTTP. @throws Refusal 400 beyond the years that can be written */
export function offsetText(offset: { seconds: bigint; nanos: number }): string {
  const text = timeOf(offset);
  if (text === undefined) throw new Refusal(400, 'offset is not a time', { hint: 'send one in the years 1 to 9999' });
  return text;
}

/** RPC names the time of the price differently, and has no version (document 1, Market). */
export function marketMessage({ version: _version, price_updated_at, ...market }: Market): rpc.Market {
  return message(rpc.MarketSchema, { ...market, price_update_at: price_updated_at });
}

/** RPC carries `data` as the bytes of the JSON object, and has no `updated_at` (document 1, Transaction). */
export function transactionMessage({ updated_at: _updated, data, ...transaction }: Transaction): rpc.Transaction {
  return message(rpc.TransactionSchema, { ...transaction, data: Buffer.from(JSON.stringify(data)).toString('base64') });
}
