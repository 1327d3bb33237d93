/** The target of the reference server, wherever it listens. */

import { openContract } from '@wallet-services/conformance';
import type { Target } from '@wallet-services/conformance/model';
import { readTargetAt } from '@wallet-services/conformance/target';

/** Where a reference server listens. */
export interface ReferenceAddresses {
  /** `http://127.0.0.1:4000` */
  readonly httpUrl: string;
  /** Of gRPC: `http://127.0.0.1:4001` */
  readonly rpcUrl: string;
}

/** The committed target file, at other addresses than the usual ones. */
export async function referenceTarget({ httpUrl, rpcUrl }: ReferenceAddresses): Promise<Target> {
  const addresses = { 'http://127.0.0.1:4000': httpUrl, 'http://127.0.0.1:4001': rpcUrl };
  return readTargetAt(new URL('./reference.yaml', import.meta.url), addresses, openContract());
}
