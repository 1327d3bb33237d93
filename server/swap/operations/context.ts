/** The context that the operations of the swap service share. */
import type { Verifier } from '@wallet-services/client/verify';
import { type IdReader, idReader, readDocument } from '../../contract/index.ts';
import type { ServiceContext } from '../../service.ts';
import type { SwapStore, SwapTables } from '../store/tables.ts';
import { createRouteCodes, type RouteCodes } from './pools/routes.ts';

/**
 * First argument of every operation. Operations throw `Refusal`: 400 for a malformed id, duration or action, an
 * unknown broker or cursor, or a limit below 1; 401 for an invalid token; 404 for a missing resource; 409 for a trace
 * id that was used with other content.
 */
export interface SwapContext extends Pick<ServiceContext, 'clock' | 'scheme' | 'oauth'> {
  readonly store: SwapStore;
  /** Identifies the signer of an access token. */
  readonly verifier: Pick<Verifier, 'trustedUser'>;
  readonly routeCodes: RouteCodes;
  readonly idOf: IdReader;
}

/** The dependencies of the service. */
export type SwapNeeds = Pick<ServiceContext, 'store' | 'clock' | 'scheme' | 'oauth'> & Pick<SwapContext, 'verifier'>;

export async function swapContext({ store, clock, scheme, oauth, verifier }: SwapNeeds): Promise<SwapContext> {
  const tables = store.$extendTables<SwapTables>();
  const idOf = idReader(await readDocument('swap'));
  return { store: tables, clock, scheme, oauth, verifier, routeCodes: createRouteCodes(), idOf };
}
