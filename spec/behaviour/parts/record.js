// @ts-check
// Decorators only record declarations; they are evaluated when the whole program is known (emit.js).

const key = Symbol.for('@wallet-services/behaviour.declarations');

/**
 * @typedef {object} Declared
 * @property {import('./family.js').Family} family
 * @property {Record<string, any>} args arguments by name, including `options`
 * @property {any} node the node of the declaration
 */

/**
 * Creates the decorator of a family. Decorators run bottom-up, so prepending keeps the written order.
 *
 * @param {import('./family.js').Family} family
 * @param {readonly string[]} names names of the arguments in order; the last is always `options`
 * @returns {(context: import('@typespec/compiler').DecoratorContext, target: any, ...values: unknown[]) => void}
 */
export function decorator(family, names = []) {
  return ({ program, decoratorTarget }, target, ...values) => {
    const args = Object.fromEntries([...names, 'options'].map((name, index) => [name, values[index]]));
    args['options'] ??= {};
    const declared = program.stateMap(key);
    declared.set(target, [{ family, args, node: decoratorTarget }, ...(declared.get(target) ?? [])]);
  };
}

/**
 * The declarations on a type, in written order.
 *
 * @type {(program: import('@typespec/compiler').Program, type: any) => readonly Declared[]}
 */
export const declaredOn = (program, type) => program.stateMap(key).get(type) ?? [];

/** @type {(program: import('@typespec/compiler').Program) => Declared[]} */
export const everyDeclared = (program) => [...program.stateMap(key).values()].flat();
