/** Lists the payment codes of the services, and pays them. */
import type { Payment, PaymentCode } from '@wallet-services/contract/sandbox';
import type { CommentTables } from '../../comment/store/tables.ts';
import type { LendingTables } from '../../lending/store/tables.ts';
import type { PaymentOutcome } from '../../network/index.ts';
import type { Store } from '../../service.ts';
import type { Stack } from '../../stack.ts';
import type { SwapTables } from '../../swap/store/tables.ts';
import type { Clock } from '../../values/index.ts';
import { payCode } from '../../wallet/operations/codes.ts';
import { walletStore } from '../../wallet/store/tables.ts';
import { MOST } from './orders.ts';

/** Pays a code as some user. */
export type Pay = (codeId: string) => Promise<PaymentOutcome>;

/** @throws Refusal 404 when no service made the code, 409 when its service accepts no payments */
export async function payAs(
  { mounted }: Stack,
  store: Store,
  clock: Clock,
  requested: { readonly code_id: string; readonly user_id: string },
): Promise<Payment> {
  const services = mounted.map(({ service }) => service);
  const answer = await payCode(walletStore(store), clock, services, requested.code_id, requested.user_id);
  const { code_id, user_id, snapshot_id, state, reason } = answer;
  return { code_id, user_id, snapshot_id, state, ...(reason === undefined ? {} : { reason }) };
}

/** Lists payment codes, newest first. @param scheme URL scheme of the links */
export async function listPaymentCodes(store: Store, scheme: string): Promise<PaymentCode[]> {
  const [lending, swap, comment, paid] = await Promise.all([
    store
      .$extendTables<LendingTables>()
      .selectFrom('lending_pay_requests')
      .select(['code_id', 'asset_id', 'amount', 'trace_id', 'created_at'])
      .orderBy('created_at', 'desc')
      .limit(MOST)
      .execute(),
    store
      .$extendTables<SwapTables>()
      .selectFrom('swap_codes')
      .select(['code_id', 'asset_id', 'amount', 'trace_id', 'created_at'])
      .orderBy('created_at', 'desc')
      .limit(MOST)
      .execute(),
    store
      .$extendTables<CommentTables>()
      .selectFrom('comment_airdrops')
      .select(['payment_code as code_id', 'asset_id', 'amount', 'uuid as trace_id', 'created_at'])
      .orderBy('id', 'desc')
      .limit(MOST)
      .execute(),
    walletStore(store).selectFrom('wallet_payments').select('code_id').execute(),
  ]);
  const known = new Set(paid.map(({ code_id }) => code_id));
  const of = (service: PaymentCode['service']) => (row: Omit<PaymentCode, 'service' | 'paid' | 'url'>) => ({
    ...row,
    created_at: new Date(row.created_at).toISOString(),
    service,
    url: `${scheme}://codes/${row.code_id}`,
    paid: known.has(row.code_id),
  });
  return [...lending.map(of('lending')), ...swap.map(of('swap')), ...comment.map(of('comment'))]
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    .slice(0, MOST);
}
