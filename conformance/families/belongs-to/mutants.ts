/** Servers that show what belongs to another. */

import { each, type Mutant, mutantsOf } from '../../core/mutant.ts';
import type { At, MatchedRequest } from '../../core/place.ts';
import { chooserOf } from '../../discovery/choices.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import { neededBy } from '../../discovery/paths.ts';
import { declaredAt, itemsIn, listOf } from '../../model/document/lists.ts';
import { type JsonObject, objectsOf } from '../../model/values/json.ts';
import { unknownIdLike } from '../../mutation/language/alter.ts';
import { answersAnyway, answersCallersOtherwise, answersTheFirst } from '../../mutation/language/another.ts';
import { withQuery } from '../../mutation/language/at.ts';
import { editedReply } from '../../mutation/language/edit.ts';
import { type Reply, successOf } from '../../mutation/proxy/reply.ts';
import { completeAspect } from './complete.ts';
import type { BelongsTo } from './declared.ts';
import { isKeyOfAll, waysToSend, wordsOf } from './names.ts';

export function belongsToMutants(declared: BelongsTo, at: At): readonly Mutant[] {
  const { operation, parameter, member, at: pointer } = declared;
  const place = at(operation);
  const unknown = (value: unknown) => (Array.isArray(value) ? value.map(unknownIdLike) : unknownIdLike(value));
  const unrelated = (item: JsonObject) => ({ ...item, [member]: unknown(item[member]) });
  const list = listOf(at.api, place.operation);
  const limit = pagedListOf(at.api, operation)?.limit ?? '';
  const isEmpty = (json: unknown) => pointer === undefined && list !== null && itemsIn(list, json)?.length === 0;
  const reads = place.operation.method === 'GET';
  const ofItems = pointer === undefined;
  const ways = ofItems && reads ? waysToSend(at.api, place.operation, parameter) : [];
  const words = ofItems && reads ? wordsOf(at.api, place.operation, parameter) : [];
  /** Returns data of another item under the requested name, if that item has none of its own. */
  const renames = place.remembering<Map<string, Reply>>(async (kept, request, next) => {
    const reply = await next(request);
    const { [parameter]: name, ...rest } = request.inputs;
    const key = JSON.stringify(rest);
    const isTaken = successOf(reply) !== undefined;
    kept.value ??= new Map();
    if (isTaken) kept.value.set(key, reply);
    const isRefused = reply.kind === 'reply' && (reply.status === 401 || reply.status === 403);
    const other = isTaken || isRefused ? undefined : kept.value.get(key);
    return other === undefined ? reply : editedReply(other, `${pointer}/${member}`, () => name);
  });
  /** Returns the first list under every requested name. */
  const relabels = place.remembering<unknown>(async (kept, request, next) => {
    const reply = await next(request);
    const items = list === null ? undefined : itemsIn(list, successOf(reply));
    if (items && items.length >= (objectsOf(items)[0]?.['id'] === undefined ? 3 : 1)) kept.value ??= items;
    const name = request.inputs[parameter];
    const most = Number(request.query.get(limit) ?? Number.POSITIVE_INFINITY);
    const shown = objectsOf(kept.value)
      .slice(0, most)
      .map((item) => ({ ...item, [member]: name }));
    return list === null || shown.length === 0 ? reply : editedReply(reply, list.items, () => shown);
  });
  /** A name is taken for one that begins so. */
  const begins = place.remembering<Set<string>>((known, request, next) => {
    const name = request.query.get(parameter) ?? '';
    known.value ??= new Set();
    const whole = name && [...known.value].find((one) => one.startsWith(name));
    known.value.add(name);
    return next(whole ? withQuery(request, { [parameter]: whole }) : request);
  });
  const chooser = chooserOf(at.api, operation);
  const isText = chooser?.parts.some(({ query, isText: is }) => query === parameter && is);
  const optional = place.operation.parameters.filter(({ in: where, required }) => where === 'query' && !required);
  const isOptional = (name: unknown) => optional.some((one) => one.name === name);
  // Parameters that choose together do not filter.
  const isFiltered = chooser === null;
  const chosen = declaredAt(at.api, operation, 'belongs-to').map((one) => one.parameter);
  const beside =
    ofItems && reads && isFiltered && isOptional(parameter)
      ? chosen.filter((one) => one !== parameter && isOptional(one))
      : [];
  /** As far as the request chooses. */
  const narrow = isOptional(parameter) && isFiltered ? place.when(({ query }) => query.has(parameter)) : place;
  const complete = completeAspect(declared);
  const { of = operation } = declared;
  const { key } = listOf(at.api, { id: of }) ?? { key: '' };
  const isOdd = (id: unknown) => (String(id).codePointAt(String(id).length - 1) ?? 0) % 2 === 1;
  const isNarrow = ({ query }: MatchedRequest) => of !== operation || query.has(parameter);
  const isOneThing = list === null && place.operation.path.includes(`{${parameter}}`);
  return mutantsOf(`${operation} by ${parameter}: `, {
    ...(complete !== undefined && {
      [complete]: {
        'half of them are listed with it alone': at(of).items.all((items, request) =>
          of === operation && request.query.has(parameter) ? items : items.filter((item) => !isOdd(item[key])),
        ),
        'one that is of it is missing': place.items.all((items, request) =>
          isNarrow(request) ? items.slice(1) : items,
        ),
      },
    }),
    [declared.member]: {
      ...(reads && {
        'always what was asked for first': answersTheFirst(place, parameter, isEmpty),
        ...(isOneThing && answersCallersOtherwise(place, at.api)),
        // A word that the document does not have is a wrong input.
        ...(words.length === 0 && {
          'what has nothing is answered with what another has': answersAnyway(place, parameter, isEmpty),
        }),
      }),
      ...(ofItems
        ? {
            'the last item is of another': narrow.items.last(unrelated),
            'the first item is of another': narrow.items.first(unrelated),
            'each item is of another': narrow.items.each(unrelated),
            ...(neededBy(place.operation).length === 1 &&
              isKeyOfAll(declared, at.api) && {
                'what belongs to the first is returned under each name': relabels,
              }),
          }
        : {
            [`the ${member} is that of another`]: place.value(`${pointer}/${member}`, unknownIdLike),
            ...(reads &&
              neededBy(place.operation).length > 1 &&
              isKeyOfAll(declared, at.api) && { 'what belongs to another is returned under its name': renames }),
          }),
      ...each(ways, ([name, word]) => [
        `with ${name} ${word} the first item is of another`,
        place.when(({ query }) => query.get(name) === word).items.first(unrelated),
      ]),
      ...each(words, (word) => [
        `of ${word} the first item is of another`,
        place.when(({ query }) => query.get(parameter) === word).items.first(unrelated),
      ]),
      ...(beside.length > 0 && {
        'beside another choice it is left out of account': place.query(({ query }) =>
          beside.some((name) => query.has(name)) ? { [parameter]: undefined } : {},
        ),
      }),
      ...(isText && reads && { 'a name is taken for one that begins so': begins }),
      ...(ofItems &&
        optional.length > 0 && {
          'with a limit or a cursor the last item is of another': place
            .when(({ query }) => query.size > 0)
            .items.last(unrelated),
        }),
    },
  });
}
