/** Writes below what can be read, and the numbers that are read there. */
import type { Candidate, Observed } from '../../core/family.ts';
import { kindOf } from '../../model/document/members.ts';
import { scalarsOf, thingsAt } from '../observed.ts';

/** Numbers that are counted are named so. */
const COUNTED = /(count|counter|total|likes?|votes?|favou?rites?|views?|helpful|stock|quantity|number)s?$/i;

export function movesCandidates({ api }: Observed): readonly Candidate[] {
  const reading = api.operations.filter(({ method, path }) => method === 'GET' && path.endsWith('}'));
  return api.operations.flatMap((operation) => {
    const { id, method, path } = operation;
    const read = reading.find(
      (one) => path.startsWith(`${one.path}/`) && path.slice(one.path.length + 1).split('/').length === 1,
    );
    if (read === undefined || method === 'GET') return [];
    const own = new Set(scalarsOf(api, operation, thingsAt(api, operation), 0).map(({ at }) => at));
    return scalarsOf(api, read, thingsAt(api, read), 0).flatMap(({ name, at, schema }) => {
      if (kindOf(api, schema) !== 'number' || !COUNTED.test(name)) return [];
      const by = method === 'DELETE' || /\/un[a-z]+$/.test(path) ? -1 : 1;
      return [{ operation: id, members: { ...(own.has(at) ? { at } : {}), by, read: read.id, pointer: at } }];
    });
  });
}
