/** Correct assistant servers that choose otherwise where the documents leave it open. None may be blamed. */
import type { Twin } from '../mutant.ts';

export const twins: readonly Twin[] = [];
