/**
 * Encrypted transfer actions and payment codes for them (document 2, `POST /actions`). Choices of this server: an empty
 * amount or asset id counts as absent; an empty follow id is generated; for a swap with a payment, an empty route
 * becomes the best one at the moment; equal requests with the same trace id get the same code.
 */

import { createHash, randomUUID } from 'node:crypto';
import type { ActionRequest, Action as SealedAction } from '@wallet-services/contract/swap';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Decimal } from 'decimal.js';
import type { PaymentCode } from '../../../service.ts';
import { forgetUnpaid, holds, unpaidUntil } from '../../../store/unpaid.ts';
import { isoTime, uuidOf } from '../../../values/index.ts';
import type { CodeRow, SwapStore } from '../../store/tables.ts';
import { findBroker } from '../brokers.ts';
import type { SwapContext } from '../context.ts';
import { amountOf } from '../pools/amounts.ts';
import { readPools } from '../pools/books.ts';
import { otherAsset, type Pool } from '../pools/pools.ts';
import { bestRoute, type RouteCodes, routeIds, startOf } from '../pools/routes.ts';
import { type Action, actionText, parseAction } from './action.ts';
import { sealMemo } from './memo.ts';

/** The payment for an action. */
interface Funds {
  readonly assetId: string;
  readonly amount: Decimal;
}

/**
 * Encrypts an action for the group, and stores a payment code when amount and asset are given.
 *
 * @throws Refusal 400 when the action is malformed or cannot be paid like this, or the broker is unknown; 409 when the
 *   trace id was used with other content
 */
export async function createAction(context: SwapContext, request: ActionRequest): Promise<SealedAction> {
  const { store, routeCodes, clock, scheme, idOf } = context;
  const { id: broker } = await findBroker(context, request.broker_id);
  const trace_id = request.trace_id ? idOf('trace_id', request.trace_id) : randomUUID();
  const written = parseAction(request.action);
  const amount = positive(request.amount);
  const assetId = given(request.asset_id)?.toLowerCase();

  const funds = amount === undefined || assetId === undefined ? undefined : { assetId, amount };
  const fitting = fit(await readPools(store), routeCodes, written, assetId, funds);
  const action = { ...fitting, follow_id: fitting.follow_id === '' ? randomUUID() : fitting.follow_id };
  const { public_key } = await store.selectFrom('swap_groups').select('public_key').executeTakeFirstOrThrow();
  const sealed = { action: sealMemo(public_key, actionText(action)), follow_id: action.follow_id };
  if (funds === undefined) return sealed;

  const now = clock();
  const { code_id, memo_base64, follow_id } = await storeCode(store, now, {
    code_id: uuidOf(createHash('sha256').update(`swap code ${trace_id}`).digest(), 8),
    trace_id,
    content: JSON.stringify([actionText(written), funds.amount.toFixed(), funds.assetId, broker]),
    asset_id: funds.assetId,
    amount: funds.amount.toFixed(),
    follow_id: sealed.follow_id,
    memo_base64: sealed.action,
    created_at: isoTime(now),
    unpaid_until: unpaidUntil(now),
  });
  return { action: memo_base64, follow_id, code: code_id, code_url: `${scheme}://codes/${code_id}` };
}

/** The payment of a code; undefined when there is none. */
export async function findCode({ store, clock }: SwapContext, codeId: string): Promise<PaymentCode | undefined> {
  const row = await store
    .selectFrom('swap_codes')
    .selectAll()
    .where('code_id', '=', codeId.toLowerCase())
    .where(holds(clock()))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { content: _content, unpaid_until: _until, ...code } = row;
  return { ...code, with_gas: false };
}

async function storeCode(store: SwapStore, now: number, row: CodeRow): Promise<CodeRow> {
  const stored = await store.transaction().execute(async (transaction) => {
    await forgetUnpaid(transaction, 'swap_codes', now);
    await transaction
      .insertInto('swap_codes')
      .values(row)
      .onConflict((conflict) => conflict.column('trace_id').doNothing())
      .execute();
    return transaction
      .selectFrom('swap_codes')
      .selectAll()
      .where('trace_id', '=', row.trace_id)
      .executeTakeFirstOrThrow();
  });
  if (stored.content === row.content) return stored;
  throw new Refusal(409, 'trace_id was used for an action with other content', {
    hint: 'use a new trace_id for each payment',
  });
}

function given(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

function positive(text: string | undefined): Decimal | undefined {
  if (given(text) === undefined) return undefined;
  const amount = amountOf(text ?? '');
  if (amount?.greaterThan(0)) return amount;
  throw new Refusal(400, 'amount is not a positive decimal of at most 8 places');
}

/**
 * Completes the action, as far as possible before it is paid.
 *
 * @throws Refusal 400 when the action can never succeed
 */
function fit(
  pools: readonly Pool[],
  routeCodes: RouteCodes,
  action: Action,
  assetId: string | undefined,
  funds: Funds | undefined,
): Action {
  switch (action.kind) {
    case 'add':
      if (!pools.some((pool) => isPair(pool, action.asset, assetId))) {
        throw new Refusal(400, `there is no pair of ${action.asset}${assetId === undefined ? '' : ` and ${assetId}`}`);
      }
      return action;
    case 'remove':
      if (assetId !== undefined && !pools.some(({ liquidity_asset_id }) => liquidity_asset_id === assetId)) {
        throw new Refusal(400, `${assetId} is not the liquidity-provider token of a pair`);
      }
      return action;
    case 'swap': {
      const { fill_asset, routes } = action;
      if (routes !== '') {
        checkWay(pools, routeCodes, routes, fill_asset, assetId);
        return action;
      }
      if (!pools.some((pool) => otherAsset(pool, fill_asset) !== undefined)) throw noWay(assetId, fill_asset);
      if (funds === undefined) return action;
      const best = bestRoute(pools, funds.assetId, fill_asset, funds.amount);
      if (best === undefined) throw noWay(funds.assetId, fill_asset);
      return { ...action, routes: routeCodes.write(routeIds(best)) };
    }
  }
}

function isPair(pool: Pool, asset: string, paid: string | undefined): boolean {
  const other = otherAsset(pool, asset);
  return other !== undefined && (paid === undefined || other === paid);
}

function checkWay(
  pools: readonly Pool[],
  routeCodes: RouteCodes,
  routes: string,
  fillAsset: string,
  assetId: string | undefined,
): void {
  const ids = routeCodes.read(routes);
  const start = ids === undefined ? undefined : startOf(pools, ids, fillAsset);
  if (start === undefined) {
    throw new Refusal(400, `routes is not a route to ${fillAsset}`, { hint: 'leave it empty for the best route' });
  }
  if (assetId !== undefined && assetId !== start) {
    throw new Refusal(400, `routes begins at ${start}, but asset_id is ${assetId}`);
  }
}

function noWay(from: string | undefined, to: string): Refusal {
  const start = from === undefined ? '' : ` from ${from}`;
  return new Refusal(400, `there is no route${start} to ${to}, or the amount is too small for one`);
}
