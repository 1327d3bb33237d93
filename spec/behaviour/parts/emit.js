// @ts-check
// Writes `x-behaviour` when the whole program is known: for each service, operation and schema.

import { getOpenAPITypeName, setExtension } from '@typespec/openapi';
import { $lib } from '../library.js';
import { limited } from '../lists/limited.js';
import { list } from '../lists/list.js';
import { paged, saysPaged } from '../lists/paged.js';
import { access, accessDeclared } from '../service/access.js';
import { envelope } from '../service/envelope.js';
import { sourceOf } from '../source.js';
import { identified } from './ids.js';
import { declaredOn, everyDeclared } from './record.js';
import { modelsIn } from './search.js';
import { servicesOf } from './services.js';
import { Use } from './uses.js';

/**
 * @typedef {import('@typespec/compiler').Program} Program
 * @typedef {import('./family.js').Family} Family
 * @typedef {import('./services.js').Service} Service
 * @typedef {import('./ids.js').Entry} Entry
 * @typedef {{ operation?: import('./services.js').Operation, model?: import('@typespec/compiler').Model }} Place
 */

/** @param {Program} program */
export function $onValidate(program) {
  const reached = new Set();
  for (const service of servicesOf(program)) {
    const enveloped = declaredOn(program, service.namespace).find(({ family }) => family === envelope);
    service.envelope = enveloped === undefined ? undefined : { payload: enveloped.args['payload'] };
    /** @type {Set<string>} */
    const taken = new Set();
    const operations = [...service.operations.values()];
    const models = modelsIn(
      program,
      operations.flatMap(({ answers }) => answers),
    );
    /** @param {any} target @param {Place} on @param {import('./record.js').Declared[]} standard */
    const declare = (target, on, standard) => {
      write(program, target, entries(program, service, on, target, standard, taken));
      for (const { node } of declaredOn(program, target)) reached.add(node);
    };
    declare(service.namespace, {}, []);
    for (const operation of operations) declare(operation.type, { operation }, implied(program, service, operation));
    for (const model of models) declare(model, { model }, []);
  }
  for (const { node } of everyDeclared(program)) {
    if (!reached.has(node)) $lib.reportDiagnostic(program, { code: 'not-in-a-service', target: node });
  }
}

/**
 * The declarations that standard decorators of TypeSpec imply for an operation, unless a decorator of this library
 * declares more.
 *
 * @param {Program} program
 * @param {Service} service
 * @param {import('./services.js').Operation} operation
 * @returns {import('./record.js').Declared[]}
 */
function implied(program, service, operation) {
  const said = accessDeclared(program, service.namespace) !== undefined;
  const { input } = operation.list?.paging ?? {};
  const node = operation.type;
  const follow = [
    said && operation.access.length > 0 ? [{ family: access, args: {}, node }] : [],
    operation.list === null ? [] : [{ family: list, args: {}, node }],
    saysPaged(program, operation) ? [{ family: paged, args: {}, node }] : [],
    input?.pageSize === undefined ? [] : [{ family: limited, args: {}, node }],
  ];
  const own = declaredOn(program, operation.type).map(({ family }) => family);
  return follow.flat().filter(({ family }) => !own.includes(family));
}

/**
 * The entries of a target: first those that standard decorators of TypeSpec imply, then the declared ones in order.
 *
 * @param {Program} program
 * @param {Service} service
 * @param {Place} on
 * @param {any} target
 * @param {readonly import('./record.js').Declared[]} standard
 * @param {Set<string>} taken ids that the service has so far
 * @returns {Entry[]}
 */
function entries(program, service, on, target, standard, taken) {
  const declared = [...standard, ...declaredOn(program, target)].sort((a, b) => rank(a.family) - rank(b.family));
  /** @type {Entry[]} */
  const made = [];
  for (const { family, args, node } of declared) {
    const use = new Use(program, service, on, args, node);
    const members = family.members(use);
    if (members === null) continue;
    family.against?.(
      use,
      members,
      made.filter((entry) => entry.family === family).map((entry) => entry.members),
    );
    made.push({ family, members, use, rules: rulesOf(use, family, members, target) });
  }
  return identified(made, segmentsOf(program, service, on), taken);
}

/** The families that others depend on come first: access, lists, paging. @param {Family} family */
const rank = (family) => {
  const at = [access, list, paged, limited].indexOf(family);
  return at === -1 ? 4 : at;
};

/**
 * @param {Use} use
 * @param {Family} family
 * @param {any} members
 * @param {any} target
 */
function rulesOf(use, family, members, target) {
  const { level, levels = {}, omit = [], texts = {}, source } = { ...family.options?.(use), ...use.options };
  const aspects = family.aspects(use, members);
  const names = aspects.map(({ aspect }) => aspect);
  for (const aspect of [...Object.keys(levels), ...omit, ...Object.keys(texts)]) {
    if (!names.includes(aspect))
      use.report('unknown-aspect', { family: family.name, aspect, aspects: names.join(', ') || 'none' });
  }
  const where = source ?? sourceOf(use.program, target) ?? use.service.title;
  return aspects
    .filter(({ aspect }) => !omit.includes(aspect))
    .map(({ aspect, text, level: own = 'must' }) => ({
      id: '',
      aspect,
      level: levels[aspect] ?? level ?? own,
      text: texts[aspect] ?? text,
      source: where,
    }));
}

/** The common first segments of a target's ids. @param {Program} program @param {Service} service @param {any} on */
function segmentsOf(program, service, on) {
  if (on.operation !== undefined) return [service.id, on.operation.id];
  if (on.model !== undefined)
    return [service.id, getOpenAPITypeName(program, on.model, { namespaceFilter: () => false })];
  return [service.id];
}

/** @param {Program} program @param {any} target @param {readonly Entry[]} made */
function write(program, target, made) {
  if (made.length === 0) return;
  const written = made.map(({ family, members, rules }) => ({ family: family.name, ...members, rules }));
  setExtension(program, target, 'x-behaviour', written);
}
