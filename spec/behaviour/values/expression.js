// @ts-check
// Checks expressions: the functions that they call and the members that they refer to must exist.

import { parse } from '@bufbuild/cel';
import { isArrayModelType } from '@typespec/compiler';
import { alternatives, membersText, modelName, pointerOf, typesAt } from '../parts/types.js';

/**
 * In addition to the standard functions of CEL: decimals are text, so operators do not work on them; `instant` is
 * milliseconds; UUIDs have two cases.
 */
export const functions = [
  'decimal',
  'decimal_lt',
  'decimal_le',
  'decimal_eq',
  'decimal_ge',
  'decimal_gt',
  'decimal_near',
  'decimal_add',
  'decimal_sub',
  'decimal_mul',
  'decimal_div',
  'instant',
  'uuid_eq',
];

const standard = new Set([
  'size',
  'contains',
  'startsWith',
  'endsWith',
  'matches',
  'int',
  'uint',
  'double',
  'string',
  'bytes',
  'bool',
  'type',
  'dyn',
  'timestamp',
  'duration',
  'getFullYear',
  'getMonth',
  'getDate',
  'getHours',
  'getMinutes',
  'getSeconds',
  'getMilliseconds',
]);

/** An expression that is written over several lines. @param {string} text */
export const oneLine = (text) => text.trim().replaceAll(/\s*\n\s*/g, ' ');

/** Operators of the syntax tree: `_==_`, `_?_:_`, `@in`, `!_`, `@not_strictly_false`. @param {string} name */
const isOperator = (name) => /[^A-Za-z0-9_]/.test(name) || /^_.*_$|^!_$|^-_$/.test(name);

/**
 * Whether an expression is valid: it parses, and its functions and members are known.
 *
 * @param {import('../parts/uses.js').Use} use
 * @param {string} text
 * @param {readonly import('@typespec/compiler').Type[]} self the types of `this`
 */
export function expression(use, text, self) {
  let tree;
  try {
    tree = parse(text).expr;
  } catch (error) {
    use.report('bad-expression', { problem: error instanceof Error ? error.message : String(error) });
    return false;
  }
  const walk = new Walk(use, self);
  walk.typesOf(tree, new Map());
  return walk.right;
}

/** @typedef {import('@typespec/compiler').Type[] | 'anything' | 'request' | 'path' | 'query' | 'header'} Known */

/** A list is iterated by its items; a map by its keys. @param {Known} range @returns {range is import('@typespec/compiler').Type[]} */
const isList = (range) =>
  Array.isArray(range) && range.flatMap(alternatives).some((type) => type.kind === 'Model' && isArrayModelType(type));

class Walk {
  /** @param {import('../parts/uses.js').Use} use @param {readonly import('@typespec/compiler').Type[]} self */
  constructor(use, self) {
    this.use = use;
    this.self = self;
    this.right = true;
  }

  /** @param {string} code @param {Record<string, string>} format @returns {'anything'} */
  wrong(code, format) {
    this.right = false;
    this.use.report(code, format);
    return 'anything';
  }

  /** The known types of a sub-expression. @param {any} tree @param {ReadonlyMap<string, Known>} names @returns {Known} */
  typesOf(tree, names) {
    const { case: kind, value } = tree?.exprKind ?? {};
    if (kind === 'identExpr') return this.ident(value.name, names);
    if (kind === 'selectExpr') return this.select(value, names);
    if (kind === 'callExpr') return this.call(value, names);
    if (kind === 'comprehensionExpr') return this.comprehension(value, names);
    if (kind === 'listExpr') for (const element of value.elements) this.typesOf(element, names);
    return 'anything';
  }

  /** @param {string} name @param {ReadonlyMap<string, Known>} names @returns {Known} */
  ident(name, names) {
    const bound = names.get(name);
    if (bound !== undefined) return bound;
    if (name === 'this') return [...this.self];
    if (name === 'request' && this.use.place !== undefined) return 'request';
    if (/^(bool|int|uint|double|string|bytes|list|map|null_type|type)$/.test(name)) return 'anything';
    const known = [...names.keys(), 'this', ...(this.use.place === undefined ? [] : ['request'])];
    return this.wrong('unknown-member', { name, where: 'the expression', members: known.join(', ') });
  }

  /** @param {any} select @param {ReadonlyMap<string, Known>} names @returns {Known} */
  select({ operand, field }, names) {
    const of = this.typesOf(operand, names);
    if (of === 'anything') return of;
    if (of === 'request') return this.ofRequest(field);
    if (!Array.isArray(of)) {
      if (this.use.parameter(field, this.use.operation, [of]) === null) this.right = false;
      return 'anything';
    }
    const found = typesAt(this.use.program, of, pointerOf([field]));
    if (found.length > 0) return found;
    const where = modelName(of) ?? 'the expression';
    return this.wrong('unknown-member', { name: field, where, members: membersText(this.use.program, of) });
  }

  /** @param {string} part @returns {Known} */
  ofRequest(part) {
    const { operation } = this.use;
    if (part === 'body' && operation.body !== undefined) return [operation.body];
    if (part === 'path' || part === 'query') return part;
    if (part === 'headers') return 'header';
    const members = `path, query, headers${operation.body === undefined ? '' : ', body'}`;
    return this.wrong('unknown-member', { name: part, where: 'request', members });
  }

  /** @param {any} call @param {ReadonlyMap<string, Known>} names @returns {Known} */
  call({ function: name, target, args }, names) {
    const of = [target, ...args].filter((one) => one !== undefined).map((one) => this.typesOf(one, names));
    if (!isOperator(name) && !standard.has(name) && !functions.includes(name))
      return this.wrong('unknown-function', { name });
    // An item of a list, or a value of a map.
    if (name === '_[_]' && Array.isArray(of[0])) return this.items(of[0]);
    return 'anything';
  }

  /** @param {any} macro @param {ReadonlyMap<string, Known>} names @returns {Known} */
  comprehension({ iterVar, iterRange, accuVar, accuInit, loopCondition, loopStep, result }, names) {
    const range = this.typesOf(iterRange, names);
    /** @type {Map<string, Known>} */
    const inner = new Map(names);
    inner.set(iterVar, isList(range) ? this.items(range) : 'anything').set(accuVar, 'anything');
    for (const part of [accuInit, loopCondition, loopStep, result]) this.typesOf(part, inner);
    return 'anything';
  }

  /** @param {import('@typespec/compiler').Type[]} of @returns {Known} */
  items(of) {
    const found = typesAt(this.use.program, of, '/*');
    return found.length > 0 ? found : 'anything';
  }
}
