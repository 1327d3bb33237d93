/** What a contract adds to the engine: its checks, a plug-in that the contract's package names. */
import type { DescService } from '@bufbuild/protobuf';
import type { InputProfile } from './context.ts';
import type { OwnRule } from './rule.ts';
import type { Variant } from './variant.ts';

/**
 * Ids of derived mutants without the service, where `*` stands for any text, by the reason why they cannot be detected:
 * the documents leave it open, or no response shows it.
 */
export type EquivalentMutants = Readonly<Record<string, readonly string[]>>;

/**
 * The checks of one service of a contract. The parts are loaded when they are needed: a target file needs no rules, and
 * a run no variants.
 *
 * @example
 * // checks/garden/index.ts
 * export default {
 *   source: 'document 4, Endpoints',
 *   profile: {},
 *   rules: () => rulesIn(new URL('./rules/', import.meta.url)),
 *   variants: async () => [],
 * } satisfies ServiceChecks;
 */
export interface ServiceChecks {
  /** The place where the endpoints are documented, which findings of built-in rules cite. */
  readonly source: string;
  /** What the suite knows of the service beyond its document. */
  readonly profile: InputProfile;
  /** JSON Schema of the data in the target file, under `known`. Absent: only the members that any API has. */
  readonly known?: object;
  /** Rules and observers, each with the faulty servers that prove it. */
  readonly rules: () => Promise<readonly OwnRule[]>;
  /** Correct servers that answer open questions of the documents in another way. */
  readonly variants: () => Promise<readonly Variant[]>;
  /** Derived mutants that cannot be detected. Absent: none. */
  readonly equivalents?: EquivalentMutants;
  /** The protobuf service that has the methods to check. Absent: none. */
  readonly rpc?: () => Promise<DescService>;
}

/** The checks of a contract: the default export of the package that the contract names. */
export interface ContractChecks {
  /** The checks of a service; undefined if it needs none beyond its declarations. */
  service(name: string): Promise<ServiceChecks | undefined>;
}
