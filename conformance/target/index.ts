export { described } from './described.ts';
/** The parts of `target` for the checks of a contract. */
export { parseTarget, readTargetAt } from './file.ts';
export { anyObject, integer, knownAs, objectWith, type Schema, type Taken, text, texts } from './forms.ts';
