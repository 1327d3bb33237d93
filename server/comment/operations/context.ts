/** The context that the operations of the comment service share. */
import { type MemberCheck, memberCheck, readDocument } from '../../contract/index.ts';
import type { ServiceContext } from '../../service.ts';
import type { CommentStore, CommentTables } from '../store/tables.ts';
import { createTokens, type Tokens } from './tokens.ts';

/** First argument of every operation. Operations throw `Refusal` for errors of the client. */
export interface CommentContext extends Pick<ServiceContext, 'clock' | 'verifier'> {
  readonly store: CommentStore;
  readonly tokens: Tokens;
  /** Validates the members of an airdrop that arrived over RPC by the schema of the document. */
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
