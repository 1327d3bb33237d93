/** Every faulty server that follows from the document of a service. */
import type { ServiceContract } from '../../run/contract.ts';
import { answerMutants } from './answers.ts';
import type { DerivedMutant } from './mutant.ts';
import { requestMutants } from './requests.ts';
import { shapeMutants } from './shapes.ts';

export function derivedMutants({ api, schemas, oracle }: ServiceContract): readonly DerivedMutant[] {
  return [...shapeMutants(api, schemas), ...answerMutants(api), ...requestMutants({ api, schemas, oracle })];
}
