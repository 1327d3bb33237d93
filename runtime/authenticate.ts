/** Finds the credentials in a request that an operation accepts, and the caller who presents them. It fails closed. */
import type { Operation, SecurityScheme, Service } from './operation.ts';
import { Refusal } from './refusal.ts';
import { asError, type OnFault, refusalIn, report } from './reply.ts';

/**
 * The presented credentials, by security scheme: a bearer token without the word `Bearer`, or the value of a header.
 */
export type Credentials = Readonly<Record<string, string>>;

/** The return values of `authenticate` for an invalid credential. */
export type NoCaller = undefined | null | false;

/**
 * Whether a return value of `authenticate` is not a caller. NaN is not one: it results from the conversion of a missing
 * id.
 */
export function isNoCaller(value: unknown): boolean {
  return value === undefined || value === null || value === false || Number.isNaN(value);
}

/** The hint for the log when `authenticate` returned NaN, which is a mistake in `authenticate`. */
export function hintOnNaN(name: string): TypeError {
  return new TypeError(
    `authenticate returned NaN for ${name}, which is no caller, so the answer is a 401. When a credential does not hold, return undefined or throw new Refusal(401, ...)`,
  );
}

/**
 * Turns the presented credentials into the caller. For an invalid credential, return undefined, null or false, or throw
 * `Refusal(401)`; other refusals (403, 429, 503) are sent unchanged. Any other error is a fault, and a 500.
 */
export type Authenticate<Request> = (credentials: Credentials, operation: Operation, request: Request) => unknown;

/** The parts of a request that credentials are read from. */
interface Presenting<Request> {
  readonly request: Request;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

/** Finds the caller; returns a promise, since a verifier may be asynchronous. */
export type CallerOf<Request> = (incoming: Presenting<Request>) => Promise<unknown>;

/**
 * The function that finds the caller of an operation; undefined when it accepts no credential, or none needs to be
 * verified.
 * @param onFault called when `authenticate` returns NaN
 * @throws TypeError when the operation needs a credential and there is no `authenticate`
 */
export function authenticator<Request>(
  service: Service,
  operation: Operation,
  authenticate: Authenticate<Request> | undefined,
  onFault: OnFault<Request>,
): CallerOf<Request> | undefined {
  const isOptional = isCallerOptional(operation);
  if (authenticate === undefined) {
    if (isOptional) return undefined;
    throw new TypeError(`${service.name}.${operation.id} needs a credential: give the option authenticate`);
  }
  const alternatives = operation.security.filter((schemes) => schemes.length > 0);
  if (alternatives.length === 0) return undefined;

  async function verified(presented: Credentials, request: Request): Promise<unknown> {
    try {
      return await authenticate?.(presented, operation, request);
    } catch (error) {
      if (refusalIn(error) !== undefined) throw error;
      throw new Error(
        `authenticate failed for ${service.name}.${operation.id}: ${asError(error).message}. When a credential does not hold, return undefined or throw new Refusal(401, ...)`,
        { cause: error },
      );
    }
  }

  return async (incoming) => {
    let rejected: Refusal | undefined;
    let isPresented = false;
    // One of them is enough: a stale token does not invalidate a valid key.
    for (const schemes of alternatives) {
      const presented = presentedIn(incoming, service, schemes);
      if (presented === undefined) continue;
      isPresented = true;
      try {
        const caller = await verified(presented, incoming.request);
        if (!isNoCaller(caller)) return caller;
        if (Number.isNaN(caller)) report(hintOnNaN(`${service.name}.${operation.id}`), incoming.request, onFault);
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal?.status !== 401) throw error;
        rejected ??= refusal;
      }
    }
    if (rejected !== undefined) throw rejected;
    if (isOptional) return undefined;
    const names = alternatives.map((schemes) => schemes.join(' and ')).join(', or ');
    const message = isPresented
      ? `the credential is not valid (${names})`
      : `this operation needs a credential (${names})`;
    throw new Refusal(401, message);
  };
}

/** Whether an operation may also be called without a credential. */
function isCallerOptional({ security }: Operation): boolean {
  return security.length === 0 || security.some((schemes) => schemes.length === 0);
}

/**
 * The `WWW-Authenticate` of a 401 (RFC 9110, section 15.5.2), one challenge for each way in which the operation, or
 * otherwise the service, accepts a credential.
 */
export function challengeOf({ securitySchemes }: Service, { security }: Operation): string {
  const names = security.flat();
  const schemes = names.length > 0 ? names.map((name) => securitySchemes[name]) : Object.values(securitySchemes);
  const challenges = schemes.map((scheme) => (scheme?.type === 'apiKey' ? 'ApiKey' : 'Bearer'));
  return challenges.length === 0 ? 'Bearer' : [...new Set(challenges)].join(', ');
}

function presentedIn(
  incoming: Presenting<unknown>,
  service: Service,
  schemes: readonly string[],
): Credentials | undefined {
  const presented: Record<string, string> = {};
  for (const name of schemes) {
    const value = valueIn(incoming, service.securitySchemes[name]);
    if (value === undefined) return undefined;
    presented[name] = value;
  }
  return presented;
}

function valueIn(incoming: Presenting<unknown>, scheme: SecurityScheme | undefined): string | undefined {
  if (scheme?.type === 'bearer') return /^Bearer +(\S+) *$/i.exec(incoming.header('authorization') ?? '')?.[1];
  const value = scheme === undefined ? undefined : incoming.header(scheme.name.toLowerCase());
  return value === '' ? undefined : value;
}
