/** What the operations of the lending service work with. */
import { type MemberCheck, memberCheck, readDocument } from '../../contract/index.ts';
import type { ServiceContext } from '../../service.ts';
import type { LendingStore, LendingTables } from '../store/tables.ts';

/** What every operation is given first. Operations throw `Refusal` for what a client did wrong. */
export interface LendingContext extends Pick<ServiceContext, 'clock' | 'scheme'> {
  readonly store: LendingStore;
  /** Holds the members of a pay request to the form of the document, whichever way they came. */
  readonly checkPayRequest: MemberCheck;
}

export async function lendingContext({ store, clock, scheme }: ServiceContext): Promise<LendingContext> {
  const checkPayRequest = memberCheck(await readDocument('lending'), 'PayRequest');
  return { store: store.$extendTables<LendingTables>(), clock, scheme, checkPayRequest };
}
