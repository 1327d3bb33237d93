/**
 * Infers from a document, without declarations, where the ids in its paths come from: its OpenAPI links, lists above
 * paths with a parameter, and operations that create the items of such lists. No rule follows from it. An inference is
 * tried before it is used.
 */

import type { ApiModel, Operation } from '../document/api.ts';
import type { Declaration } from '../document/behaviour.ts';
import { type Method, resolved } from '../document/document.ts';
import { declaredAt, listOf } from '../document/lists.ts';
import { answerSchema, membersAt } from '../document/members.ts';
import { isObject, type JsonObject } from '../values/json.ts';
import { tokensOf, within } from '../values/pointer.ts';
import { listSaid } from './place.ts';

/** Members that usually identify an item, the likeliest first. */
const NAMES = ['id', 'uuid', 'key', 'slug', 'name', 'code'];

type Members = Readonly<Record<string, unknown>>;

function declaration(operation: string, family: string, members: Members): Declaration {
  return { ...members, family, operation, schema: null, rules: [], isInferred: true };
}

/** The name without punctuation and case: `petId` and `pet_id` are equal. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** The members that may have the value of a parameter, the likeliest first. */
function naming(names: readonly string[], parameter: string): readonly string[] {
  const own = plain(parameter);
  const ending = NAMES.filter((name) => own.endsWith(name) && own !== name);
  const wanted = [own, ...ending, ...NAMES];
  return [...new Set(wanted.flatMap((one) => names.filter((name) => plain(name) === one)))];
}

interface Below {
  readonly operation: Operation;
  /** Path up to the parameter. */
  readonly above: string;
  readonly parameter: string;
}

/** Each operation with the last parameter of its path. */
function belowLists({ operations }: ApiModel): readonly Below[] {
  return operations.flatMap((operation) => {
    const [, above = '', parameter] = /^(.*)\/\{([^}]+)\}/.exec(operation.path) ?? [];
    return parameter === undefined ? [] : [{ operation, above, parameter }];
  });
}

function reader({ operations }: ApiModel, wanted: string): Operation | undefined {
  return operations.find(({ method, path }) => method === 'GET' && path === wanted);
}

function ofLists(api: ApiModel): readonly Declaration[] {
  const lists = new Map<string, Declaration>();
  const found = belowLists(api).flatMap(({ operation, above, parameter }) => {
    const known = [...declaredAt(api, operation.id, 'found-in'), ...declaredAt(api, operation.id, 'one-of')];
    const from = reader(api, above);
    if (from === undefined || known.length > 0) return [];
    const said = listOf(api, from) ?? listSaid(api, from.id);
    if (said === null) return [];
    const { items } = said;
    if (listOf(api, from) === null) lists.set(from.id, declaration(from.id, 'list', { ...said }));
    const names = membersAt(api, from.id, within(String(items), '*')).map(({ name }) => name);
    return naming(names, parameter).map((member) =>
      declaration(operation.id, 'found-in', { list: from.id, parameters: { [parameter]: member } }),
    );
  });
  return [...lists.values(), ...found];
}

/** Operations that create the item that a path below theirs names, by a member of their answer. */
function ofMakers(api: ApiModel): readonly Declaration[] {
  return api.operations.flatMap((maker) => {
    if (maker.method !== 'POST' || declaredAt(api, maker.id, 'read-back').length > 0) return [];
    const below = belowLists(api).filter(({ above, operation }) => above === maker.path && operation.id !== maker.id);
    const [one] = below.toSorted(
      (left, right) => Number(right.operation.method === 'GET') - Number(left.operation.method === 'GET'),
    );
    if (one === undefined || one.operation.path !== `${one.above}/{${one.parameter}}`) return [];
    const answer = answerSchema(api, maker.id);
    const names = membersAt(api, maker.id, '').map(({ name }) => name);
    const [member] = naming(names, one.parameter);
    if (answer === undefined || member === undefined || resolved(api.document, answer).type === 'array') return [];
    const { parameter, operation } = one;
    return [declaration(maker.id, 'read-back', { read: operation.id, parameter, id: within('', member) })];
  });
}

/** The operation that a link leads to. */
function linked({ operations }: ApiModel, { operationId, operationRef }: JsonObject): Operation | undefined {
  const [, path, method] = tokensOf(String(operationRef ?? '').replace(/^#/, ''));
  return operations.find((one) =>
    operationRef === undefined ? one.id === operationId : one.path === path && one.method === method?.toUpperCase(),
  );
}

/** The values that OpenAPI links pass from the body of a response to the parameters of other operations. */
function ofLinks(api: ApiModel): readonly Declaration[] {
  return api.operations.flatMap((from) => {
    const { responses = {} } = api.document.paths[from.path]?.[from.method.toLowerCase() as Method] ?? {};
    const links = Object.entries(responses).flatMap(([status, response]) => {
      const some: unknown = status.startsWith('2') ? (response as { readonly links?: unknown }).links : null;
      return isObject(some) ? Object.values(some).filter(isObject) : [];
    });
    return links.flatMap((link) => {
      const to = linked(api, link);
      if (to === undefined || !isObject(link['parameters'])) return [];
      return Object.entries(link['parameters']).flatMap(([written, expression]) => {
        const [, pointer] = /^\$response\.body#(\/.+)$/.exec(String(expression)) ?? [];
        const parameter = written.replace(/^path\./, '');
        if (pointer === undefined) return [];
        if (from.method === 'POST') return [declaration(from.id, 'read-back', { read: to.id, parameter, id: pointer })];
        const [member = '', ...deeper] = tokensOf(pointer);
        const isRead = from.method === 'GET' && deeper.length === 0;
        return isRead ? [declaration(to.id, 'found-in', { read: from.id, parameters: { [parameter]: member } })] : [];
      });
    });
  });
}

/** The declarations that follow from the structure of a document; its own come first. */
export function inferred(api: ApiModel): readonly Declaration[] {
  return [...ofLinks(api), ...ofLists(api), ...ofMakers(api)];
}
