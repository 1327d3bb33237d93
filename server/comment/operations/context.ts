/** What the operations of the comment service work with. */
import { type MemberCheck, memberCheck, readDocument } from '../../contract/index.ts';
import type { ServiceContext } from '../../service.ts';
import type { CommentStore, CommentTables } from '../store/tables.ts';
import { createTokens, type Tokens } from './tokens.ts';

/** What every operation is given first. Operations throw `Refusal` for what a client did wrong. */
export interface CommentContext extends Pick<ServiceContext, 'clock' | 'verifier'> {
  readonly store: CommentStore;
  readonly tokens: Tokens;
  /** Holds the members of an airdrop to the form of the document, where they came over RPC. */
  readonly checkAirdrop: MemberCheck;
}

export async function commentContext(
  given: Pick<ServiceContext, 'store' | 'clock' | 'verifier'>,
): Promise<CommentContext> {
  const { clock, verifier } = given;
  const store = given.store.$extendTables<CommentTables>();
  const checkAirdrop = memberCheck(await readDocument('comment'), 'AirdropRequest');
  return { store, clock, verifier, tokens: await createTokens(store, clock), checkAirdrop };
}
