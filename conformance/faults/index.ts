/** Every faulty server of a service, and every correct one that chooses otherwise. */
import { declaredFaults } from '../families/faults.ts';
import { faultsAt, together } from '../fault/at.ts';
import type { ApiModel } from '../model/document/api.ts';
import { isServiceName } from '../model/document/services.ts';
import { ownFaults } from '../rules/own.ts';
import { sharedTwins } from '../twins/every-service.ts';
import type { Twin as Choosing } from '../twins/twin.ts';
import type { Mutant, Twin } from './mutant.ts';

export interface Faults {
  readonly mutants: readonly Mutant[];
  /** As proxies. */
  readonly twins: readonly Twin[];
}

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

async function twinsOf(api: ApiModel): Promise<readonly Twin[]> {
  if (!isServiceName(api.service)) return [];
  const module = await import(new URL(`../twins/${api.service}.${extension}`, import.meta.url).href);
  const at = faultsAt(api);
  const twins: readonly Choosing[] = [...sharedTwins(api.service), ...module.twins];
  return twins.map(({ choices, ...twin }) => ({ ...twin, fault: () => together(...choices(at))() }));
}

/** What follows from the declarations of a document, what stands beside its own rules, and its variants. */
export async function faultsOf(api: ApiModel): Promise<Faults> {
  return { mutants: [...declaredFaults(api), ...(await ownFaults(api))], twins: await twinsOf(api) };
}
