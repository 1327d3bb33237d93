// @ts-check
// What a family is, and what it is given. A family is data and pure functions: it turns the arguments of one use into
// the members of its entry in the document, and into a sentence for each aspect.

/** @typedef {import('./uses.js').Use} Use */

/**
 * @typedef {object} Aspect
 * @property {string} aspect last segment of the rule's id
 * @property {string} text one sentence that names the things of this use
 * @property {'must' | 'should' | 'observe'} [level] default: `must`
 */

/**
 * @typedef {object} Family
 * @property {string} name kebab-case, as `x-behaviour` names it
 * @property {(use: Use) => Record<string, unknown> | null} members
 *   what the entry says; null after a diagnostic, or where there is nothing to say
 * @property {(use: Use, members: any) => readonly Aspect[]} aspects
 * @property {(members: any) => string} [tell] what tells two uses on one operation apart, when their ids would be the same
 * @property {(use: Use, members: any, others: readonly any[]) => void} [against]
 *   reports what contradicts the members of the other uses of this family on the same target
 * @property {(use: Use) => object} [options] what holds where the use's own options say nothing
 * @property {boolean} [bare] the name of the family is left out of ids
 */

/** @type {(family: Family) => Family} */
export const family = (definition) => definition;
