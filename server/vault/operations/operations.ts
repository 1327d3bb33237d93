/** What the vault service does, whichever interface asks. Every operation reads. */

import type { Verifier } from '@wallet-services/client/verify';
import type {
  Asset,
  CollateralType,
  Flip,
  FlipEvent,
  FlipPage,
  GroupInformation,
  ServerTime,
  Vault,
  VaultEvent,
  VaultPage,
} from '@wallet-services/contract/vault';
import type { WalletUser } from '../../network/index.ts';
import type { ServiceContext } from '../../service.ts';
import { isoTime } from '../../values/index.ts';
import type { VaultTables } from '../store/tables.ts';
import { listAssets, readAsset } from './assets.ts';
import { listCollateralTypes, readCollateralType } from './collaterals.ts';
import { listFlipEvents, listFlips, readFlip } from './flips.ts';
import { readGroup } from './group.ts';
import type { IdReader } from './ids.ts';
import type { PageInput } from './paging.ts';
import { listVaultEvents, listVaults, readVault } from './vaults.ts';

/**
 * The operations behind HTTP and RPC. They throw `Refusal`: 400 for a malformed id, an unknown cursor or a limit
 * below 1, 401 for a token that does not hold, 404 for what there is not.
 */
export interface VaultOperations {
  /** The present moment, in milliseconds since 1970. */
  now(): number;
  /** Who signed an access token. */
  caller(token: string): Promise<WalletUser>;
  group(): Promise<GroupInformation>;
  /** @param now milliseconds since 1970 */
  time(now: number): ServerTime;
  assets(): Promise<Asset[]>;
  asset(id: string): Promise<Asset>;
  collateralTypes(): Promise<CollateralType[]>;
  collateralType(id: string): Promise<CollateralType>;
  flips(page: PageInput): Promise<FlipPage>;
  flip(id: string): Promise<Flip>;
  flipEvents(id: string): Promise<FlipEvent[]>;
  vaults(page: PageInput): Promise<VaultPage>;
  vault(id: string): Promise<Vault>;
  vaultEvents(id: string): Promise<VaultEvent[]>;
  vaultsOf(owner: WalletUser, page: PageInput): Promise<VaultPage>;
}

/** What the service needs of its server. */
type Needed = Pick<ServiceContext, 'store' | 'clock'> & { readonly verifier: Pick<Verifier, 'trustedUser'> };

/** @param idOf reads an id that a client wrote */
export function vaultOperations({ store, clock, verifier }: Needed, idOf: IdReader): VaultOperations {
  const tables = store.$extendTables<VaultTables>();
  return {
    now: clock,
    caller: (token) => verifier.trustedUser(token),
    group: () => readGroup(tables),
    time: (now) => ({ iso: isoTime(now), epoch: Math.floor(now / 1000) }),
    assets: () => listAssets(tables),
    asset: async (id) => readAsset(tables, idOf(id)),
    collateralTypes: () => listCollateralTypes(tables),
    collateralType: async (id) => readCollateralType(tables, idOf(id)),
    flips: (page) => listFlips(tables, page),
    flip: async (id) => readFlip(tables, idOf(id)),
    flipEvents: async (id) => listFlipEvents(tables, idOf(id)),
    vaults: (page) => listVaults(tables, page),
    vault: async (id) => readVault(tables, idOf(id)),
    vaultEvents: async (id) => listVaultEvents(tables, idOf(id)),
    vaultsOf: ({ userId }, page) => listVaults(tables, page, userId.toLowerCase()),
  };
}
