// @ts-check
// Writes `x-behaviour`, once the whole program is known: each service, each operation, each schema.

import { getFriendlyName, navigateTypesInNamespace } from '@typespec/compiler';
import { setExtension } from '@typespec/openapi';
import { limited } from '../lists/limited.js';
import { list } from '../lists/list.js';
import { paged } from '../lists/paged.js';
import { access, accessDeclared } from '../service/access.js';
import { envelope } from '../service/envelope.js';
import { sourceOf } from '../source.js';
import { identified } from './ids.js';
import { declaredOn } from './record.js';
import { servicesOf } from './services.js';
import { Use } from './uses.js';

/**
 * @typedef {import('@typespec/compiler').Program} Program
 * @typedef {import('./family.js').Family} Family
 * @typedef {import('./services.js').Service} Service
 * @typedef {import('./ids.js').Entry} Entry
 */

/** @param {Program} program */
export function $onValidate(program) {
  for (const service of servicesOf(program)) {
    const enveloped = declaredOn(program, service.namespace).find(({ family }) => family === envelope);
    service.envelope = enveloped === undefined ? undefined : { payload: enveloped.args['payload'] };
    write(program, service.namespace, entries(program, service, {}, service.namespace, []));
    for (const operation of service.operations.values()) {
      const on = { operation };
      write(
        program,
        operation.type,
        entries(program, service, on, operation.type, implied(program, service, operation)),
      );
    }
    for (const model of modelsOf(service.namespace)) {
      write(program, model, entries(program, service, { model }, model, []));
    }
  }
}

/**
 * What TypeSpec's own words declare of an operation, where no decorator of ours says more.
 *
 * @param {Program} program
 * @param {Service} service
 * @param {import('./services.js').Operation} operation
 * @returns {import('./record.js').Declared[]}
 */
function implied(program, service, operation) {
  const options = accessDeclared(program, service.namespace);
  const { input } = operation.list?.paging ?? {};
  const node = operation.type;
  const follow = [
    options === undefined || operation.access.length === 0 ? [] : [{ family: access, args: { options }, node }],
    operation.list === null ? [] : [{ family: list, args: {}, node }],
    input?.continuationToken === undefined && input?.offset === undefined ? [] : [{ family: paged, args: {}, node }],
    input?.pageSize === undefined ? [] : [{ family: limited, args: {}, node }],
  ];
  const own = declaredOn(program, operation.type).map(({ family }) => family);
  return follow.flat().filter(({ family }) => !own.includes(family));
}

/**
 * The entries of one target: those that follow from TypeSpec's own words first, then ours as written.
 *
 * @param {Program} program
 * @param {Service} service
 * @param {{ operation?: import('./services.js').Operation, model?: import('@typespec/compiler').Model }} on
 * @param {any} target
 * @param {readonly import('./record.js').Declared[]} standard
 * @returns {Entry[]}
 */
function entries(program, service, on, target, standard) {
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
  return identified(made, segmentsOf(program, service, on));
}

/** What everything else leans on comes first: who may ask, what is listed, how it is paged. @param {Family} family */
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
  const { level, levels = {}, omit = [], texts = {}, source } = use.options;
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

/** The segments that every id of a target begins with. @param {Program} program @param {Service} service @param {any} on */
function segmentsOf(program, service, on) {
  if (on.operation !== undefined) return [service.id, on.operation.id];
  if (on.model !== undefined) return [service.id, getFriendlyName(program, on.model) ?? on.model.name];
  return [service.id];
}

/** @param {import('@typespec/compiler').Namespace} namespace */
function modelsOf(namespace) {
  /** @type {import('@typespec/compiler').Model[]} */
  const models = [];
  navigateTypesInNamespace(namespace, { model: (model) => void models.push(model) });
  return models;
}

/** @param {Program} program @param {any} target @param {readonly Entry[]} made */
function write(program, target, made) {
  if (made.length === 0) return;
  const written = made.map(({ family, members, rules }) => ({ family: family.name, ...members, rules }));
  setExtension(program, target, 'x-behaviour', written);
}
