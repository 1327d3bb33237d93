export { described } from './described.ts';
/** The parts of `target` that the checks of a contract are written with. */
export { parseTarget, readTargetAt } from './file.ts';
export { anyObject, integer, knownAs, objectWith, type Schema, type Taken, text, texts } from './forms.ts';
