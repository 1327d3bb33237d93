/** Operations that a run does not call: those that the user excludes, that look destructive, or are on other servers. */
import { UsageError } from '@wallet-services/kit/errors';
import { namesItem } from '../discovery/own-id.ts';
import type { ApiModel, Operation } from '../model/document/api.ts';
import type { Method } from '../model/document/document.ts';
import { bare, collectionOf, isOfOne, isSamePath } from '../model/document/hierarchy.ts';
import { pathNames } from '../model/document/requests.ts';
import type { ServiceTarget } from '../model/target.ts';
import { isObject } from '../model/values/json.ts';
import { matches, type Selection } from './selection.ts';

/** Why operations are not called, by operationId. */
export type LeftOut = ReadonlyMap<string, string>;

/** Words for operations that shut a server down, delete the data of others, or lock the caller out. */
const HARM = /^(shutdown|poweroff|halt|reboot|restart|flush|purge|wipe|erase|truncate|reset|clear|uninstall)$/;

/** The same in two words. A deletion of several items has their ids in its body: those may be items of others. */
const PAIR =
  /^((delete|remove|drop|destroy) (all|many|bulk|batch)|(bulk|batch|mass) (delete|deletion|remove|destroy)|shut down|power off|(change|update|set) password)$/;

/** The words of a name or of a path: `deleteAllPets`, `/__admin/shut-down`. */
function wordsOf(text: string): readonly string[] {
  const spaced = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.split(/[^a-z0-9]+/).filter((word) => word !== '');
}

/** Words of rights: what a server notes of them may stay when their item is gone, or without an item at all. */
const RIGHTS =
  /^(admins?|administrators?|superusers?|owners?|roles?|permissions?|privileges?|rights|grants?|promote|impersonate)$/;

/** Whether a path names items of a collection: those of one that a POST adds to, or that are read or deleted by id. */
function isCollection({ operations }: ApiModel, path: string): boolean {
  const isItem = (one: Operation) => isOfOne(one.path) && isSamePath(collectionOf(one.path), path);
  return operations.some((one) =>
    one.method === 'POST' ? isSamePath(one.path, path) : isItem(one) && /GET|DELETE/.test(one.method),
  );
}

/**
 * Whether an operation changes what its request names by no id: what the server has once, such as its settings, the
 * caller's profile, or many items. The suite does not know how to restore it.
 */
function changesUnnamed(api: ApiModel, operation: Operation): boolean {
  const { method, path, body } = operation;
  if (method !== 'PUT' && method !== 'PATCH') return false;
  if (!path.includes('{')) return !isCollection(api, path) || !namesItem(api, operation);
  // The whole request is in the path, and no other path has this parameter: it is a value and no id.
  const [parameter, ...more] = pathNames(path);
  const isKnown = ({ id, path: other }: Operation) => id !== operation.id && pathNames(other).includes(parameter ?? '');
  return body === null && more.length === 0 && isOfOne(path) && !api.operations.some(isKnown);
}

/** Whether an operation gives rights to an item, and no other one takes them back. */
function givesRights({ operations }: ApiModel, { method, path }: Operation): boolean {
  const [, last = ''] = /\}\/([^/{}]+)$/.exec(bare(path)) ?? [];
  if (method === 'GET' || method === 'DELETE' || !wordsOf(last).some((word) => RIGHTS.test(word))) return false;
  return !operations.some((one) => one.method === 'DELETE' && isSamePath(collectionOf(one.path), path));
}

/** Why an operation looks destructive; null where it does not. */
function harmOf(api: ApiModel, operation: Operation): string | null {
  const { id, method, path } = operation;
  const segments = path.split('/').filter((segment) => !segment.startsWith('{'));
  const words = [...(id.includes('/') ? [] : wordsOf(id)), ...segments.flatMap(wordsOf)];
  const [word] = words.filter((one) => HARM.test(one));
  // The name of an operation that only reads, like listResets, contains other words.
  if (word !== undefined && (method !== 'GET' || HARM.test(segments.at(-1) ?? ''))) return `its name has ${word}`;
  const pairs = words.map((one, place) => `${one} ${words[place + 1] ?? ''}`);
  const pair = pairs.find((one) => PAIR.test(one));
  if (pair !== undefined) return `its name has ${pair}`;
  if (changesUnnamed(api, operation)) return 'it changes what its request names by no id';
  if (givesRights(api, operation)) return 'it gives rights that nothing takes back';
  return method === 'DELETE' && !path.includes('{') ? 'it deletes all that its path names' : null;
}

/** The addresses of the server of an operation. */
function serversOf({ document }: ApiModel, { method, path }: Operation): readonly string[] {
  const { servers = document['servers'] } = document.paths[path]?.[method.toLowerCase() as Method] ?? {};
  return Array.isArray(servers) ? servers.filter(isObject).map(({ url }) => String(url)) : [];
}

/** The servers that an operation has in place of those of most operations; nothing where it has none of its own. */
function elsewhere(api: ApiModel): (operation: Operation) => string | null {
  const groups = [...Map.groupBy(api.operations, (one) => JSON.stringify(serversOf(api, one))).values()];
  const [usual] = groups.toSorted((one, other) => other.length - one.length).map(([one]) => one);
  const known = usual === undefined ? [] : serversOf(api, usual);
  return (operation) => {
    const own = serversOf(api, operation);
    return own.length === 0 || own.some((url) => known.includes(url)) ? null : `it is on another server, ${own[0]}`;
  };
}

/** Whether a pattern of `exclude` or `include` matches an operation. */
function isMeant(api: ApiModel, { id, method, path }: Operation, pattern: string): boolean {
  const { tags = [], deprecated = false } = api.document.paths[path]?.[method.toLowerCase() as Method] ?? {};
  if (pattern === 'deprecated') return deprecated;
  const [, kind, text = ''] = /^(tag|method):(.*)$/.exec(pattern) ?? [];
  if (kind === 'tag') return tags.some((tag) => matches(tag, text));
  if (kind === 'method') return method === text.toUpperCase();
  return matches(id, pattern) || (pattern.startsWith('/') && matches(path, pattern));
}

/**
 * The operations that a run leaves out. Destructive-looking operations, and those of other servers, are left out for
 * APIs that are known by their document alone, unless they are named: by `include`, or as a selected operation.
 *
 * @param isStandalone whether only the document of the API is known
 * @throws UsageError when a pattern matches no operation
 */
export function leftOutOf(
  api: ApiModel,
  { exclude = [], include = [] }: Pick<ServiceTarget, 'exclude' | 'include'>,
  { operations: selected }: Pick<Selection, 'operations'>,
  isStandalone: boolean,
): LeftOut {
  const { operations } = api;
  for (const pattern of [...exclude, ...include]) {
    if (pattern === 'deprecated' || operations.some((one) => isMeant(api, one, pattern))) continue;
    throw new UsageError(
      `${pattern} means no operation of ${api.service}; write an operationId, a path, tag:NAME, method:NAME or deprecated; * stands for any text`,
    );
  }
  const awayOf = elsewhere(api);
  const named = (one: Operation) => selected.includes(one.id) || include.some((pattern) => isMeant(api, one, pattern));
  const entries = operations.flatMap((one): readonly (readonly [string, string])[] => {
    const pattern = exclude.find((text) => isMeant(api, one, text));
    if (pattern !== undefined) return [[one.id, pattern === one.id ? 'excluded' : `excluded by ${pattern}`]];
    const harm = isStandalone && !named(one) ? (awayOf(one) ?? harmOf(api, one)) : null;
    return harm === null ? [] : [[one.id, `${harm}: name it with --include to call it`]];
  });
  return new Map(entries);
}
