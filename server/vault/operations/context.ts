/** What the operations of the vault service work with. */
import type { Verifier } from '@wallet-services/client/verify';
import { type IdReader, idReader, readDocument } from '../../contract/index.ts';
import type { ServiceContext } from '../../service.ts';
import type { Clock } from '../../values/index.ts';
import type { VaultStore, VaultTables } from '../store/tables.ts';

/**
 * The first argument of every operation. Operations throw `Refusal`: 400 for a malformed id, an unknown cursor or a
 * limit below 1, 401 for an invalid token, 404 for a missing resource.
 */
export interface VaultContext {
  readonly store: VaultStore;
  readonly clock: Clock;
  /** Identifies the signer of an access token. */
  readonly verifier: Pick<Verifier, 'trustedUser'>;
  readonly idOf: IdReader;
}

/** What the service needs of its server. */
type Given = Pick<ServiceContext, 'store' | 'clock'> & Pick<VaultContext, 'verifier'>;

export async function vaultContext({ store, clock, verifier }: Given): Promise<VaultContext> {
  return { store: store.$extendTables<VaultTables>(), clock, verifier, idOf: idReader(await readDocument('vault')) };
}
