/** Credentials on the requests that faulty servers see. */
import type { WholeReply } from '@wallet-services/kit/exchange';
import type { Mutation, Place } from '../../core/place.ts';
import { type Carrier, carrierOf } from '../../model/carrier.ts';
import { type ApiModel, securityScheme } from '../../model/document/api.ts';
import { withHeaders, withQuery } from '../../mutation/language/at.ts';
import { isSuccessful, type Reply, type Request } from '../../mutation/proxy/reply.ts';

/** A scheme, and what carries its credential. */
export type Carriers = readonly (readonly [scheme: string, carrier: Carrier])[];

/** What a request presents, by security scheme; undefined where it presents nothing. */
export type Presented = Readonly<Record<string, string | undefined>>;

export function valueOn(
  { headers, query }: Pick<Request, 'headers' | 'query'>,
  { in: place, name, word }: Carrier,
): string | undefined {
  const cookie = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers['cookie'] ?? '')?.[1];
  const value = { header: headers[name], query: query.get(name) ?? undefined, cookie }[place];
  return word === null ? value : value?.replace(new RegExp(`^${word} ?`, 'i'), '');
}

export function presented(request: Request, carriers: Carriers): Presented {
  return Object.fromEntries(carriers.map(([scheme, carrier]) => [scheme, valueOn(request, carrier)]));
}

/** The request with the credentials of another. */
export function withThoseOf(right: Request, request: Request, carriers: Carriers): Request {
  return carriers.reduce((changed, [, { in: place, name }]) => {
    if (place === 'query') return withQuery(changed, { [name]: right.query.get(name) ?? undefined });
    const header = place === 'cookie' ? 'cookie' : name;
    return withHeaders(changed, { [header]: right.headers[header] });
  }, request);
}

/**
 * A server that does what it refuses, with the first credentials that were right.
 *
 * @param answer what it answers then. Default: what comes of it.
 */
export function withTheFirstRight(
  place: Place,
  carriers: Carriers,
  isMeant: (request: Request, right: Request) => boolean,
  answer: (refusal: WholeReply, done: Reply) => Reply = (_, done) => done,
): Mutation {
  return place.remembering<Request>(async (right, request, next) => {
    const reply = await next(request);
    if (isSuccessful(reply)) right.value ??= request;
    if (right.value === undefined || reply.kind !== 'reply' || reply.status < 400) return reply;
    if (!isMeant(request, right.value)) return reply;
    return answer(reply, await next(withThoseOf(right.value, request, carriers)));
  });
}

/** What carries the credentials of some schemes. */
export function carriersOf(api: ApiModel, schemes: readonly string[]): Carriers {
  return schemes.flatMap((name) => {
    const scheme = securityScheme(api, name);
    return scheme === undefined ? [] : [[name, carrierOf(scheme)] as const];
  });
}

/** Whether a request presents no credential of some schemes. */
export function isBare(request: Request, carriers: Carriers): boolean {
  return Object.values(presented(request, carriers)).every((value) => value === undefined);
}
