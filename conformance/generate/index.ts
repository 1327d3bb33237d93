/** The parts of `generate` that the checks of a contract are written with. */
export { exampleInput, type Variant } from './inputs.ts';
export { inputOracle } from './oracle.ts';
