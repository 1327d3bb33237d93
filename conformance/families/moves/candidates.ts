/** Writes below what can be read, the numbers that are read there, and what stays as it was beside them. */

import { isAnswerOf } from '../../core/answers.ts';
import type { Candidate, Observed } from '../../core/family.ts';
import type { Operation } from '../../model/document/api.ts';
import { bare, isBelow, isOfOne } from '../../model/document/hierarchy.ts';
import { declaredOf } from '../../model/document/lists.ts';
import { kindOf } from '../../model/document/members.ts';
import { sentPath } from '../../model/document/requests.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { valueAt, within } from '../../model/values/pointer.ts';
import { isBlank, sameReported } from '../../model/values/same.ts';
import { scalarsOf, thingsAt } from '../observed.ts';
import { numberAt } from './declared.ts';

/** Numbers that are counted are named so. */
const COUNTED = /(count|counter|total|likes?|votes?|favou?rites?|views?|helpful|stock|quantity|number)s?$/i;

/** What a change may change as well, although no reading showed it. */
const CHANGING = /(^|[_-])(last|updated|modified|changed|edited)|^(last|updated|modified|changed|edited)|version|etag/i;

/** So many things must have been read before and after a move. */
const FEWEST = 2;

/** The readings of each thing with a number that was seen to move. */
function movedIn({ api, exchanges }: Observed, read: Operation, pointer: string): readonly (readonly Exchange[])[] {
  const readings = exchanges.filter((one) => isAnswerOf(one, read.id) && numberAt(one, pointer) !== null);
  const things = Map.groupBy(readings, (one) => JSON.stringify(sentPath(api, one)));
  return [...things.values()].filter((all) => new Set(all.map((one) => numberAt(one, pointer))).size > 1);
}

/** The members beside a number that no reading showed to change while the number moved. */
function keptBeside(observed: Observed, read: Operation, pointer: string): readonly string[] {
  const { api } = observed;
  const moved = movedIn(observed, read, pointer);
  if (moved.length < FEWEST) return [];
  const at = pointer.split('/').slice(0, -1).join('/');
  return scalarsOf(api, read, at).flatMap(({ at: place, name, schema }) => {
    const isCounted = kindOf(api, schema) === 'number' && COUNTED.test(name);
    if (place === pointer || isCounted || CHANGING.test(name)) return [];
    const isKept = moved.every(([first, ...others]) => {
      const was = valueAt(successJson(first), place);
      return !isBlank(was) && others.every((one) => sameReported(was, valueAt(successJson(one), place)));
    });
    return isKept ? [place.slice(within(at, '').length)] : [];
  });
}

export function movesCandidates(observed: Observed): readonly Candidate[] {
  const { api } = observed;
  const reading = api.operations.filter(({ method, path }) => method === 'GET' && isOfOne(path));
  return api.operations.flatMap((operation) => {
    const { id, method, path } = operation;
    const read = reading.find(
      (one) =>
        isBelow(path, one.path) &&
        bare(path)
          .slice(bare(one.path).length + 1)
          .split('/').length === 1,
    );
    if (read === undefined || method === 'GET') return [];
    const own = new Set(scalarsOf(api, operation, thingsAt(api, operation), 0).map(({ at }) => at));
    return scalarsOf(api, read, thingsAt(api, read), 0).flatMap(({ name, at, schema }) => {
      if (kindOf(api, schema) !== 'number' || !COUNTED.test(name)) return [];
      const by = method === 'DELETE' || /\/un[a-z]+$/.test(path) ? -1 : 1;
      // What does not move the number says nothing of what stays beside it.
      const isMoving = declaredOf(api, 'moves').some((one) => one.operation === id && one.pointer === at);
      const keeps = isMoving ? keptBeside(observed, read, at) : [];
      const kept = keeps.length === 0 ? {} : { keeps };
      return [{ operation: id, members: { ...(own.has(at) ? { at } : {}), by, read: read.id, pointer: at, ...kept } }];
    });
  });
}
