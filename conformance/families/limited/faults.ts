/** Servers whose answers hold too much, or too little. */
import type { Asked, At } from '../../fault/at.ts';
import type { FaultMaker } from '../../fault/fault.ts';
import { pagedListOf } from '../../find/pages.ts';
import type { JsonObject } from '../../model/json.ts';
import type { FamilyFault } from '../family.ts';
import { besidesOf } from './besides.ts';
import type { Limited } from './index.ts';

type Items = readonly JsonObject[];

/** So many items, the same ones over and over. */
function stretched(items: Items, count: number): Items {
  return items.length === 0 ? [] : Array.from({ length: count }, (_, index) => items[index % items.length] ?? {});
}

export function limitedFaults({ operation, limit, default: usual, maximum }: Limited, at: At): readonly FamilyFault[] {
  const place = at(operation);
  const list = pagedListOf(at.api, operation);
  const given = ({ query }: Asked) => (limit !== undefined && query.has(limit) ? Number(query.get(limit)) : null);
  const isLater = ({ query }: Asked) => list !== null && list.by !== null && query.has(list.cursor);
  const fault = (kills: string, id: string, made: FaultMaker): FamilyFault => ({
    id: `${operation}: ${id}`,
    kills,
    fault: made,
  });
  const items = (kills: string, id: string, change: (all: Items, asked: Asked) => Items) =>
    fault(kills, id, place.items.all(change));
  const raised = (asked: Asked) => {
    const number = given(asked);
    return number === null || limit === undefined ? {} : { [limit]: String(number + 1) };
  };
  const withLimit =
    limit === undefined
      ? []
      : [
          fault('at-most', 'the limit is ignored', place.query({ [limit]: undefined })),
          fault('at-most', 'a page holds one more than its limit', place.query(raised)),
          ...[...new Set(list === null ? [] : besidesOf(at.api, list).map(({ name }) => name))].map((name) =>
            fault(
              'at-most',
              `the limit is ignored beside ${name}`,
              place.query(({ query }) => (query.has(name) ? { [limit]: undefined } : {})),
            ),
          ),
          items('filled', 'a limit below ten brings nothing', (all, asked) => ((given(asked) ?? 10) < 10 ? [] : all)),
          items('filled', 'a limit below five hundred brings nothing', (all, asked) =>
            (given(asked) ?? 500) < 500 ? [] : all,
          ),
        ];
  // By an offset the items that a page leaves out are simply the next ones.
  const behindPages =
    limit === undefined || list?.by === 'offset'
      ? []
      : [
          items('filled', 'with a limit above one the last item of each page is lost', (all, asked) =>
            (given(asked) ?? 1) > 1 ? all.slice(0, -1) : all,
          ),
        ];
  const onLaterPages =
    limit === undefined || list === null || list.by === null
      ? []
      : [
          fault(
            'at-most',
            'the limit is ignored after the first page',
            place.query((asked) => (isLater(asked) ? { [limit]: undefined } : {})),
          ),
          items('filled', 'with a limit every page but the first is empty', (all, asked) =>
            isLater(asked) && given(asked) !== null ? [] : all,
          ),
        ];
  const withDefault =
    usual === undefined
      ? []
      : [
          items('default', `without a limit it holds more than ${usual}`, (all, asked) =>
            given(asked) === null ? stretched(all, usual + 1) : all,
          ),
          ...(limit === undefined
            ? []
            : [
                items('default', `without a limit it holds one less than with ${usual}`, (all, asked) =>
                  given(asked) === null && !isLater(asked) ? all.slice(0, -1) : all,
                ),
              ]),
        ];
  /** What a server gives at most is less than it may: seen where a list without pages can be filled. */
  const capped =
    limit === undefined || maximum === undefined || list?.by !== null
      ? []
      : [...(usual === undefined || usual >= maximum ? [] : [usual]), maximum - 1].map((most) =>
          items('filled', `a limit above ${most} counts as ${most}`, (all) => all.slice(0, most)),
        );
  const withMaximum =
    maximum === undefined
      ? []
      : [
          items('maximum', `it may hold more than ${maximum}`, (all, asked) =>
            limit === undefined || (given(asked) ?? 0) > maximum ? stretched(all, maximum + 1) : all,
          ),
        ];
  return [...withLimit, ...behindPages, ...onLaterPages, ...withDefault, ...capped, ...withMaximum];
}
