/** The thirteen HTTP operations of the vault service (document 3, Endpoints). */
import { type Handlers, Refusal } from '@wallet-services/contract/vault';
import type { WalletUser } from '../network/index.ts';
import type { VaultOperations } from './operations/operations.ts';

export function vaultHandlers(operations: VaultOperations): Handlers<WalletUser> {
  /** The envelope; the lists of collateral types and of flips have none. */
  const answer = <Data>(data: Data) => ({ status: 200 as const, body: { ts: operations.now(), data } });
  return {
    async readInfo() {
      return answer(await operations.group());
    },
    readTime() {
      const ts = operations.now();
      return { status: 200, body: { ts, data: operations.time(ts) } };
    },
    async listAssets() {
      return answer({ assets: await operations.assets() });
    },
    async readAsset({ path }) {
      return answer(await operations.asset(path.asset));
    },
    async listCollateralTypes() {
      return { status: 200, body: { collaterals: await operations.collateralTypes() } };
    },
    async readCollateralType({ path }) {
      return answer(await operations.collateralType(path.cat));
    },
    async listFlips({ query }) {
      return { status: 200, body: await operations.flips(query) };
    },
    async readFlip({ path }) {
      return answer(await operations.flip(path.flip));
    },
    async listFlipEvents({ path }) {
      return answer({ events: await operations.flipEvents(path.flip) });
    },
    async listVaults({ query }) {
      return answer(await operations.vaults(query));
    },
    async readVault({ path }) {
      return answer(await operations.vault(path.vat));
    },
    async listVaultEvents({ path }) {
      return answer({ events: await operations.vaultEvents(path.vat) });
    },
    async listMyVaults({ caller, query }) {
      if (caller === undefined) throw new Refusal(401, 'this operation needs an access token');
      return answer(await operations.vaultsOf(caller, query));
    },
  };
}
