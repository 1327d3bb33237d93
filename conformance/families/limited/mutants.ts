/** Servers that return too many items, or too few. */

import { each, type Mutant, mutantsOf } from '../../core/mutant.ts';
import type { At, MatchedRequest, Mutation } from '../../core/place.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import { USUAL_LIMIT } from '../../discovery/traversal.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { mixedUpBy } from '../../mutation/language/another.ts';
import { besidesOf } from './besides.ts';
import type { Limited } from './declared.ts';

type Items = readonly JsonObject[];

/** This many items, repeating the given ones. */
function stretched(items: Items, count: number): Items {
  return items.length === 0 ? [] : Array.from({ length: count }, (_, index) => items[index % items.length] ?? {});
}

export function limitedMutants({ operation, limit, default: usual, maximum }: Limited, at: At): readonly Mutant[] {
  const place = at(operation);
  const list = pagedListOf(at.api, operation);
  const given = ({ query }: MatchedRequest) =>
    limit !== undefined && query.has(limit) ? Number(query.get(limit)) : null;
  const isLater = ({ query }: MatchedRequest) => list !== null && list.by !== null && query.has(list.cursor);
  const raised = (request: MatchedRequest) => {
    const number = given(request);
    return number === null || limit === undefined ? {} : { [limit]: String(number + 1) };
  };
  const unlimited = (isMeant: (request: MatchedRequest) => boolean): Mutation =>
    place.query((request) => (limit !== undefined && isMeant(request) ? { [limit]: undefined } : {}));
  const besides = new Set(list === null ? [] : besidesOf(at.api, list).map(({ name }) => name));
  const isPaged = list !== null && list.by !== null;
  /** What a server gives at most is less than it may: seen where a list without pages can be filled. */
  const isCapped = limit !== undefined && maximum !== undefined && list?.by === null;
  const caps = isCapped ? [...(usual === undefined || usual >= maximum ? [] : [usual]), maximum - 1] : [];
  return mutantsOf(`${operation}: `, {
    ...(limit !== undefined && {
      'at-most': {
        'the limit is ignored': unlimited(() => true),
        'a page holds one more than its limit': place.query(raised),
        'limits of requests at once are mixed up': mixedUpBy(place, limit),
        ...((usual ?? 0) > USUAL_LIMIT && {
          'the limit is compared as a text': unlimited(({ query }) => (query.get(limit) ?? '') > String(usual)),
        }),
        ...each([...besides], (name) => [
          `the limit is ignored beside ${name}`,
          unlimited(({ query }) => query.has(name)),
        ]),
        ...(isPaged && { 'the limit is ignored after the first page': unlimited(isLater) }),
      },
      filled: {
        'a limit below ten brings nothing': place.items.all((all, request) => ((given(request) ?? 10) < 10 ? [] : all)),
        'a limit below five hundred brings nothing': place.items.all((all, request) =>
          (given(request) ?? 500) < 500 ? [] : all,
        ),
        // By pages it is advice: they may be short, if the next one continues.
        ...(!isPaged && {
          'a limit of two digits is read as its first': place.query((request) =>
            request.query.get(limit) === String(USUAL_LIMIT) ? { [limit]: '6' } : {},
          ),
        }),
        // By an offset the items that a page leaves out are simply the next ones.
        ...(list?.by !== 'offset' && {
          'with a limit above one the last item of each page is lost': place.items.all((all, request) =>
            (given(request) ?? 1) > 1 ? all.slice(0, -1) : all,
          ),
        }),
        ...(isPaged && {
          'with a limit every page but the first is empty': place.items.all((all, request) =>
            isLater(request) && given(request) !== null ? [] : all,
          ),
        }),
        ...each(caps, (most) => [
          `a limit above ${most} counts as ${most}`,
          place.items.all((all) => all.slice(0, most)),
        ]),
      },
    }),
    ...(usual !== undefined && {
      default: {
        [`without a limit it holds more than ${usual}`]: place.items.all((all, request) =>
          given(request) === null ? stretched(all, usual + 1) : all,
        ),
        ...(limit !== undefined && {
          [`without a limit it holds one less than with ${usual}`]: place.items.all((all, request) =>
            given(request) === null && !isLater(request) ? all.slice(0, -1) : all,
          ),
        }),
      },
    }),
    ...(maximum !== undefined && {
      maximum: {
        [`it may hold more than ${maximum}`]: place.items.all((all, request) =>
          limit === undefined || (given(request) ?? 0) > maximum ? stretched(all, maximum + 1) : all,
        ),
      },
    }),
  });
}
