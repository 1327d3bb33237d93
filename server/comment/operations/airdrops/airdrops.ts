/** Airdrops before their payment (document 2, `POST /airdrops`, a draft). */

import { randomUUID } from 'node:crypto';
import type { Airdrop, AirdropRequest } from '@wallet-services/contract/comment';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { PaymentCode } from '../../../service.ts';
import { isoTime } from '../../../values/index.ts';
import { takeIds } from '../../store/counters.ts';
import type { AirdropRow, CommentStore } from '../../store/tables.ts';
import type { CommentContext } from '../context.ts';
import { AMOUNT_DECIMALS } from './split.ts';

/** The states of an airdrop. The values are this server's; the documents do not show them. */
export const AirdropStatus = { created: 0, paid: 1, sending: 2, delivered: 3, failed: 4 } as const;

/** Largest number of comments that an airdrop rewards. */
export const MOST_RECEIVERS = 1_000;

const LONGEST_AMOUNT = 64;
const LONGEST_MEMO = 1_024;
const LONGEST_SLUG = 512;
const LONGEST_URL = 4_096;
const LONGEST_PARAMS = 4_096;

/** The receiver of an airdrop; members that its type does not use are empty. */
type Target = Pick<AirdropRow, 'site_id' | 'slug' | 'opponent_id' | 'strategy_name' | 'strategy_params'>;

const NO_TARGET: Target = { site_id: 0, slug: '', opponent_id: 0, strategy_name: '', strategy_params: null };

/**
 * Stores an airdrop, which is paid by its code later.
 *
 * @throws Refusal 400 when a member that the type needs is missing, or the amount is not positive or too precise; 404
 *   when there is no such user, comment or site
 */
export async function createAirdrop(
  { store, clock }: CommentContext,
  giver: number,
  request: AirdropRequest,
): Promise<Airdrop> {
  const now = isoTime(clock());
  checkAmount(request.amount);
  checkLength('memo', request.memo, LONGEST_MEMO);
  checkLength('redirect_url', request.redirect_url, LONGEST_URL);
  const target = targetOf(request);
  return store.transaction().execute(async (transaction) => {
    await checkTarget(transaction, request.airdrop_type, target);
    const row: AirdropRow = {
      id: await takeIds(transaction, 'airdrops'),
      uuid: randomUUID(),
      user_id: giver,
      ...target,
      tip_type: request.airdrop_type,
      asset_id: request.asset_id,
      amount: request.amount,
      memo: request.memo.toWellFormed(),
      redirect_url: request.redirect_url.toWellFormed(),
      status: AirdropStatus.created,
      created_at: now,
      updated_at: now,
      payment_code: randomUUID(),
      snapshot_id: null,
    };
    await transaction.insertInto('comment_airdrops').values(row).execute();
    return airdropOf(row);
  });
}

/** The expected payment of a code; undefined when the code belongs to no airdrop. */
export async function findCode({ store }: CommentContext, codeId: string): Promise<PaymentCode | undefined> {
  const row = await store
    .selectFrom('comment_airdrops')
    .selectAll()
    .where('payment_code', '=', codeId.toLowerCase())
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    code_id: row.payment_code,
    asset_id: row.asset_id,
    amount: row.amount,
    trace_id: row.uuid,
    follow_id: row.uuid,
    memo_base64: Buffer.from(row.memo).toString('base64'),
    with_gas: false,
    created_at: row.created_at,
  };
}

function checkAmount(amount: string): void {
  const [, fraction = ''] = amount.split('.');
  // The pattern of a decimal has been checked already, so a digit other than 0 and no minus sign make it positive.
  if (amount.startsWith('-') || !/[1-9]/.test(amount)) throw new Refusal(400, 'amount is not positive');
  if (fraction.length > AMOUNT_DECIMALS) throw new Refusal(400, `amount has more than ${AMOUNT_DECIMALS} decimals`);
  checkLength('amount', amount, LONGEST_AMOUNT);
}

function checkLength(member: string, text: string, longest: number): void {
  if (text.length > longest) throw new Refusal(400, `${member} is longer than ${longest} characters`);
}

/** The members that the type needs; others are ignored. */
function targetOf(request: AirdropRequest): Target {
  switch (request.airdrop_type) {
    case 'user':
    case 'comment':
      return { ...NO_TARGET, opponent_id: needed(request, 'opponent_id') };
    case 'slug':
      return { ...NO_TARGET, ...pageOf(request) };
    case 'comments':
      return { ...NO_TARGET, ...pageOf(request), ...strategyOf(request) };
  }
}

function pageOf(request: AirdropRequest): Pick<Target, 'site_id' | 'slug'> {
  const site_id = needed(request, 'site_id');
  const slug = needed(request, 'slug');
  if (slug === '') throw new Refusal(400, 'slug is empty');
  checkLength('slug', slug, LONGEST_SLUG);
  return { site_id, slug: slug.toWellFormed() };
}

function strategyOf(request: AirdropRequest): Pick<Target, 'strategy_name' | 'strategy_params'> {
  const strategy_name = needed(request, 'strategy_name');
  const params = needed(request, 'strategy_params');
  if (strategy_name === 'topn') checkCount(Reflect.get(params, 'n'));
  const strategy_params = JSON.stringify(params);
  checkLength('strategy_params', strategy_params, LONGEST_PARAMS);
  return { strategy_name, strategy_params };
}

function checkCount(n: unknown): void {
  if (typeof n === 'number' && Number.isInteger(n) && n >= 1) return;
  throw new Refusal(400, 'strategy_params.n is not a whole number from 1', {
    hint: `topn needs it: how many comments share the airdrop, at most ${MOST_RECEIVERS}`,
  });
}

function needed<Member extends keyof AirdropRequest>(
  request: AirdropRequest,
  member: Member,
): NonNullable<AirdropRequest[Member]> {
  const value = request[member];
  if (value !== undefined && value !== null) return value;
  throw new Refusal(400, `${member} is missing`, {
    hint: `an airdrop of the type ${request.airdrop_type} needs it`,
  });
}

async function checkTarget(store: CommentStore, type: AirdropRequest['airdrop_type'], target: Target): Promise<void> {
  const kind = { user: 'user', comment: 'comment', slug: 'site', comments: 'site' } as const;
  const table = { user: 'comment_users', comment: 'comment_comments', site: 'comment_sites' } as const;
  const id = type === 'user' || type === 'comment' ? target.opponent_id : target.site_id;
  const found = await store.selectFrom(table[kind[type]]).select('id').where('id', '=', id).executeTakeFirst();
  if (found === undefined) throw new Refusal(404, `there is no ${kind[type]} ${id}`);
}

function airdropOf({ redirect_url: _url, snapshot_id: _snapshot, strategy_params, ...row }: AirdropRow): Airdrop {
  return {
    ...row,
    strategy_params: strategy_params === null ? {} : JSON.parse(strategy_params),
    deleted_at: null,
  };
}
