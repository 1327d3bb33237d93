// @ts-check
// Decorators only write down what was declared; it is read when the whole program is known (emit.js).

const key = Symbol.for('@wallet-services/behaviour.declarations');

/**
 * @typedef {object} Declared
 * @property {import('./family.js').Family} family
 * @property {Record<string, any>} args by name, `options` among them
 * @property {any} node where it is written
 */

/**
 * The decorator of a family. Decorators run bottom-up: prepending keeps the written order.
 *
 * @param {import('./family.js').Family} family
 * @param {readonly string[]} names of the arguments, in order; the last is always `options`
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
 * What was declared on a type, in written order.
 *
 * @type {(program: import('@typespec/compiler').Program, type: any) => readonly Declared[]}
 */
export const declaredOn = (program, type) => program.stateMap(key).get(type) ?? [];

/** @type {(program: import('@typespec/compiler').Program) => Declared[]} */
export const everyDeclared = (program) => [...program.stateMap(key).values()].flat();
