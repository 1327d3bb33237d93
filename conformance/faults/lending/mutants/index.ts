/** Every faulty server. */
import type { Mutant } from '../../mutant.ts';
import { listMutants } from './lists.ts';
import { requestMutants } from './requests.ts';
import { rpcMutants } from './rpc.ts';
import { wireMutants } from './wire.ts';

export const mutants: readonly Mutant[] = [...listMutants, ...requestMutants, ...rpcMutants, ...wireMutants];
