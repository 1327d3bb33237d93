/** The thirteen RPC methods of the vault service: the same answers as over HTTP, without the envelope. */
import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import { rpc } from '@wallet-services/contract/vault';
import { bearerToken } from '../rpc/bearer.ts';
import { type RpcService, rpcService } from '../rpc/service.ts';
import type { VaultOperations } from './operations/operations.ts';
import type { PageInput } from './operations/paging.ts';

export function vaultRpc(operations: VaultOperations): RpcService {
  return rpcService(rpc.VaultService, {
    async readInfo() {
      return { data: message(rpc.GroupInformationSchema, await operations.group()) };
    },
    async readTime() {
      return { data: message(rpc.ServerTimeSchema, operations.time(operations.now())) };
    },
    async listAssets() {
      return message(rpc.ListAssetsResponseSchema, { assets: await operations.assets() });
    },
    async readAsset({ asset }) {
      return { data: message(rpc.AssetSchema, await operations.asset(asset)) };
    },
    async listCollateralTypes() {
      return message(rpc.ListCollateralTypesResponseSchema, { collaterals: await operations.collateralTypes() });
    },
    async readCollateralType({ cat }) {
      return { data: message(rpc.CollateralTypeSchema, await operations.collateralType(cat)) };
    },
    async listFlips(page) {
      return message(rpc.ListFlipsResponseSchema, await operations.flips(pageOf(page)));
    },
    async readFlip({ flip }) {
      return { data: message(rpc.FlipSchema, await operations.flip(flip)) };
    },
    async listFlipEvents({ flip }) {
      return message(rpc.ListFlipEventsResponseSchema, { events: await operations.flipEvents(flip) });
    },
    async listVaults(page) {
      return message(rpc.ListVaultsResponseSchema, await operations.vaults(pageOf(page)));
    },
    async readVault({ vat }) {
      return { data: message(rpc.VaultSchema, await operations.vault(vat)) };
    },
    async listVaultEvents({ vat }) {
      return message(rpc.ListVaultEventsResponseSchema, { events: await operations.vaultEvents(vat) });
    },
    async listMyVaults(page, call) {
      const caller = await operations.caller(bearerToken(call));
      return message(rpc.ListMyVaultsResponseSchema, await operations.vaultsOf(caller, pageOf(page)));
    },
  });
}

/** A number that JavaScript cannot hold exactly is no cursor that a page gave, and above every limit. */
function pageOf({ cursor, limit }: { cursor?: bigint; limit?: bigint }): PageInput {
  return {
    cursor: cursor === undefined ? undefined : Number(cursor),
    limit: limit === undefined ? undefined : Number(limit),
  };
}

/** The JSON members have the names of the message's fields; a member that does not fit throws. */
function message<Schema extends Parameters<typeof fromJson>[0]>(schema: Schema, members: object) {
  return fromJson(schema, members as JsonValue);
}
