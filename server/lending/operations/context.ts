/** The context that the operations of the lending service share. */
import { type MemberCheck, memberCheck, readDocument } from '../../contract/index.ts';
import type { ServiceContext } from '../../service.ts';
import type { LendingStore, LendingTables } from '../store/tables.ts';

/** First argument of every operation. Operations throw `Refusal` for errors of the client. */
export interface LendingContext extends Pick<ServiceContext, 'clock' | 'scheme'> {
  readonly store: LendingStore;
  /** Validates the members of a pay request by the document's schema, over HTTP and RPC alike. */
  readonly checkPayRequest: MemberCheck;
}

export async function lendingContext({ store, clock, scheme }: ServiceContext): Promise<LendingContext> {
  const checkPayRequest = memberCheck(await readDocument('lending'), 'PayRequest');
  return { store: store.$extendTables<LendingTables>(), clock, scheme, checkPayRequest };
}
