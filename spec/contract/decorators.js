// @ts-check
// Implementations of decorators.tsp. Each one only writes an extension, so that all other tools need only the OpenAPI
// document.

import { getDoc, getService, listOperationsIn, navigateProgram } from '@typespec/compiler';
import { getHttpOperation } from '@typespec/http';
import { getExtensions, setExtension } from '@typespec/openapi';
import { $lib } from './library.js';

export { $lib, $linter } from './library.js';

// Segments are operationIds, RPC methods, schemas and members in their original spelling, or words joined by hyphens.
const ID = /^[a-z]+(\.[A-Za-z0-9]+([-_][A-Za-z0-9]+)*)+$/;
const SOURCE = /^document [123](, [^,]+)+$/;
const probesKey = Symbol.for('@wallet-services/spec.probes');
const seenKey = Symbol.for('@wallet-services/spec.ledger-ids');

/**
 * Decorators run bottom-up, so prepending keeps the written order. An id of the ledger may occur again on copies of a
 * declaration (a spread or a template instance), but not on another declaration.
 *
 * @param {import('@typespec/compiler').DecoratorContext} context
 * @param {import('@typespec/compiler').Type} target
 * @param {'x-rules' | 'x-unspecified'} key
 * @param {{id: string, text: string, source: string, level?: string, rpc?: string}} entry
 */
function record(context, target, key, entry) {
  const { program } = context;

  const where = entry.rpc ?? (target.kind === 'Operation' ? target.name : undefined);
  const placed = where === undefined || entry.id.split('.')[1] === where;
  if (!ID.test(entry.id) || !placed)
    $lib.reportDiagnostic(program, { code: 'ledger-id', target: context.decoratorTarget });
  if (!SOURCE.test(entry.source))
    $lib.reportDiagnostic(program, { code: 'ledger-source', target: context.decoratorTarget });

  const seen = program.stateMap(seenKey);
  const key2 = /** @type {any} */ (`${key} ${entry.id}`);
  const node = context.decoratorTarget;
  if (seen.has(key2) && seen.get(key2) !== node && !entry.id.startsWith('all.')) {
    $lib.reportDiagnostic(program, { code: 'ledger-id-repeated', target: context.decoratorTarget });
  }
  seen.set(key2, node);

  const entries = getExtensions(program, /** @type {any} */ (target)).get(key) ?? [];
  // A decorator that augments a namespace is applied by each of its files.
  if (entries.some((/** @type {{id: string}} */ { id }) => id === entry.id)) return;
  setExtension(program, /** @type {any} */ (target), key, [entry, ...entries]);
}

/** @type {(context: any, target: any, id: string, text: string, source: string, options?: {level?: string, rpc?: string}) => void} */
function $rule(context, target, id, text, source, options) {
  const rpc = options?.rpc ? { rpc: options.rpc } : {};
  record(context, target, 'x-rules', { id, level: options?.level ?? 'must', ...rpc, text, source });
}

/** @type {(context: any, target: any, id: string, text: string, source: string, observation?: object) => void} */
function $unspecified(context, target, id, text, source, observation) {
  record(context, target, 'x-unspecified', { id, text, source, ...observation });
  context.program.stateMap(probesKey).set(context.decoratorTarget, { target, observation });
}

/** The namespace of the service that a type belongs to. */
/** @type {(program: import('@typespec/compiler').Program, target: any) => import('@typespec/compiler').Namespace | undefined} */
function serviceOf(program, target) {
  if (target === undefined || (target.kind === 'Namespace' && getService(program, target))) return target;
  return serviceOf(program, target.namespace ?? target.interface ?? target.model);
}

/**
 * Checks that a probe names operations of its service, and parameters of the first of them.
 *
 * @param {import('@typespec/compiler').Program} program
 */
function checkProbes(program) {
  for (const [node, { target, observation }] of program.stateMap(probesKey)) {
    const service = serviceOf(program, target);
    if (service === undefined) continue;
    const operations = new Map(listOperationsIn(service).map((operation) => [operation.name, operation]));
    for (const probe of [observation?.probe ?? [], ...Object.values(observation?.probes ?? {})].flat()) {
      const names = probe.at ?? (target.kind === 'Operation' ? [target.name] : []);
      const first = operations.get(names[0]);
      const parameters = first && getHttpOperation(program, first)[0].parameters.parameters;
      const given = { path: Object.keys(probe.path ?? {}), query: Object.keys(probe.query ?? {}) };
      const known = (/** @type {string} */ place, /** @type {string} */ name) =>
        parameters?.some(({ type, name: one }) => type === place && one === name) !== false;
      const unknown = [
        ...names.filter((/** @type {string} */ name) => !operations.has(name)),
        ...Object.entries(given).flatMap(([place, all]) => all.filter((name) => !known(place, name))),
      ];
      for (const name of unknown)
        $lib.reportDiagnostic(program, { code: 'probe-unknown', format: { name }, target: node });
    }
  }
}

/** @type {(context: any, target: import('@typespec/compiler').Enum) => void} */
function $namedNumbers(context, target) {
  setExtension(context.program, target, 'x-enum-varnames', [...target.members.keys()]);
}

/** @type {(context: any, target: import('@typespec/compiler').Model) => void} */
function $unmarked(context, target) {
  setExtension(context.program, target, 'x-unmarked', true);
}

/** @type {(context: any, target: import('@typespec/compiler').ModelProperty, allowances: object) => void} */
function $allows(context, target, allowances) {
  setExtension(context.program, target, 'x-allows', allowances);
}

/** @type {(context: any, target: import('@typespec/compiler').ModelProperty) => void} */
function $clamped(context, target) {
  setExtension(context.program, target, 'x-clamp', true);
}

/** @type {(context: any, target: import('@typespec/compiler').Operation, message: import('@typespec/compiler').Model) => void} */
function $requestMessage(_context, target, message) {
  target.parameters = message;
}

/** @type {(context: any, target: import('@typespec/compiler').Model, examples: object) => void} */
function $examplesByStatus(context, target, examples) {
  setExtension(context.program, target, 'x-examples-by-status', examples);
}

/** The descriptions of an enum's members are written next to them: `x-enum-descriptions`, empty for members without one. */
/** @type {(program: import('@typespec/compiler').Program) => void} */
export function $onValidate(program) {
  checkProbes(program);
  navigateProgram(program, {
    enum(target) {
      const told = [...target.members.values()].map((member) => getDoc(program, member) ?? '');
      if (told.some((text) => text !== '')) setExtension(program, target, 'x-enum-descriptions', told);
    },
  });
}

export const $decorators = {
  Contract: {
    rule: $rule,
    unspecified: $unspecified,
    namedNumbers: $namedNumbers,
    unmarked: $unmarked,
    allows: $allows,
    clamped: $clamped,
    requestMessage: $requestMessage,
    examplesByStatus: $examplesByStatus,
  },
};
