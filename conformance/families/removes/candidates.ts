/** DELETE of a path that can be read. */

import type { Candidate, Observed } from '../../core/family.ts';
import { collectionOf, isOfOne, isSamePath } from '../../model/document/hierarchy.ts';
import { listOf } from '../../model/document/lists.ts';

export function removesCandidates({ api }: Observed): readonly Candidate[] {
  const gets = api.operations.filter(({ method }) => method === 'GET');
  return api.operations.flatMap(({ id, method, path }) => {
    const read = method === 'DELETE' && isOfOne(path) ? gets.find((one) => one.path === path) : undefined;
    if (read === undefined) return [];
    const above = gets.filter((one) => isSamePath(one.path, collectionOf(path)) && listOf(api, one) !== null);
    const lists = above.length === 0 ? {} : { lists: above.map((one) => one.id) };
    return [{ operation: id, members: { read: read.id, ...lists } }];
  });
}
