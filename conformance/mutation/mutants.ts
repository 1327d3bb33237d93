/** Every mutant and every correct variant of a service. */

import type { Mutant } from '../core/mutant.ts';
import type { ProxiedVariant } from '../core/variant.ts';
import type { ServiceContract } from '../run/contract.ts';
import { declaredMutants } from './declared.ts';
import { mutationsAt, together } from './language/at.ts';
import { ownMutants } from './own.ts';

export interface TestServers {
  readonly mutants: readonly Mutant[];
  /** The conforming variants, as proxies. */
  readonly variants: readonly ProxiedVariant[];
}

async function variantsOf({ api, variants }: ServiceContract): Promise<readonly ProxiedVariant[]> {
  const at = mutationsAt(api);
  return (await variants()).map(({ choices, ...variant }) => ({
    ...variant,
    mutation: () => together(...choices(at))(),
  }));
}

/** The mutants of a document's declarations, those beside hand-written rules, and the variants. */
export async function testServersOf(contract: ServiceContract): Promise<TestServers> {
  const { api } = contract;
  return { mutants: [...declaredMutants(api), ...ownMutants(contract)], variants: await variantsOf(contract) };
}
