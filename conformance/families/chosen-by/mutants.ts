/** Servers that take another choice than they should. */

import { type Mutant, mutantsOf } from '../../core/mutant.ts';
import type { At, MatchedRequest, Mutation } from '../../core/place.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import { neededBy } from '../../discovery/paths.ts';
import { operationOf } from '../../model/document/api.ts';
import { itemsIn, listOf } from '../../model/document/lists.ts';
import { withHeaders, withQuery } from '../../mutation/language/at.ts';
import { isSuccessful, type Request, successOf } from '../../mutation/proxy/reply.ts';
import type { ChosenBy } from './declared.ts';

type Values = Readonly<Record<string, string | undefined>>;

export function chosenByMutants({ operation: id, subject, headers, query }: ChosenBy, at: At): readonly Mutant[] {
  const place = at(id);
  const operation = operationOf(at.api, id);
  const names = headers.map((name) => name.toLowerCase());
  const inHeader = ({ headers: sent }: Request) => names.some((name) => sent[name] !== undefined);
  const inQuery = ({ query: sent }: Request) => query.some((name) => sent.has(name));
  const bare = Object.fromEntries(names.map((name) => [name, undefined]));
  const unasked = Object.fromEntries(query.map((name) => [name, undefined]));
  const differ = (request: Request) =>
    names.some((name, index) => {
      const [one, other] = [request.headers[name], request.query.get(query[index] ?? '')];
      return one !== undefined && other !== null && one !== other;
    });
  /** Does as if no header chose, where it is meant. */
  const withoutHeader = (isMeant: (request: MatchedRequest) => boolean): Mutation =>
    place.request((request) => (isMeant(request) ? withHeaders(request, bare) : request));
  /** Takes the values of the first request that had some. */
  const first = (
    has: (request: Request) => boolean,
    valuesOf: (request: Request) => Values,
    put: (request: Request, values: Values) => Request,
  ) =>
    place.remembering<Values>((kept, request, next) => {
      if (has(request)) kept.value ??= valuesOf(request);
      return next(has(request) && kept.value !== undefined ? put(request, kept.value) : request);
    });
  const headersOf = ({ headers: sent }: Request): Values => Object.fromEntries(names.map((name) => [name, sent[name]]));
  const queryOf = ({ query: sent }: Request): Values =>
    Object.fromEntries(query.map((name) => [name, sent.get(name) ?? undefined]));
  const isUnchosen = (request: MatchedRequest) => !inHeader(request) && !inQuery(request);
  const unchosen = place.asBefore('first', isUnchosen);
  const limit = pagedListOf(at.api, id)?.limit ?? null;
  const isOfThing = neededBy(operation).length > 0;
  const among = names.slice(1).flatMap((name, index) => {
    const parameter = query[index + 1] ?? '';
    const isAlone = ({ query: sent }: Request) => sent.has(parameter) && !sent.has(query[0] ?? '');
    const moved = place.request((request) => {
      const value = request.query.get(parameter);
      return value === null || request.headers[name] === undefined ? request : withHeaders(request, { [name]: value });
    });
    return [
      [`takes ${parameter} of the query although a header chooses`, withoutHeader(isAlone)],
      [`takes ${parameter} of the query in place of that of the header`, moved],
    ] as const;
  });
  return mutantsOf(`${id}: `, {
    required: {
      [`needs no ${subject}`]: unchosen,
      [`takes the first ${subject} where none is chosen`]: unchosenAsFirst(),
      ...(limit !== null && {
        [`needs no ${subject} on pages of a size`]: place.asBefore(
          'first',
          (request) => isUnchosen(request) && request.query.has(limit),
        ),
      }),
    },
    'in-header': {
      [`refuses a ${subject} in the header`]: place.refused((request) => inHeader(request) && !inQuery(request)),
      ...(!isOfThing && {
        'passes over the headers': withoutHeader((request) => !inQuery(request)),
        [`takes the first ${subject} of a header for ever`]: first(inHeader, headersOf, withHeaders),
      }),
    },
    'in-query': {
      [`refuses a ${subject} in the query`]: place.refused((request) => inQuery(request) && !inHeader(request)),
      'passes over the query': place.request((request) => withQuery(request, unasked)),
      [`takes the first ${subject} of a query for ever`]: first(inQuery, queryOf, withQuery),
    },
    'header-wins': {
      [`takes the ${subject} of the query although a header chooses one`]: withoutHeader(inQuery),
      ...(limit !== null && {
        [`takes the ${subject} of the query on small pages`]: withoutHeader(
          (request) => inQuery(request) && request.query.has(limit),
        ),
      }),
      ...(operation.method === 'GET' &&
        names.length > 1 && {
          [`takes the ${subject} of the query where a header chooses one with nothing`]: emptyAsQuery(),
        }),
      'refuses header and query that differ': place.refused(differ),
      'takes header and query that differ for a conflict': place.refused(differ, 409),
      ...Object.fromEntries(among),
    },
  });

  /** Where there is nothing by the header, what the query chooses. */
  function emptyAsQuery(): Mutation {
    const list = listOf(at.api, operation);
    return place.instead(async (request, next) => {
      const reply = await next(request);
      const isEmpty = list !== null && itemsIn(list, successOf(reply))?.length === 0;
      return isEmpty && inHeader(request) && inQuery(request) ? next(withHeaders(request, bare)) : reply;
    });
  }

  /** The choice of the first request that had one, for requests without a choice. */
  function unchosenAsFirst(): Mutation {
    return place.remembering<Request>(async (kept, request, next) => {
      if (inHeader(request) || inQuery(request)) {
        const reply = await next(request);
        if (isSuccessful(reply)) kept.value ??= request;
        return reply;
      }
      if (kept.value === undefined) return next(request);
      return next(withQuery(withHeaders(request, headersOf(kept.value)), queryOf(kept.value)));
    });
  }
}
