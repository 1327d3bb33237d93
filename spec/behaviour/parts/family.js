// @ts-check
// The type of a family. A family consists of data and pure functions: it converts the arguments of a use to the members
// of its entry in the document, and to a sentence for each aspect.

/** @typedef {import('./uses.js').Use} Use */

/**
 * @typedef {object} Aspect
 * @property {string} aspect last segment of the rule's id
 * @property {string} text a sentence about this use
 * @property {'must' | 'should' | 'observe'} [level] default: `must`
 */

/**
 * @typedef {object} Family
 * @property {string} name kebab-case, as in `x-behaviour`
 * @property {(use: Use) => Record<string, unknown> | null} members
 *   the members of the entry; null after a diagnostic, or when there are none
 * @property {(use: Use, members: any) => readonly Aspect[]} aspects
 * @property {(members: any) => string} [tell] distinguishes two uses on one operation with the same id
 * @property {(use: Use, members: any, others: readonly any[]) => void} [against]
 *   reports what contradicts the members of the other uses of this family on the same target
 * @property {(use: Use) => object} [options] the defaults for the use's own options
 * @property {boolean} [bare] the name of the family is left out of ids
 */

/** @type {(family: Family) => Family} */
export const family = (definition) => definition;
