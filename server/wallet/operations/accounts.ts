/** Finds users, also by contract account. */

import { createHash } from 'node:crypto';
import { checksumAddress } from '@wallet-services/client/account';
import { Refusal } from '@wallet-services/runtime/refusal';
import { uuidOf } from '../../values/index.ts';
import type { WalletStore, WalletUserRow } from '../store/tables.ts';

const ZERO = `0x${'0'.repeat(40)}`;

/** A user in the format of the network. */
export type UserAnswer = Omit<WalletUserRow, 'contract_address'> & {
  /** The zero address when no contract account is registered. */
  readonly contract_address: string;
};

export function userAnswer({ contract_address, ...row }: WalletUserRow): UserAnswer {
  return { ...row, contract_address: contract_address ?? ZERO };
}

/** @throws Refusal 404 when there is no such user */
export async function findUser(store: WalletStore, userId: string): Promise<WalletUserRow> {
  const row = await store.selectFrom('wallet_users').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (row === undefined) throw new Refusal(404, `there is no user ${userId}`);
  return row;
}

/**
 * Finds the user of a contract account. For an unregistered account a user is derived from the address, always the
 * same; it is not stored, because any client may request it.
 *
 * @throws Refusal 400 when the address does not have the checksum of EIP-55, or is zero
 */
export async function userOfAccount(store: WalletStore, address: string): Promise<WalletUserRow> {
  if (checksumAddress(address) !== address || address === ZERO) {
    throw new Refusal(400, 'the address is not an account address with an EIP-55 checksum');
  }
  const registered = await store
    .selectFrom('wallet_users')
    .selectAll()
    .where('contract_address', '=', address)
    .executeTakeFirst();
  return registered ?? newUser(address);
}

/** A user of whom only the address is known. */
function newUser(address: string): WalletUserRow {
  return {
    user_id: uuidOf(createHash('sha256').update(`wallet account ${address}`).digest(), 8),
    identity_number: '',
    full_name: `${address.slice(0, 6)}…${address.slice(-4)}`,
    avatar_url: '',
    contract_address: address,
  };
}
