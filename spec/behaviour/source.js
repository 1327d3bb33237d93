// @ts-check
// `@source`: the place in the documents for a declaration. `@noun`: the name of a list's items.

const sources = Symbol.for('@wallet-services/behaviour.source');
const nouns = Symbol.for('@wallet-services/behaviour.noun');

/** @type {(context: import('@typespec/compiler').DecoratorContext, target: import('@typespec/compiler').Type, where: string) => void} */
function $source({ program }, target, where) {
  program.stateMap(sources).set(target, where);
}

/** @type {(context: import('@typespec/compiler').DecoratorContext, target: import('@typespec/compiler').Type, plural: string) => void} */
function $noun({ program }, target, plural) {
  program.stateMap(nouns).set(target, plural);
}

/**
 * The nearest `@source`: of the type itself, its interface, or an enclosing namespace.
 *
 * @param {import('@typespec/compiler').Program} program
 * @param {any} type
 * @returns {string | undefined}
 */
export function sourceOf(program, type) {
  for (let at = type; at !== undefined; at = at.interface ?? at.namespace) {
    const found = program.stateMap(sources).get(at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @type {(program: import('@typespec/compiler').Program, operation: import('@typespec/compiler').Operation) => string | undefined} */
export const nounOf = (program, operation) => program.stateMap(nouns).get(operation);

export const $decorators = { Behaviour: { source: $source, noun: $noun } };
