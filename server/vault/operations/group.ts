/** The trusted group that runs the service (document 3, Group information). */
import type { GroupInformation } from '@wallet-services/contract/vault';
import type { GroupRow } from '../store/tables.ts';
import type { VaultContext } from './context.ts';

/** The group; there is only one. */
export async function readGroup({ store }: Pick<VaultContext, 'store'>): Promise<GroupInformation> {
  const { members, ...row } = await store.selectFrom('vault_groups').selectAll().executeTakeFirstOrThrow();
  return { ...row, members: JSON.parse(members) };
}

export function groupRow({ members, ...group }: GroupInformation): GroupRow {
  return { ...group, members: JSON.stringify(members) };
}
