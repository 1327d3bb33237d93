/** Credentials that are none: made up, cut, of another, or with a signature that does not hold. */
import { type ApiModel, type Operation, securityScheme } from '../../model/api.ts';
import type { CredentialUse } from '../../model/exchange.ts';
import type { Scene } from '../rule.ts';

/** How a request tries to get by. */
export interface WrongCredentials {
  /** `a token that is none` */
  readonly name: string;
  /** Sent beside the credentials of `schemes`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly use: CredentialUse;
  /** Schemes whose credentials are sent. */
  readonly schemes: readonly string[];
}

const MADE_UP = 'not-a-token-of-this-service';

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

const JWT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/** A token that says what a real one says, or what one might say. */
function claimsOf(token: string | undefined): string {
  return JWT.exec(token ?? '')?.[2] ?? base64url(JSON.stringify({ sub: '1', iat: 1_600_000_000, exp: 4_000_000_000 }));
}

/** The same token with another signature; made up where the real one is no JWT. */
function forged(token: string | undefined): string {
  const [, header, , signature] = JWT.exec(token ?? '') ?? [];
  const other = (signature ?? base64url('a signature that nobody made')).replace(/^./, (first) =>
    first === 'A' ? 'B' : 'A',
  );
  return `${header ?? base64url('{"alg":"HS256","typ":"JWT"}')}.${claimsOf(token)}.${other}`;
}

function unsigned(token: string | undefined): string {
  return `${base64url('{"alg":"none","typ":"JWT"}')}.${claimsOf(token)}.`;
}

function bearers(token: string | undefined): readonly WrongCredentials[] {
  const wrong = (name: string, value: string): WrongCredentials => ({
    name,
    headers: { authorization: value },
    use: 'none',
    schemes: [],
  });
  return [
    wrong('a token that is none', `Bearer ${MADE_UP}`),
    wrong('no token after the word Bearer', 'Bearer'),
    wrong('another scheme', `Basic ${Buffer.from(`user:${MADE_UP}`).toString('base64')}`),
    wrong('a token without a signature', `Bearer ${unsigned(token)}`),
    wrong('a token with a wrong signature', `Bearer ${forged(token)}`),
  ];
}

/** Each header wrong or missing, the others as they should be. */
function keys(api: ApiModel, schemes: readonly string[], scene: Scene): readonly WrongCredentials[] {
  const { credentials, otherCredentials } = scene.target;
  return schemes.flatMap((name): readonly WrongCredentials[] => {
    const header = securityScheme(api, name)?.name?.toLowerCase() ?? name;
    const rest = schemes.filter((other) => other !== name);
    const other = otherCredentials[name];
    const wrong = (what: string, headers: WrongCredentials['headers']): WrongCredentials => ({
      name: `${name} ${what}`,
      headers,
      use: 'given',
      schemes: rest,
    });
    return [
      ...(rest.length === 0 ? [] : [wrong('missing', {})]),
      wrong('made up', { [header]: MADE_UP }),
      ...(rest.length === 0 || other === undefined || other === credentials[name]
        ? []
        : [wrong('of another', { [header]: other })]),
    ];
  });
}

/** Everything that an operation must refuse, by the security schemes that its document names. */
export function wrongCredentials(operation: Operation, scene: Scene): readonly WrongCredentials[] {
  const { api, target } = scene;
  const [schemes = []] = operation.security.filter((alternative) => alternative.length > 0);
  const isBearer = (name: string) => securityScheme(api, name)?.type === 'http';
  const hasExpired = schemes.length > 0 && schemes.every((name) => target.expiredCredentials[name] !== undefined);
  return [
    { name: 'no credential', headers: {}, use: 'none', schemes: [] },
    ...schemes.filter(isBearer).flatMap((name) => bearers(target.credentials[name])),
    ...keys(
      api,
      schemes.filter((name) => !isBearer(name)),
      scene,
    ),
    ...(hasExpired ? [{ name: 'an expired credential', headers: {}, use: 'expired', schemes } as const] : []),
  ];
}
