/** The HTTP operations of the vault service (document 3, Endpoints). */

import type { Handlers } from '@wallet-services/contract/vault';
import type { WalletUser } from '../network/index.ts';
import { listAssets, readAsset } from './operations/assets.ts';
import { listCollateralTypes, readCollateralType } from './operations/collaterals.ts';
import type { VaultContext } from './operations/context.ts';
import { listFlipEvents, listFlips, readFlip } from './operations/flips.ts';
import { readGroup } from './operations/group.ts';
import { timeAt } from './operations/time.ts';
import { listVaultEvents, listVaults, readVault } from './operations/vaults.ts';

export function vaultHandlers(context: VaultContext): Handlers<WalletUser> {
  /** Wraps data in the envelope; the lists of collateral types and of flips have none. */
  const answer = <Data>(data: Data) => ({ status: 200 as const, body: { ts: context.clock(), data } });
  return {
    async readInfo() {
      return answer(await readGroup(context));
    },
    readTime() {
      const ts = context.clock();
      return { status: 200, body: { ts, data: timeAt(ts) } };
    },
    async listAssets() {
      return answer({ assets: await listAssets(context) });
    },
    async readAsset({ path }) {
      return answer(await readAsset(context, path.asset));
    },
    async listCollateralTypes() {
      return { status: 200, body: { collaterals: await listCollateralTypes(context) } };
    },
    async readCollateralType({ path }) {
      return answer(await readCollateralType(context, path.cat));
    },
    async listFlips({ query }) {
      return { status: 200, body: await listFlips(context, query) };
    },
    async readFlip({ path }) {
      return answer(await readFlip(context, path.flip));
    },
    async listFlipEvents({ path }) {
      return answer({ events: await listFlipEvents(context, path.flip) });
    },
    async listVaults({ query }) {
      return answer(await listVaults(context, query));
    },
    async readVault({ path }) {
      return answer(await readVault(context, path.vat));
    },
    async listVaultEvents({ path }) {
      return answer({ events: await listVaultEvents(context, path.vat) });
    },
    async listMyVaults({ caller, query }) {
      return answer(await listVaults(context, query, caller));
    },
  };
}
