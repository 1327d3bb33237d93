/** Servers that answer about something else than what a parameter of the request names. */
import { setTimeout as wait } from 'node:timers/promises';
import { namedIn, withPathInputs } from '../model/requests.ts';
import { type Asked, type Place, withQuery } from './at.ts';
import type { FaultMaker } from './fault.ts';
import { type Request, successOf } from './proxy/reply.ts';

function about({ operation }: Place, request: Request, parameter: string, value: string): Request {
  return operation.path.includes(`{${parameter}}`)
    ? { ...request, path: withPathInputs(operation, request.path, { [parameter]: value }) }
    : withQuery(request, { [parameter]: value });
}

/**
 * Every request is answered as the first one was asked that there was something for.
 *
 * @param isEmpty tells of a successful answer that there is nothing.
 */
export function answersTheFirst(
  place: Place,
  parameter: string,
  isEmpty: (json: unknown) => boolean = () => false,
): FaultMaker {
  return () => {
    let first: string | null = null;
    const fault = place.instead(async (asked, next) => {
      if (first !== null) return next(about(place, asked, parameter, first));
      const reply = await next(asked);
      const json = successOf(reply);
      if (json !== undefined && !isEmpty(json)) first = namedIn(place.operation, asked, parameter);
      return reply;
    });
    return fault();
  };
}

/** Every request is answered as the first one was asked that there was something for, whatever its path names. */
export function answersTheFirstPath(place: Place): FaultMaker {
  return place.remembering<string>(async (kept, asked, next) => {
    const reply = await next({ ...asked, path: kept.value ?? asked.path });
    if (successOf(reply) !== undefined) kept.value ??= asked.path;
    return reply;
  });
}

/** Every request but the first is answered as the one before was asked. */
export function answersTheOneBefore(place: Place, parameter: string): FaultMaker {
  return () => {
    let last: string | null = null;
    const fault = place.request((asked) => {
      const before = last;
      last = namedIn(place.operation, asked, parameter);
      return before === null ? asked : about(place, asked, parameter, before);
    });
    return fault();
  };
}

/**
 * What is not there is answered with something that is.
 *
 * @param isEmpty tells of a successful answer that there is nothing.
 */
export function answersAnyway(
  place: Place,
  parameter: string,
  isEmpty: (json: unknown) => boolean = () => false,
): FaultMaker {
  return () => {
    let known: string | null = null;
    const fault = place.instead(async (asked, next) => {
      const reply = await next(asked);
      if (reply.kind !== 'reply') return reply;
      const json = successOf(reply);
      const isMissing = (reply.status >= 400 && reply.status < 500) || (json !== undefined && isEmpty(json));
      if (!isMissing) known ??= namedIn(place.operation, asked, parameter);
      return isMissing && known !== null ? next(about(place, asked, parameter, known)) : reply;
    });
    return fault();
  };
}

/** What is kept of a request is overwritten by the next one, where that comes before the answer. */
export function mixedUp(place: Place, take: (asked: Asked, latest: Asked) => Request): FaultMaker {
  return place.remembering<Asked>(async (latest, asked, next) => {
    latest.value = asked;
    await wait(20);
    return next(take(asked, latest.value));
  });
}

/** The same, of a query parameter alone. */
export function mixedUpBy(place: Place, parameter: string): FaultMaker {
  return mixedUp(place, (asked, { query }) => withQuery(asked, { [parameter]: query.get(parameter) ?? undefined }));
}
