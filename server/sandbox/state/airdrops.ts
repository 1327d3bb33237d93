/** Lists the airdrops of the comment service, and changes their state. */
import type { AirdropState } from '@wallet-services/contract/sandbox';
import { Refusal } from '@wallet-services/runtime/refusal';
import { AirdropStatus } from '../../comment/operations/airdrops/airdrops.ts';
import type { CommentTables } from '../../comment/store/tables.ts';
import type { Store } from '../../service.ts';
import { MOST } from './orders.ts';
import type { Pay } from './payments.ts';

const MEMBERS = ['uuid', 'status', 'tip_type', 'asset_id', 'amount'] as const;

export async function listAirdrops(store: Store): Promise<AirdropState[]> {
  return store
    .$extendTables<CommentTables>()
    .selectFrom('comment_airdrops')
    .select(MEMBERS)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
}

/**
 * Puts an airdrop into a state. For `delivered`, its code is paid, so that its rewards are made.
 *
 * @param now ISO 8601
 * @throws Refusal 404 when there is no such airdrop, 409 when it was delivered already or cannot get this state
 */
export async function putAirdrop(
  store: Store,
  { uuid, status, now }: { readonly uuid: string; readonly status: number; readonly now: string },
  pay: Pay,
): Promise<AirdropState> {
  const tables = store.$extendTables<CommentTables>();
  const read = () =>
    tables
      .selectFrom('comment_airdrops')
      .select([...MEMBERS, 'payment_code'])
      .where('uuid', '=', uuid)
      .executeTakeFirst();
  const move = (to: number) =>
    tables.updateTable('comment_airdrops').set({ status: to, updated_at: now }).where('uuid', '=', uuid).execute();
  const before = await read();
  if (before === undefined)
    throw new Refusal(404, `there is no airdrop ${uuid}`, { hint: 'GET .../airdrops lists the latest ones' });
  if (before.status !== status) {
    if (before.status === AirdropStatus.delivered) {
      throw new Refusal(409, 'the airdrop was delivered, and its rewards are paid', { hint: 'restore the world' });
    }
    if (status === AirdropStatus.delivered) {
      await move(AirdropStatus.created);
      const { state, reason } = await pay(before.payment_code);
      if (state === 'refunded') throw new Refusal(409, `the airdrop cannot be delivered: ${reason}`);
    } else await move(status);
  }
  const { payment_code: _code, ...after } = (await read()) ?? before;
  return after;
}
