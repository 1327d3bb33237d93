/** Faulty assistant servers. */
import type { Target } from '../../../target/target.ts';
import type { Mutant } from '../../mutant.ts';
import { conversationMutants } from './conversations.ts';
import { envelopeMutants } from './envelope.ts';
import { overrideMutants } from './overrides.ts';
import { recordMutants } from './records.ts';
import { searchMutants } from './search.ts';
import { turnMutants } from './turns.ts';
import { waitingMutants } from './waiting.ts';

/** The server behind finds records at once: nothing need be waited for. */
function impatient({ services, ...target }: Target): Target {
  const { assistant } = services;
  if (assistant === undefined) return { services, ...target };
  return {
    ...target,
    services: { ...services, assistant: { ...assistant, known: { ...assistant.known, indexing_ms: 30 } } },
  };
}

export const mutants: readonly Mutant[] = [
  ...envelopeMutants,
  ...conversationMutants,
  ...turnMutants,
  ...overrideMutants,
  ...waitingMutants,
  ...recordMutants,
  ...searchMutants,
].map((mutant) => ({ target: impatient, ...mutant }));
