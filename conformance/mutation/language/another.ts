/** Servers that respond with another item than the one that a parameter of the request names. */
import { setTimeout as wait } from 'node:timers/promises';
import type { MatchedRequest, Mutation, Place } from '../../core/place.ts';
import { type ApiModel, isPublic } from '../../model/document/api.ts';
import { namedIn, withPathInputs } from '../../model/document/requests.ts';
import { isSuccessful, type Reply, type Request, successOf } from '../proxy/reply.ts';
import { callerIn, withQuery } from './at.ts';

/** Makes a successful response empty. */
type IsEmpty = (json: unknown) => boolean;

const never: IsEmpty = () => false;

function about({ operation }: Place, request: Request, parameter: string, value: string): Request {
  return operation.path.includes(`{${parameter}}`)
    ? { ...request, path: withPathInputs(operation, request.path, { [parameter]: value }) }
    : withQuery(request, { [parameter]: value });
}

/** Every request gets the response to the first one that had data. */
export function answersTheFirst(place: Place, parameter: string, isEmpty = never): Mutation {
  return place.remembering<string>(async (first, request, next) => {
    if (first.value !== undefined) return next(about(place, request, parameter, first.value));
    const reply = await next(request);
    const json = successOf(reply);
    if (json !== undefined && !isEmpty(json)) first.value = namedIn(place.operation, request, parameter) ?? undefined;
    return reply;
  });
}

/** Every request gets the response to the first one that had data, whatever its path names. */
export function answersTheFirstPath(place: Place): Mutation {
  return place.remembering<string>(async (kept, request, next) => {
    const reply = await next({ ...request, path: kept.value ?? request.path });
    if (isSuccessful(reply)) kept.value ??= request.path;
    return reply;
  });
}

/**
 * Requests with a credential that an operation does not need get the response to the first one without. The mutation by
 * its description; none if an operation needs a credential, or no credential is documented.
 */
export function answersCallersOtherwise(place: Place, api: ApiModel): Readonly<Record<string, Mutation>> {
  if (!isPublic(place.operation) || Object.keys(api.document.components.securitySchemes ?? {}).length === 0) return {};
  const otherwise = place.remembering<string>((kept, request, next) => {
    if (callerIn(api, request) !== '') return next({ ...request, path: kept.value ?? request.path });
    kept.value ??= request.path;
    return next(request);
  });
  return { 'a caller with a credential gets what the first one without got': otherwise };
}

/** A repeated request gets its earlier response. @param keyOf identifies equal requests. */
export function answersAsBefore(place: Place, keyOf: (request: MatchedRequest) => string): Mutation {
  return place.remembering<Map<string, Reply>>(async (kept, request, next) => {
    kept.value ??= new Map();
    const reply = kept.value.get(keyOf(request)) ?? (await next(request));
    if (isSuccessful(reply)) kept.value.set(keyOf(request), reply);
    return reply;
  });
}

/** Every request but the first gets the response to the one before. */
export function answersTheOneBefore(place: Place, parameter: string): Mutation {
  return place.remembering<string>((last, request, next) => {
    const before = last.value;
    last.value = namedIn(place.operation, request, parameter) ?? undefined;
    return next(before === undefined ? request : about(place, request, parameter, before));
  });
}

/** A request for a missing item gets the response of an existing one. */
export function answersAnyway(place: Place, parameter: string, isEmpty = never): Mutation {
  return place.remembering<string>(async (known, request, next) => {
    const reply = await next(request);
    if (reply.kind !== 'reply') return reply;
    const json = successOf(reply);
    const isMissing = (reply.status >= 400 && reply.status < 500) || (json !== undefined && isEmpty(json));
    if (!isMissing) known.value ??= namedIn(place.operation, request, parameter) ?? undefined;
    return isMissing && known.value !== undefined ? next(about(place, request, parameter, known.value)) : reply;
  });
}

/** The stored part of a request is overwritten by the next one, if that comes before the response. */
export function mixedUp(place: Place, take: (request: MatchedRequest, latest: MatchedRequest) => Request): Mutation {
  return place.remembering<MatchedRequest>(async (latest, request, next) => {
    latest.value = request;
    await wait(50);
    return next(take(request, latest.value));
  });
}

/** The same for a query parameter only. */
export function mixedUpBy(place: Place, parameter: string): Mutation {
  return mixedUp(place, (request, { query }) => withQuery(request, { [parameter]: query.get(parameter) ?? undefined }));
}

/** A request during another one gets the other one's response. */
export function answeredAsOne(place: Place): Mutation {
  return place.remembering<Promise<Reply>>(async (busy, request, next) => {
    busy.value ??= next(request);
    const reply = busy.value;
    await wait(50);
    busy.value = undefined;
    return reply;
  });
}
