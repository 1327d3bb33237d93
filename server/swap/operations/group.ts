/** The trusted group that runs the service (document 2, Group information). */
import type { GroupInfo } from '@wallet-services/contract/swap';
import type { GroupRow } from '../store/tables.ts';
import { groupPublicKey } from './actions/memo.ts';
import type { SwapContext } from './context.ts';

/** The group; there is only one. Its private key is not published. */
export async function readGroup({ store }: SwapContext): Promise<GroupInfo> {
  const group = store.selectFrom('swap_groups').select(['members', 'public_key', 'threshold']);
  const { members, ...row } = await group.executeTakeFirstOrThrow();
  return { ...row, members: JSON.parse(members) };
}

/** @param privateKey Ed25519, 32 bytes in base64 */
export function groupRow({ members, threshold }: GroupInfo, privateKey: string): GroupRow {
  return {
    members: JSON.stringify(members),
    threshold,
    public_key: groupPublicKey(privateKey),
    private_key: privateKey,
  };
}
