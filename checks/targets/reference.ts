/** The target of the reference server, at any address. */

import { openContract } from '@wallet-services/conformance';
import type { Target } from '@wallet-services/conformance/model';
import { readTargetAt } from '@wallet-services/conformance/target';

/** The addresses of a reference server. */
export interface ReferenceAddresses {
  /** `http://127.0.0.1:4000` */
  readonly httpUrl: string;
  /** The address of gRPC: `http://127.0.0.1:4001` */
  readonly rpcUrl: string;
}

/** The committed target file, with other addresses. */
export async function referenceTarget({ httpUrl, rpcUrl }: ReferenceAddresses): Promise<Target> {
  const addresses = { 'http://127.0.0.1:4000': httpUrl, 'http://127.0.0.1:4001': rpcUrl };
  return readTargetAt(new URL('./reference.yaml', import.meta.url), addresses, openContract());
}
