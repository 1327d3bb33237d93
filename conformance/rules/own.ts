/**
 * Rules that are a thought of their own, and observers of open questions: each in a file below `rules/<service>/`, with
 * the faulty servers that prove it, and found by its place. A file hands on what it has as its default export; a file
 * without one only helps the others.
 */
import { readdir } from 'node:fs/promises';
import type { Wrongs } from '../families/family.ts';
import { faultsAt } from '../fault/at.ts';
import type { Mutant } from '../faults/mutant.ts';
import type { ApiModel } from '../model/document/api.ts';
import type { ServiceName } from '../model/document/services.ts';
import type { OwnFault, OwnRule } from './rule.ts';

/** Faulty servers by what they do wrong. @param more of each of them. */
export function named(faults: Wrongs, more: Pick<OwnFault, 'timeoutMs'> = {}): readonly OwnFault[] {
  return Object.entries(faults).map(([id, fault]) => ({ id, fault, ...more }));
}

function isNamed(faults: ReturnType<Required<OwnRule>['faults']>): faults is Wrongs {
  return !Array.isArray(faults);
}

/** The faulty servers that stand beside the rules of a service. */
export async function ownFaults(api: ApiModel): Promise<readonly Mutant[]> {
  const at = faultsAt(api);
  const rules = await ownRules(api.service);
  return rules.flatMap(({ id: kills, faults }) => {
    const some = faults?.(at) ?? [];
    return (isNamed(some) ? named(some) : some).map((fault) => ({ ...fault, kills }));
  });
}

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

function isOwnRule(value: unknown): value is OwnRule {
  return typeof value === 'object' && value !== null && 'id' in value;
}

/** Every rule of a service's folder; none where it has no folder. */
export async function ownRules(service: ServiceName): Promise<readonly OwnRule[]> {
  const folder = new URL(`./${service}/`, import.meta.url);
  const entries = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = entries.filter((name) => name.endsWith(extension) && !name.includes('.test.')).sort();
  const modules = await Promise.all(files.map((name): Promise<object> => import(new URL(name, folder).href)));
  return modules.flatMap((module) => ('default' in module ? [module.default].flat().filter(isOwnRule) : []));
}
