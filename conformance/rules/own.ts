/**
 * Rules that are a thought of their own, and observers of open questions: each in a file below `rules/<service>/`, with
 * the faulty servers that prove it, and found by its place. A file hands on what it has as its default export; a file
 * without one only helps the others.
 */
import { readdir } from 'node:fs/promises';
import { type At, faultsAt } from '../fault/at.ts';
import type { FaultMaker } from '../fault/fault.ts';
import type { Mutant } from '../faults/mutant.ts';
import type { ApiModel } from '../model/document/api.ts';
import type { ServiceName } from '../model/document/services.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Target } from '../target/target.ts';
import type { Judgement, Say, Scene, Talk } from './rule.ts';

/** A server that breaks a rule. */
export interface OwnFault {
  /** What the server does wrong. Unique within its service. */
  readonly id: string;
  readonly fault: FaultMaker;
  /** The operationId whose cases show it. Default: those of all. */
  readonly operation?: string;
  /** Changes what the target says, where the fault would not be seen otherwise. */
  readonly target?: (target: Target) => Target;
  /** Longest wait for an answer in milliseconds, where a right one may take its time. */
  readonly timeoutMs?: number;
}

export interface OwnRule {
  /** An id of the ledger: of a rule, or of an open question. */
  readonly id: string;
  /** Asks, and says what it thinks of the answers. Without it and `watch` it has faulty servers of a declaration, or of any API. */
  readonly check?: (talk: Talk, say: Say) => Promise<void>;
  /** It disturbs others, or is disturbed by them. */
  readonly alone?: boolean;
  /** Judges every exchange of the service, whoever asked. */
  readonly watch?: (exchange: Exchange, scene: Scene) => readonly Judgement[];
  /** What to say when nothing that was sent let the rule decide. Default: inconclusive. */
  readonly whenSilent?: (scene: Scene) => Judgement;
  /** Servers that break the rule, by what they do wrong or with more said of each; none for an observer. */
  readonly faults?: (at: At) => readonly OwnFault[] | Readonly<Record<string, FaultMaker>>;
  /** Why nothing can be seen of an open question from outside, in place of a check. */
  readonly notObserved?: string;
}

/** Faulty servers by what they do wrong. @param more of each of them. */
export function named(
  faults: Readonly<Record<string, FaultMaker>>,
  more: Pick<OwnFault, 'target' | 'timeoutMs'> = {},
): readonly OwnFault[] {
  return Object.entries(faults).map(([id, fault]) => ({ id, fault, ...more }));
}

function isNamed(faults: ReturnType<Required<OwnRule>['faults']>): faults is Readonly<Record<string, FaultMaker>> {
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
