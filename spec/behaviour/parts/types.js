// @ts-check
// Resolves JSON pointers in TypeSpec types.

import { isArrayModelType, isUnknownType, resolveEncodedName } from '@typespec/compiler';
import { $ } from '@typespec/compiler/typekit';

/**
 * @typedef {import('@typespec/compiler').Program} Program
 * @typedef {import('@typespec/compiler').Type} Type
 */

/** @param {string} pointer @returns {string[]} its segments, unescaped */
export const segments = (pointer) =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

/** @param {readonly string[]} path @returns {string} */
export const pointerOf = (path) =>
  path.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The last name of a pointer, without list marks. @param {string} pointer */
export const lastName = (pointer) => segments(pointer).findLast((segment) => segment !== '*') ?? '';

/** The pointer without its last name. @param {string} pointer */
export const holderOf = (pointer) => pointer.replace(/\/[^/]*(\/\*)*$/, '');

/** The name of a member in JSON. @param {Program} program @param {import('@typespec/compiler').ModelProperty} property */
export const jsonName = (program, property) => resolveEncodedName(program, property, 'application/json');

/**
 * The types that a value of `type` may have, with unions decomposed.
 *
 * @param {Type} type
 * @returns {Type[]}
 */
export function alternatives(type) {
  if (type.kind === 'Union') return [...type.variants.values()].flatMap((variant) => alternatives(variant.type));
  if (type.kind === 'ModelProperty') return alternatives(type.type);
  return [type];
}

/**
 * The members of a model by their JSON names, including those of its bases.
 *
 * @param {Program} program
 * @param {Type} type
 * @returns {Map<string, import('@typespec/compiler').ModelProperty>}
 */
export function membersOf(program, type) {
  if (type.kind !== 'Model') return new Map();
  const inherited = type.baseModel === undefined ? [] : [...membersOf(program, type.baseModel)];
  const own = [...type.properties.values()].map(
    (property) => /** @type {const} */ ([jsonName(program, property), property]),
  );
  return new Map([...inherited, ...own]);
}

/**
 * The types at one segment of a value of `type`; none when it does not exist. `*` stands for each item or value.
 *
 * @param {Program} program
 * @param {Type} type
 * @param {string} segment
 * @returns {Type[]}
 */
function step(program, type, segment) {
  return alternatives(type).flatMap((one) => {
    if (isUnknownType(one)) return [one];
    if (one.kind !== 'Model') return [];
    if (isArrayModelType(one)) return segment === '*' || /^\d+$/.test(segment) ? [one.indexer.value] : [];
    const member = membersOf(program, one).get(segment);
    if (member !== undefined) return [member.type];
    const rest = one.indexer?.value;
    return rest === undefined ? [] : [rest];
  });
}

/**
 * The types at a pointer; none when it does not resolve.
 *
 * @param {Program} program
 * @param {readonly Type[]} types
 * @param {string} pointer
 * @returns {Type[]}
 */
export function typesAt(program, types, pointer) {
  let at = [...types];
  for (const segment of segments(pointer)) at = at.flatMap((type) => step(program, type, segment));
  return at;
}

/** Whether a member occurs in one of the types. @param {Program} program @param {readonly Type[]} types @param {string} name */
export const hasMember = (program, types, name) => typesAt(program, types, pointerOf([name])).length > 0;

/** The members of the types, in words. @param {Program} program @param {readonly Type[]} types */
export function membersText(program, types) {
  const names = types.flatMap(alternatives).flatMap((type) => [...membersOf(program, type).keys()]);
  return [...new Set(names)].join(', ') || 'none';
}

/** The values of a union, an enum or a boolean, as JSON has them; none for any other type. @param {readonly Type[]} types @returns {unknown[]} */
export function valuesOf(types) {
  return types.flatMap(alternatives).flatMap((type) => {
    if (type.kind === 'Scalar' && type.name === 'boolean') return [true, false];
    if (type.kind === 'Enum') return [...type.members.values()].map(({ name, value }) => value ?? name);
    return type.kind === 'String' || type.kind === 'Number' || type.kind === 'Boolean' ? [type.value] : [];
  });
}

/** The first named model among the types. @param {readonly Type[]} types @returns {string | undefined} */
export function modelName(types) {
  for (const type of types.flatMap(alternatives)) {
    if (type.kind === 'Model' && type.namespace?.name !== 'TypeSpec' && type.name !== '') return type.name;
  }
  return undefined;
}

/**
 * Whether a scalar is text or a number; a date may be either, as it is encoded.
 *
 * @param {import('@typespec/compiler').Program} program
 * @param {import('@typespec/compiler').Type} type
 */
export function formOf(program, type) {
  if (type.kind !== 'Scalar') return 'anything';
  const { scalar } = $(program);
  if (scalar.extendsString(type)) return 'text';
  return scalar.extendsNumeric(type) ? 'a number' : 'anything';
}
