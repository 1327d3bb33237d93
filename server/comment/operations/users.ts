/** Users: people who signed in (document 2, User). */

import type { User } from '@wallet-services/contract/comment';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { WalletAccount } from '../../network/index.ts';
import { takeIds } from '../store/counters.ts';
import type { CommentStore } from '../store/tables.ts';
import type { CommentContext } from './context.ts';

/** The picture of users who have none. */
const NO_PICTURE = 'https://images.example.org/avatars/nobody.png';

/** @throws Refusal 404 when there is no such user */
export async function readUser({ store }: CommentContext, id: number): Promise<User> {
  const user = await findUser(store, id);
  if (user === undefined) throw new Refusal(404, `there is no user ${id}`);
  return user;
}

export async function findUser(store: CommentStore, id: number): Promise<User | undefined> {
  return store.selectFrom('comment_users').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * The user of a person of the wallet network; created at the first sign-in. Name, picture and number are updated from
 * the network.
 *
 * @param now ISO 8601
 */
export async function welcomeUser(store: CommentStore, account: WalletAccount, now: string): Promise<User> {
  return store.transaction().execute(async (transaction) => {
    const known = await transaction
      .selectFrom('comment_users')
      .selectAll()
      .where('network_user_id', '=', account.userId.toLowerCase())
      .executeTakeFirst();
    return known === undefined ? addUser(transaction, account, now) : updateUser(transaction, known, account);
  });
}

async function addUser(transaction: CommentStore, account: WalletAccount, created_at: string): Promise<User> {
  const user: User = {
    id: await takeIds(transaction, 'users'),
    network_user_id: account.userId.toLowerCase(),
    network_identity_number: account.identityNumber,
    full_name: account.fullName,
    avatar_url: account.avatarUrl || NO_PICTURE,
    created_at,
  };
  await transaction.insertInto('comment_users').values(user).execute();
  return user;
}

/** Updates a user. Members that the network does not send remain unchanged. */
async function updateUser(transaction: CommentStore, known: User, account: WalletAccount): Promise<User> {
  const user: User = {
    ...known,
    network_identity_number: account.identityNumber || known.network_identity_number,
    full_name: account.fullName || known.full_name,
    avatar_url: account.avatarUrl || known.avatar_url,
  };
  if (JSON.stringify(user) !== JSON.stringify(known)) {
    await transaction.updateTable('comment_users').set(user).where('id', '=', known.id).execute();
  }
  return user;
}
