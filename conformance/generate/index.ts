/** The parts of `generate` that the checks of a contract are written with. */

export type { InputVariant } from '../model/judging.ts';
export { exampleInput } from './inputs.ts';
export { inputOracle } from './oracle.ts';
