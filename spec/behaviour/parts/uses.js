// @ts-check
// The context of a use of a family: its place, its arguments, and lookups in the program.

import { $lib } from '../library.js';
import { singular, words } from './nouns.js';
import { alternatives, hasMember, lastName, membersOf, membersText, modelName, typesAt } from './types.js';

/**
 * @typedef {import('./services.js').Service} Service
 * @typedef {import('./services.js').Operation} Operation
 * @typedef {import('@typespec/compiler').Type} Type
 */

/** The context of a use of a family. Every lookup reports a missing target. */
export class Use {
  /**
   * @param {import('@typespec/compiler').Program} program
   * @param {Service} service
   * @param {{ operation?: Operation, model?: import('@typespec/compiler').Model }} on
   * @param {Record<string, any>} args
   * @param {any} node
   */
  constructor(program, service, on, args, node) {
    this.program = program;
    this.service = service;
    this.model = on.model;
    this.place = on.operation;
    this.args = args;
    this.options = args['options'] ?? {};
    this.node = node;
    /** Whether a diagnostic was reported for it. */
    this.wrong = false;
  }

  /** The operation that the use is applied to. @returns {Operation} */
  get operation() {
    if (this.place === undefined) throw new Error('this family stands on an operation');
    return this.place;
  }

  /** @param {string} code @param {Record<string, string>} [format] */
  report(code, format = {}) {
    this.wrong = true;
    $lib.reportDiagnostic(this.program, /** @type {any} */ ({ code, format, target: this.node }));
    return null;
  }

  /** @param {string} one @param {string} other */
  contradiction(one, other) {
    return this.report('contradiction', { one, other });
  }

  /** The list of the operation. @returns {import('./services.js').List | null} */
  list() {
    return this.operation.list ?? this.report('not-a-list', { operation: this.operation.id });
  }

  /**
   * Finds an operation of this service, by reference or by id.
   *
   * @param {import('@typespec/compiler').Operation | string} named
   * @returns {Operation | null}
   */
  other(named) {
    for (const operation of this.service.operations.values()) {
      if (operation.type === named || operation.id === named) return operation;
    }
    return this.report('unknown-operation', { name: typeof named === 'string' ? named : named.name });
  }

  /**
   * @param {string} name
   * @param {Operation} [operation]
   * @param {readonly string[]} [places] where it may be
   */
  parameter(name, operation = this.operation, places = ['path', 'query', 'header']) {
    const found = operation.parameters.find((one) => same(one, name) && places.includes(one.in));
    return found ?? this.report('unknown-parameter', { name, operation: operation.id });
  }

  /** The path parameter that identifies one object: the last one. @param {Operation} [operation] */
  pathParameter(operation = this.operation) {
    const found = operation.parameters.findLast((one) => one.in === 'path');
    return found ?? this.report('no-path-parameter', { operation: operation.id });
  }

  /**
   * The types at a pointer into an answer; null when it does not resolve.
   *
   * @param {string} pointer
   * @param {Operation} [operation]
   * @returns {Type[] | null}
   */
  at(pointer, operation = this.operation) {
    const isPointer = pointer === '' || pointer.startsWith('/');
    const found = isPointer ? typesAt(this.program, operation.answers, pointer) : [];
    if (found.length > 0) return found;
    return this.report('unknown-pointer', { pointer, operation: operation.id });
  }

  /**
   * Whether one of the types has the member; reported when none has.
   *
   * @param {readonly Type[]} types
   * @param {string} name
   * @param {string} [where]
   */
  member(types, name, where = modelName(types) ?? 'the answer') {
    if (hasMember(this.program, types, name)) return true;
    this.report('unknown-member', { name, where, members: membersText(this.program, types) });
    return false;
  }

  /** A member of the request body. @param {string} name @returns {import('@typespec/compiler').ModelProperty | null} */
  bodyMember(name) {
    const { body, id } = this.operation;
    const bodies = body === undefined ? [] : alternatives(body);
    const found = bodies.map((one) => membersOf(this.program, one).get(name)).find((one) => one !== undefined);
    const members = membersText(this.program, bodies);
    return found ?? this.report('unknown-member', { name, where: `the request of ${id}`, members });
  }

  /** The place of the payload in an answer: inside the envelope, when the service has one. @param {Operation} [operation] */
  payload(operation = this.operation) {
    const within = this.service.envelope?.payload;
    return within !== undefined && hasMember(this.program, operation.answers, within) ? `/${within}` : '';
  }

  /** The noun for the value at a pointer. @param {string} pointer @param {Operation} [operation] */
  thing(pointer, operation = this.operation) {
    if (operation.list !== null && pointer.startsWith(`${operation.list.items}/*`))
      return singular(operation.list.noun);
    const name = modelName(typesAt(this.program, operation.answers, pointer));
    return words(name ?? (pointer.endsWith('/*') ? singular(lastName(pointer)) : lastName(pointer))) || 'response';
  }
}

/**
 * Whether a parameter has a name; names of headers are case-insensitive.
 *
 * @param {import('./services.js').Parameter} parameter
 * @param {string} name
 */
const same = (parameter, name) =>
  parameter.in === 'header' ? parameter.name.toLowerCase() === name.toLowerCase() : parameter.name === name;
