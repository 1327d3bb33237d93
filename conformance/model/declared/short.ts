/**
 * The short form of declarations: `{ family: sorted, member: name }` is enough. Members that an entry of `x-behaviour`
 * leaves out have the defaults of the TypeSpec library: rules with their ids and sentences, the list, the path
 * parameter. Entries with `rules` are unchanged.
 */

import { type ApiModel, buildApi, findOperation } from '../document/api.ts';
import { type Level, methods, type OpenApiDocument, type OperationObject } from '../document/document.ts';
import { pathNames } from '../document/requests.ts';
import type { ServiceName } from '../document/services.ts';
import { isObject, type JsonObject, objectsOf } from '../values/json.ts';
import { within } from '../values/pointer.ts';
import { aspectsOf, levelOf } from './aspects.ts';
import { withDirections } from './directions.ts';
import { type Declared, listDeclared } from './place.ts';

/** Families that need the location of the list. */
const OF_LISTS: ReadonlySet<unknown> = new Set(['paged', 'limited', 'sorted']);

interface Place {
  readonly api: ApiModel;
  /** The first segments of ids: the service, and the operation or schema. */
  readonly prefix: string;
  /** The operation; null on the root and on a schema. */
  readonly operation: OperationObject | null;
  /** The ids in use; new ones are added. */
  readonly taken: Set<string>;
}

/** The operations that the declarations of a document treat as lists. */
function listed(entries: readonly (readonly [operation: string | null, entry: JsonObject])[]): ReadonlySet<string> {
  const named = entries.flatMap(([own, { family, at, list, lists, of }]) => [
    ...(OF_LISTS.has(family) || (family === 'belongs-to' && at === undefined) ? [own] : []),
    ...[list, lists, of].flat(),
  ]);
  return new Set(named.filter((name) => typeof name === 'string'));
}

/** Pointer to the payload in the answers of an operation: the whole answer, or the content of the envelope. */
function payloadOf(document: OpenApiDocument, operationId: string | undefined): string {
  const envelope = entriesOf(document).find(({ family }) => family === 'envelope');
  const except: readonly unknown[] = [envelope?.['except'] ?? []].flat();
  return envelope === undefined || except.includes(operationId) ? '' : within('', String(envelope['payload']));
}

function entriesOf(holder: object): readonly JsonObject[] {
  return 'x-behaviour' in holder ? objectsOf(holder['x-behaviour']) : [];
}

/** The last path parameter of the named operation; none where the operation is unknown. */
function parameterOf(api: ApiModel, id: unknown): { readonly parameter?: string } {
  const parameter = pathNames(findOperation(api, typeof id === 'string' ? id : null)?.path ?? '').at(-1);
  return parameter === undefined ? {} : { parameter };
}

/** The operation that reads what another one with the same path writes; none for one that reads. */
function readerBeside(api: ApiModel, id: string | undefined): { readonly read?: string } {
  const own = findOperation(api, id ?? null);
  const reader = api.operations.find(({ method, path }) => method === 'GET' && path === own?.path);
  return reader === undefined || reader === own ? {} : { read: reader.id };
}

/** The defaults of a family for the members of an entry. */
function defaults(declared: JsonObject, { api, operation }: Place): JsonObject {
  const id = operation?.operationId;
  const payload = payloadOf(api.document, id);
  switch (declared['family']) {
    case 'list':
      return (id === undefined ? null : listDeclared(api, id, declared['items'] as string | undefined)) ?? {};
    case 'paged':
      return { by: ['cursor', 'offset', 'page'].find((way) => declared[way] !== undefined) };
    case 'sorted':
      return { direction: 'ascending' };
    case 'one-of':
      return { ...parameterOf(api, id), at: payload };
    case 'refers-to':
    case 'read-back':
      return {
        ...(declared['family'] === 'read-back' && { id: `${payload}/id` }),
        ...(declared['read'] === undefined ? {} : parameterOf(api, declared['read'])),
      };
    case 'conditional':
      return readerBeside(api, id);
    case 'envelope':
      return { except: [] };
    default:
      return {};
  }
}

function rulesOf(
  declared: Declared,
  { level, source, omit }: JsonObject,
  place: Place,
  noun: string | undefined,
): readonly object[] {
  const { api, operation, prefix, taken } = place;
  const around = {
    subject: operation?.operationId ?? 'the service',
    noun: noun ?? 'items',
    isList: noun !== undefined,
    writes: api.operations.some(({ id, method }) => id === operation?.operationId && method !== 'GET'),
  };
  const omitted: readonly unknown[] = [omit].flat();
  const aspects = Object.entries(aspectsOf(declared, around)).filter(([aspect]) => !omitted.includes(aspect));
  return aspects.map(([aspect, text]) => {
    const short = [prefix, declared.family, aspect].join('.').replaceAll(/[^A-Za-z0-9_.-]+/g, '-');
    let id = short;
    for (let count = 2; taken.has(id); count += 1) id = `${short}.${count}`;
    taken.add(id);
    const own: Level = level === 'observe' || level === 'should' ? level : levelOf(declared.family, aspect);
    return { id, aspect, level: own, text, source: source ?? api.document.info.title };
  });
}

function completedAt(holder: JsonObject, place: Place, isListed: boolean): JsonObject {
  const own = entriesOf(holder).flatMap((entry) => withDirections(place.api, place.operation?.operationId, entry));
  const lacksList = isListed && !own.some(({ family }) => family === 'list');
  const entries = lacksList ? [{ family: 'list' }, ...own] : own;
  if (entries.every(({ rules }) => rules !== undefined)) return holder;
  let noun: string | undefined;
  const all = entries.map((entry: JsonObject) => {
    const { level, source, omit, rules, ...declared } = entry;
    const whole: Declared = { ...defaults(declared, place), ...declared, family: String(declared['family']) };
    if (whole.family === 'list') noun = String(whole['noun']);
    return rules === undefined ? { ...whole, rules: rulesOf(whole, { level, source, omit }, place, noun) } : entry;
  });
  return { ...holder, 'x-behaviour': all };
}

/** The document with every declaration in its full form. @param name of the service, which ids begin with. */
export function completed(name: ServiceName, document: OpenApiDocument): OpenApiDocument {
  const api = buildApi(name, document, { rules: [], questions: [] });
  const operations = Object.values(document.paths).flatMap((item) => methods.flatMap((method) => item[method] ?? []));
  const schemas = Object.entries(document.components.schemas);
  const entries = [
    ...entriesOf(document).map((entry) => [null, entry] as const),
    ...operations.flatMap((one) => entriesOf(one).map((entry) => [one.operationId, entry] as const)),
    ...schemas.flatMap(([, one]) => (isObject(one) ? entriesOf(one) : []).map((entry) => [null, entry] as const)),
  ];
  if (entries.every(([, { rules }]) => rules !== undefined)) return document;
  const wanted = listed(entries);
  const ids = entries.flatMap(([, { rules }]) => objectsOf(rules).map(({ id }) => String(id)));
  const taken = new Set(ids);
  const at = (holder: object, segments: readonly string[], operation: OperationObject | null) => {
    const prefix = [name, ...segments].join('.');
    const isListed = operation !== null && wanted.has(operation.operationId);
    return completedAt(holder as JsonObject, { api, prefix, operation, taken }, isListed);
  };
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, one]) => [method, at(one, [one.operationId], one)])),
  ]);
  const components = schemas.map(([own, one]) => [own, isObject(one) ? at(one, [own], null) : one]);
  return {
    ...at(document, [], null),
    paths: Object.fromEntries(paths),
    components: { ...document.components, schemas: Object.fromEntries(components) },
  } as unknown as OpenApiDocument;
}
