/** Documents other than those of the contract: `@wallet-services/conformance/traffic/document`. */

import type { ServiceName } from '../model/document/services.ts';
import { contractFor } from '../run/document.ts';

/** A service as its own document describes it. */
export interface Described {
  /** The name of the service: its title in lower case. */
  readonly service: ServiceName;
  /** The OpenAPI document, with its references in full. */
  readonly document: object;
}

/**
 * Reads an OpenAPI document, with or without declared behaviour.
 *
 * @param path of a JSON or YAML file.
 * @param overlay files of overlays that are applied to it. Default: none.
 * @throws UsageError when it cannot be read, or is no OpenAPI 3.1.
 */
export async function describedBy(path: string, overlay: readonly string[] = []): Promise<Described> {
  const contract = await contractFor({ document: path, overlay });
  const [service = 'service'] = contract.services;
  return { service, document: (await contract.service(service)).api.document };
}
