/** The parts of `families` that the checks of a contract are written with. */
export { askGuarded } from './access/guarded.ts';
export { accessFaults } from './access/mutants.ts';
export { overlookedTokens } from './access/overlooked.ts';
export { asksForCredentials } from './access/refusals.ts';
export { differences } from './differences.ts';
export { nearness } from './now.ts';
export { toldOver } from './same-as/rpc.ts';
export { sortedFaults } from './sorted/mutants.ts';
export { isDenied } from './unknown.ts';
