/** The parts of `discovery` that the checks of a contract are written with. */
export { type Choice, type Chooser, choicesFor, chooserOf, choosing, chosenInBody, type Side } from './choices.ts';
export type { FreshOptions } from './fresh.ts';
export { once } from './memo.ts';
export { MOST_PAGES, type PagedList, pagedListOf, pageOf, sendPage, traverseFirst, traverseWhole } from './pages.ts';
export { knownInputs } from './paths.ts';
export { freshText } from './texts.ts';
export { freshInput, inputsOf, itemsOf } from './things.ts';
