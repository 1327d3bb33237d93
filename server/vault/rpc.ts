/** The RPC methods of the vault service: the same answers as over HTTP, without the envelope. */
import { rpc } from '@wallet-services/contract/vault';
import { bearerToken } from '../rpc/bearer.ts';
import { message } from '../rpc/message.ts';
import { forCallers, type RpcService, rpcService } from '../rpc/service.ts';
import { pageInput } from './messages.ts';
import { listAssets, readAsset } from './operations/assets.ts';
import { listCollateralTypes, readCollateralType } from './operations/collaterals.ts';
import type { VaultContext } from './operations/context.ts';
import { listFlipEvents, listFlips, readFlip } from './operations/flips.ts';
import { readGroup } from './operations/group.ts';
import { timeAt } from './operations/time.ts';
import { listVaultEvents, listVaults, readVault } from './operations/vaults.ts';

export function vaultRpc(context: VaultContext): RpcService {
  const forUser = forCallers((call) => context.verifier.trustedUser(bearerToken(call)));
  return rpcService(rpc.VaultService, {
    async readInfo() {
      return { data: message(rpc.GroupInformationSchema, await readGroup(context)) };
    },
    async readTime() {
      return { data: message(rpc.ServerTimeSchema, timeAt(context.clock())) };
    },
    async listAssets() {
      return message(rpc.ListAssetsResponseSchema, { assets: await listAssets(context) });
    },
    async readAsset({ asset }) {
      return { data: message(rpc.AssetSchema, await readAsset(context, asset)) };
    },
    async listCollateralTypes() {
      return message(rpc.ListCollateralTypesResponseSchema, { collaterals: await listCollateralTypes(context) });
    },
    async readCollateralType({ cat }) {
      return { data: message(rpc.CollateralTypeSchema, await readCollateralType(context, cat)) };
    },
    async listFlips(page) {
      return message(rpc.ListFlipsResponseSchema, await listFlips(context, pageInput(page)));
    },
    async readFlip({ flip }) {
      return { data: message(rpc.FlipSchema, await readFlip(context, flip)) };
    },
    async listFlipEvents({ flip }) {
      return message(rpc.ListFlipEventsResponseSchema, { events: await listFlipEvents(context, flip) });
    },
    async listVaults(page) {
      return message(rpc.ListVaultsResponseSchema, await listVaults(context, pageInput(page)));
    },
    async readVault({ vat }) {
      return { data: message(rpc.VaultSchema, await readVault(context, vat)) };
    },
    async listVaultEvents({ vat }) {
      return message(rpc.ListVaultEventsResponseSchema, { events: await listVaultEvents(context, vat) });
    },
    listMyVaults: forUser(async (page, user) =>
      message(rpc.ListMyVaultsResponseSchema, await listVaults(context, pageInput(page), user)),
    ),
  });
}
