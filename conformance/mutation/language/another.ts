/** Servers that answer about something else than what a parameter of the request names. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Asked, FaultMaker, Place } from '../../core/place.ts';
import { namedIn, withPathInputs } from '../../model/document/requests.ts';
import { isSuccessful, type Reply, type Request, successOf } from '../proxy/reply.ts';
import { withQuery } from './at.ts';

/** Tells of a successful answer that there is nothing. */
type IsEmpty = (json: unknown) => boolean;

const never: IsEmpty = () => false;

function about({ operation }: Place, request: Request, parameter: string, value: string): Request {
  return operation.path.includes(`{${parameter}}`)
    ? { ...request, path: withPathInputs(operation, request.path, { [parameter]: value }) }
    : withQuery(request, { [parameter]: value });
}

/** Every request is answered as the first one was asked that there was something for. */
export function answersTheFirst(place: Place, parameter: string, isEmpty = never): FaultMaker {
  return place.remembering<string>(async (first, asked, next) => {
    if (first.value !== undefined) return next(about(place, asked, parameter, first.value));
    const reply = await next(asked);
    const json = successOf(reply);
    if (json !== undefined && !isEmpty(json)) first.value = namedIn(place.operation, asked, parameter) ?? undefined;
    return reply;
  });
}

/** Every request is answered as the first one was asked that there was something for, whatever its path names. */
export function answersTheFirstPath(place: Place): FaultMaker {
  return place.remembering<string>(async (kept, asked, next) => {
    const reply = await next({ ...asked, path: kept.value ?? asked.path });
    if (isSuccessful(reply)) kept.value ??= asked.path;
    return reply;
  });
}

/** What was asked before is answered as it was then. @param keyOf tells requests apart. */
export function answersAsBefore(place: Place, keyOf: (asked: Asked) => string): FaultMaker {
  return place.remembering<Map<string, Reply>>(async (kept, asked, next) => {
    kept.value ??= new Map();
    const reply = kept.value.get(keyOf(asked)) ?? (await next(asked));
    if (isSuccessful(reply)) kept.value.set(keyOf(asked), reply);
    return reply;
  });
}

/** Every request but the first is answered as the one before was asked. */
export function answersTheOneBefore(place: Place, parameter: string): FaultMaker {
  return place.remembering<string>((last, asked, next) => {
    const before = last.value;
    last.value = namedIn(place.operation, asked, parameter) ?? undefined;
    return next(before === undefined ? asked : about(place, asked, parameter, before));
  });
}

/** What is not there is answered with something that is. */
export function answersAnyway(place: Place, parameter: string, isEmpty = never): FaultMaker {
  return place.remembering<string>(async (known, asked, next) => {
    const reply = await next(asked);
    if (reply.kind !== 'reply') return reply;
    const json = successOf(reply);
    const isMissing = (reply.status >= 400 && reply.status < 500) || (json !== undefined && isEmpty(json));
    if (!isMissing) known.value ??= namedIn(place.operation, asked, parameter) ?? undefined;
    return isMissing && known.value !== undefined ? next(about(place, asked, parameter, known.value)) : reply;
  });
}

/** What is kept of a request is overwritten by the next one, where that comes before the answer. */
export function mixedUp(place: Place, take: (asked: Asked, latest: Asked) => Request): FaultMaker {
  return place.remembering<Asked>(async (latest, asked, next) => {
    latest.value = asked;
    await wait(50);
    return next(take(asked, latest.value));
  });
}

/** The same, of a query parameter alone. */
export function mixedUpBy(place: Place, parameter: string): FaultMaker {
  return mixedUp(place, (asked, { query }) => withQuery(asked, { [parameter]: query.get(parameter) ?? undefined }));
}

/** What is asked while another request is being answered is answered as that one. */
export function answeredAsOne(place: Place): FaultMaker {
  return place.remembering<Promise<Reply>>(async (busy, asked, next) => {
    busy.value ??= next(asked);
    const reply = busy.value;
    await wait(50);
    busy.value = undefined;
    return reply;
  });
}
