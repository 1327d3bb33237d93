/** The context that the operations of the vault service share. */
import type { Verifier } from '@wallet-services/client/verify';
import { type IdReader, idReader, readDocument } from '../../contract/index.ts';
import type { ServiceContext } from '../../service.ts';
import type { Clock } from '../../values/index.ts';
import type { VaultStore, VaultTables } from '../store/tables.ts';

/**
 * First argument of every operation. Operations throw `Refusal`: 400 for a malformed id, an unknown cursor or a
 * limit below 1, 401 for an invalid token, 404 for a missing resource.
 */
export interface VaultContext {
  readonly store: VaultStore;
  readonly clock: Clock;
  /** Identifies the signer of an access token. */
  readonly verifier: Pick<Verifier, 'trustedUser'>;
  readonly idOf: IdReader;
}

/** The dependencies of the service. */
type Given = Pick<ServiceContext, 'store' | 'clock'> & Pick<VaultContext, 'verifier'>;

export async function vaultContext({ store, clock, verifier }: Given): Promise<VaultContext> {
  return { store: store.$extendTables<VaultTables>(), clock, verifier, idOf: idReader(await readDocument('vault')) };
}
