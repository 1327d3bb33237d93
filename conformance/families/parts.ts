/** The parts of `families` that the checks of a contract are written with. */
export { sendGuarded } from './access/guarded.ts';
export { accessMutants } from './access/mutants.ts';
export { overlookedTokens } from './access/overlooked.ts';
export { demandsCredentials } from './access/refusals.ts';
export { differences } from './differences.ts';
export { nearness } from './now.ts';
export { comparedOver } from './same-as/rpc.ts';
export { sortedMutants } from './sorted/mutants.ts';
export { isDenied } from './unknown.ts';
