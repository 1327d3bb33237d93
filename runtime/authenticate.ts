/** Finds the credentials that an operation takes in a request, and asks who presents them. */
import type { Operation, SecurityScheme, Service } from './operation.ts';
import { Refusal } from './refusal.ts';

/** What was presented, by security scheme: a bearer token without the word `Bearer`, or the value of a header. */
export type Credentials = Readonly<Record<string, string>>;

/** Turns what was presented into the caller; throws `Refusal(401)` when it does not hold. */
export type Authenticate<Request> = (credentials: Credentials, operation: Operation, request: Request) => unknown;

/** A request, as far as its credentials are looked for. */
interface Presenting<Request> {
  readonly request: Request;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

/**
 * What an operation asks of its caller; undefined when it needs nothing and nothing looks at what is presented.
 *
 * @throws TypeError when the operation needs a credential and there is no `authenticate`
 */
export function authenticator<Request>(
  service: Service,
  operation: Operation,
  authenticate: Authenticate<Request> | undefined,
): ((incoming: Presenting<Request>) => unknown) | undefined {
  const optional = operation.security.length === 0 || operation.security.some((schemes) => schemes.length === 0);
  if (authenticate === undefined) {
    if (optional) return undefined;
    throw new TypeError(`${service.name}.${operation.id} needs a credential: give the option authenticate`);
  }
  const alternatives = operation.security.filter((schemes) => schemes.length > 0);
  if (alternatives.length === 0) return undefined;
  const bearer = alternatives.flat().some((name) => service.securitySchemes[name]?.type === 'bearer');
  const challenge = bearer ? 'Bearer' : 'ApiKey';
  return (incoming) => {
    for (const schemes of alternatives) {
      const presented = presentedIn(incoming, service, schemes);
      if (presented !== undefined) return authenticate(presented, operation, incoming.request);
    }
    if (optional) return undefined;
    const names = alternatives.map((schemes) => schemes.join(' and ')).join(', or ');
    throw new Refusal(401, `this operation needs a credential (${names})`, {
      headers: { 'WWW-Authenticate': challenge },
    });
  };
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
