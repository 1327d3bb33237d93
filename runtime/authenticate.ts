/** Finds the credentials that an operation takes in a request, and asks who presents them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Operation, SecurityScheme, Service } from './operation.ts';
import { Refusal } from './refusal.ts';

/** What was presented, by security scheme: a bearer token without the word `Bearer`, or the value of a header. */
export type Credentials = Readonly<Record<string, string>>;

/** Turns what was presented into the caller; throws `Refusal(401)` when it does not hold. */
export type Authenticate<In> = (credentials: Credentials, operation: Operation, incoming: In) => unknown;

/**
 * What an operation asks of its caller; undefined when it needs nothing and nothing looks at what is presented.
 *
 * @throws TypeError when the operation needs a credential and there is no `authenticate`
 */
export function authenticator<In extends { readonly headers: IncomingHttpHeaders }>(
  service: Service,
  operation: Operation,
  authenticate: Authenticate<In> | undefined,
): ((incoming: In) => unknown) | undefined {
  const optional = operation.security.length === 0 || operation.security.some((schemes) => schemes.length === 0);
  if (authenticate === undefined) {
    if (optional) return undefined;
    throw new TypeError(
      `mount: ${service.name}.${operation.id} needs a credential, so give mount the option authenticate`,
    );
  }
  const alternatives = operation.security.filter((schemes) => schemes.length > 0);
  if (alternatives.length === 0) return undefined;
  const bearer = alternatives.flat().some((name) => service.securitySchemes[name]?.type === 'bearer');
  const challenge = bearer ? 'Bearer' : 'ApiKey';
  return (incoming) => {
    for (const schemes of alternatives) {
      const presented = presentedIn(incoming.headers, service, schemes);
      if (presented !== undefined) return authenticate(presented, operation, incoming);
    }
    if (optional) return undefined;
    const names = alternatives.map((schemes) => schemes.join(' and ')).join(', or ');
    throw new Refusal(401, `this operation needs a credential (${names})`, {
      headers: { 'WWW-Authenticate': challenge },
    });
  };
}

function presentedIn(
  headers: IncomingHttpHeaders,
  service: Service,
  schemes: readonly string[],
): Credentials | undefined {
  const presented: Record<string, string> = {};
  for (const name of schemes) {
    const value = valueIn(headers, service.securitySchemes[name]);
    if (value === undefined) return undefined;
    presented[name] = value;
  }
  return presented;
}

function valueIn(headers: IncomingHttpHeaders, scheme: SecurityScheme | undefined): string | undefined {
  if (scheme?.type === 'bearer') return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  const value = scheme === undefined ? undefined : headers[scheme.name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
