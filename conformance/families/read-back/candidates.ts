/** Operations that answer with an id which another one reads. */

import type { Candidate, Observed } from '../../core/family.ts';
import type { Operation } from '../../model/document/api.ts';
import { collectionOf, isOfOne, isSamePath } from '../../model/document/hierarchy.ts';
import { listOf } from '../../model/document/lists.ts';
import { membersAt } from '../../model/document/members.ts';
import { pathNames } from '../../model/document/requests.ts';
import { within } from '../../model/values/pointer.ts';
import { singular, thingsAt } from '../observed.ts';

const lastWord = (path: string) => path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';

export function readBackCandidates({ api }: Observed): readonly Candidate[] {
  const readers = api.operations.filter(({ method, path }) => method === 'GET' && isOfOne(path));
  return api.operations.flatMap((operation) => {
    const { id, method, path } = operation;
    if (!['POST', 'PUT', 'PATCH'].includes(method)) return [];
    const at = thingsAt(api, operation);
    if (!membersAt(api, id, at).some(({ name }) => name === 'id')) return [];
    const isBelow = (one: Operation) => isSamePath(collectionOf(one.path), path);
    const isAt = (one: Operation) => isSamePath(one.path, path);
    const isAlike = (one: Operation) =>
      singular(lastWord(one.path)) === singular(lastWord(path)) && pathNames(one.path).length === 1;
    // What is posted to a path is read below it; what is changed is read there.
    const ways = method === 'POST' ? [isBelow, isAlike, isAt] : [isAt, isBelow, isAlike];
    const read = ways.map((isIt) => readers.find(isIt)).find((one) => one !== undefined);
    const parameter = read === undefined ? undefined : pathNames(read.path).at(-1);
    if (read === undefined || parameter === undefined) return [];
    const above = isOfOne(path)
      ? []
      : api.operations.filter((one) => one.method === 'GET' && isSamePath(one.path, path));
    const lists = above.flatMap((one) => (listOf(api, one) === null ? [] : [one.id]));
    const members = { read: read.id, parameter, id: within(at, 'id'), ...(lists.length === 0 ? {} : { lists }) };
    return [{ operation: id, members }];
  });
}
