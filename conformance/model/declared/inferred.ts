/**
 * Infers from a document, without declarations, where the ids in its paths come from: its OpenAPI links, lists above
 * paths with a parameter, and operations that create the items of such lists. No rule follows from it. An inference is
 * tried before it is used.
 */

import { segmentsOf } from '@wallet-services/kit/pointer';
import type { ApiModel, Operation } from '../document/api.ts';
import type { Declaration } from '../document/behaviour.ts';
import { type Method, resolved } from '../document/document.ts';
import { isSamePath } from '../document/hierarchy.ts';
import { declaredAt, listOf } from '../document/lists.ts';
import { answerSchema, IDENTIFYING, membersAt } from '../document/members.ts';
import { follow } from '../document/normalised.ts';
import { pointerOf } from '../document/references.ts';
import { isObject, type JsonObject } from '../values/json.ts';
import { plain } from '../values/near.ts';
import { within } from '../values/pointer.ts';
import { singularOf } from '../values/singular.ts';
import { listDeclared, subjectOf } from './place.ts';
import { inParent, listersElsewhere, listersOf, lookedUpBy, textsIn } from './whence.ts';

type Members = Readonly<Record<string, unknown>>;

function declaration(operation: string, family: string, members: Members): Declaration {
  return { ...members, family, operation, schema: null, rules: [], isInferred: true };
}

/** The members that may have the value of a parameter below a collection, the likeliest first. */
function naming(names: readonly string[], parameter: string, above: string): readonly string[] {
  const own = plain(parameter);
  const ending = IDENTIFYING.filter((name) => own.endsWith(name) && own !== name);
  const wanted = [own, ...ending, ...IDENTIFYING, `${singularOf(plain(subjectOf(above)))}${own}`];
  return [...new Set(wanted.flatMap((one) => names.filter((name) => plain(name) === one)))];
}

interface Below {
  readonly operation: Operation;
  /** Path up to the parameter. */
  readonly above: string;
  readonly parameter: string;
}

/** Each operation with the last parameter of its path. */
function belowLists({ operations }: Pick<ApiModel, 'operations'>): readonly Below[] {
  return operations.flatMap((operation) => {
    const [, above = '', parameter] = /^(.*)\/\{([^}]+)\}/.exec(operation.path) ?? [];
    return parameter === undefined ? [] : [{ operation, above, parameter }];
  });
}

function reader({ operations }: ApiModel, wanted: string): Operation | undefined {
  return operations.find(({ method, path }) => method === 'GET' && isSamePath(path, wanted));
}

/** The list in the answers of an operation, and the members of its items that may have the value of a parameter. */
function listedBy(api: ApiModel, from: Operation, { operation, above, parameter }: Below): readonly Declaration[] {
  const declared = listOf(api, from) ?? listDeclared(api, from.id);
  if (declared === null) return [];
  const names = membersAt(api, from.id, within(String(declared.items), '*')).map(({ name }) => name);
  const found = naming(names, parameter, above).map((member) =>
    declaration(operation.id, 'found-in', { list: from.id, parameters: { [parameter]: member } }),
  );
  const isNew = listOf(api, from) === null && (found.length > 0 || isSamePath(from.path, above));
  return isNew ? [declaration(from.id, 'list', { ...declared }), ...found] : found;
}

/** The lists of things that a path looks up by another member than their id. */
function lookedUp(api: ApiModel, below: Below, { collection, member }: { collection: string; member: string }) {
  return listersOf(api, collection).flatMap((from) =>
    listedBy(api, from, below).filter(
      ({ family, parameters }) =>
        family === 'list' || (isObject(parameters) && plain(String(parameters[below.parameter])) === plain(member)),
    ),
  );
}

/** The values of a parameter that an operation reads, each at a place of its answer. */
function readBy(from: Operation, { operation, parameter }: Below, pointers: readonly string[]) {
  return pointers.map((at) =>
    declaration(operation.id, 'found-in', { read: from.id, parameters: { [parameter]: at } }),
  );
}

/** Where the values of a parameter may be found, the likeliest first. */
function ofPath(api: ApiModel, below: Below): readonly Declaration[] {
  const { operation, above, parameter } = below;
  const listers = listersOf(api, above).filter((one) => one.id !== operation.id);
  const listed = listers.flatMap((from) => listedBy(api, from, below));
  const texts = listers.flatMap((from) => readBy(from, below, textsIn(api, from, parameter)));
  const lookup = lookedUpBy(above);
  const looked = lookup === null ? [] : lookedUp(api, below, lookup);
  const [, parent = '', word = ''] = /^(.*\})\/([^/{}]+)$/.exec(above) ?? [];
  const from = parent === '' ? undefined : reader(api, parent);
  const inside = from === undefined ? [] : readBy(from, below, inParent(api, from, word, parameter));
  const found = [...listed, ...looked, ...texts, ...inside];
  if (found.length > 0) return found;
  return listersElsewhere(api, above, parameter).flatMap((one) => listedBy(api, one, below));
}

/** Where the values of the last parameter in the path of an operation may be found, and the lists in which they are. */
export function inferredFor(api: ApiModel, operation: Operation): readonly Declaration[] {
  return belowLists({ operations: [operation] }).flatMap((below) => ofPath(api, below));
}

function ofLists(api: ApiModel): readonly Declaration[] {
  const found = api.operations.flatMap((operation) => {
    const known = [...declaredAt(api, operation.id, 'found-in'), ...declaredAt(api, operation.id, 'one-of')];
    return known.length > 0 ? [] : inferredFor(api, operation);
  });
  const [lists, others] = [found.filter(isList), found.filter((one) => !isList(one))];
  return [...new Map(lists.map((one) => [one.operation, one])).values(), ...others];
}

const isList = ({ family }: Declaration) => family === 'list';

/** Operations that create the item that a path below theirs names, by a member of their answer. */
function ofMakers(api: ApiModel): readonly Declaration[] {
  return api.operations.flatMap((maker) => {
    if (maker.method !== 'POST' || declaredAt(api, maker.id, 'read-back').length > 0) return [];
    const below = belowLists(api).filter(
      ({ above, operation }) => isSamePath(above, maker.path) && operation.id !== maker.id,
    );
    const [one] = below.toSorted(
      (left, right) => Number(right.operation.method === 'GET') - Number(left.operation.method === 'GET'),
    );
    if (one === undefined || !isSamePath(one.operation.path, `${one.above}/{${one.parameter}}`)) return [];
    const answer = answerSchema(api, maker.id);
    const names = membersAt(api, maker.id, '').map(({ name }) => name);
    const [member] = naming(names, one.parameter, one.above);
    if (answer === undefined || member === undefined || resolved(api.document, answer).type === 'array') return [];
    const { parameter, operation } = one;
    return [declaration(maker.id, 'read-back', { read: operation.id, parameter, id: within('', member) })];
  });
}

/** The operation that a link leads to. */
function linked({ operations }: ApiModel, { operationId, operationRef }: JsonObject): Operation | undefined {
  const [, path, method] = segmentsOf(pointerOf(String(operationRef ?? '')) ?? '');
  return operations.find((one) =>
    operationRef === undefined ? one.id === operationId : one.path === path && one.method === method?.toUpperCase(),
  );
}

/** The values that OpenAPI links pass from the body of a response to the parameters of other operations. */
function ofLinks(api: ApiModel): readonly Declaration[] {
  const document: JsonObject = { ...api.document };
  return api.operations.flatMap((from) => {
    const { responses = {} } = api.document.paths[from.path]?.[from.method.toLowerCase() as Method] ?? {};
    const links = Object.entries(responses).flatMap(([status, response]) => {
      const some: unknown = status.startsWith('2') ? (response as { readonly links?: unknown }).links : null;
      return isObject(some) ? Object.values(some).map((link) => follow(document, link)) : [];
    });
    return links.flatMap((link) => {
      const to = linked(api, link);
      if (to === undefined || !isObject(link['parameters'])) return [];
      return Object.entries(link['parameters']).flatMap(([written, expression]) => {
        const [, pointer] = /^\$response\.body#(\/.+)$/.exec(String(expression)) ?? [];
        const parameter = written.replace(/^path\./, '');
        if (pointer === undefined) return [];
        if (from.method === 'POST') return [declaration(from.id, 'read-back', { read: to.id, parameter, id: pointer })];
        const [member = '', ...deeper] = segmentsOf(pointer);
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
