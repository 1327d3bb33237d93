/** Reads and writes that depend on the version that the caller knows: `conditional`. */
import type { Family } from '../../core/family.ts';
import { conditionalCandidates } from './candidates.ts';
import type { Conditional } from './declared.ts';
import { conditionalMutants } from './mutants.ts';
import { checkReads } from './reads.ts';
import { checkWrites } from './writes.ts';

export default {
  name: 'conditional',
  alone: ({ read }) => read !== undefined,
  check: (declared, ctx, report) =>
    declared.read === undefined ? checkReads(declared, ctx, report) : checkWrites(declared, ctx, report),
  candidates: conditionalCandidates,
  mutants: conditionalMutants,
} satisfies Family<Conditional>;
