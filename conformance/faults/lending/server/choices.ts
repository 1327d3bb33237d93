/** What a correct lending server may choose. */
import type { Reply } from '../../../fault/proxy/reply.ts';
import { jsonReply } from '../../../fault/proxy/reply.ts';

export interface Choices {
  readonly direction: 'ascending' | 'descending';
  /** Whether a transaction at the very offset is in the page. */
  readonly inclusive: boolean;
  /** The smallest step of its times, and of the offsets it reads, in nanoseconds. */
  readonly precision: bigint;
  /** How an empty list is written. */
  readonly empty: 'list' | 'null';
  /** Members that are not documented. */
  readonly extraMembers: boolean;
  /** Largest limit; a larger one is clamped, or refused. */
  readonly maximum: { readonly limit: number; readonly beyond: 'clamp' | 'refuse' };
  readonly refuse: (problem: string) => Reply;
  /** The token that every operation asks for; null when they are public. */
  readonly token: { readonly valid: string } | null;
  /** Path of the RPC methods. */
  readonly rpcRoute: string;
}

/** The choices of the server that the others differ from. */
export const usual: Choices = {
  direction: 'ascending',
  inclusive: true,
  precision: 1n,
  empty: 'list',
  extraMembers: false,
  maximum: { limit: 500, beyond: 'clamp' },
  refuse: (problem) => jsonReply(400, { code: 400, msg: problem }),
  token: null,
  rpcRoute: '/lending.v1.Lending/',
};
