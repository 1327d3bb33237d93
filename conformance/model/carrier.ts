/**
 * How a request carries a credential: as the document's security scheme describes, or as the target describes instead.
 */
import type { SecuritySchemeObject } from './document/document.ts';

/** How to send a credential where the document does not describe it, in the form of the target file. */
export interface Transport {
  /** Name of a header. */
  readonly header?: string;
  /** The word before the value in a header: `Bearer`. */
  readonly scheme?: string;
  /** Name of a cookie. */
  readonly cookie?: string;
  /** Name of a query parameter. */
  readonly query?: string;
}

export interface Carrier {
  readonly in: 'header' | 'cookie' | 'query';
  readonly name: string;
  /** The word before the value, separated by a space; null where there is only the value. */
  readonly word: string | null;
}

const AUTHORIZATION = 'authorization';

function given({ header, cookie, query, scheme }: Transport): Carrier {
  if (cookie !== undefined) return { in: 'cookie', name: cookie, word: null };
  if (query !== undefined) return { in: 'query', name: query, word: null };
  return { in: 'header', name: (header ?? AUTHORIZATION).toLowerCase(), word: scheme ?? null };
}

/** How the credential of a scheme is sent. @param transport the description of the target. */
export function carrierOf(scheme: SecuritySchemeObject, transport?: Transport): Carrier {
  if (transport !== undefined) return given(transport);
  const { type, name = '' } = scheme;
  if (type === 'apiKey' && (scheme.in === 'query' || scheme.in === 'cookie')) {
    return { in: scheme.in, name, word: null };
  }
  if (type === 'apiKey') return { in: 'header', name: name.toLowerCase(), word: null };
  // Tokens of OAuth 2 and OpenID Connect are sent by RFC 6750.
  const word = type === 'http' ? (scheme.scheme ?? 'Bearer') : 'Bearer';
  return { in: 'header', name: AUTHORIZATION, word: `${word.charAt(0).toUpperCase()}${word.slice(1)}` };
}

/** A name and a password in encoded form (RFC 7617); a text that is already encoded is unchanged. */
export function basicOf(value: string): string {
  return value.includes(':') ? Buffer.from(value).toString('base64') : value;
}

/** The parts of a request that carry credentials. */
export interface Carried {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Adds values to a request. */
export function carried(values: readonly { readonly carrier: Carrier; readonly value: string }[]): Carried {
  const within = (place: Carrier['in']) => values.filter(({ carrier }) => carrier.in === place);
  const text = ({ word }: Carrier, value: string) =>
    word === null ? value : `${word} ${word === 'Basic' ? basicOf(value) : value}`.trim();
  const named = (place: Carrier['in']) =>
    Object.fromEntries(within(place).map(({ carrier, value }) => [carrier.name, text(carrier, value)]));
  const cookies = Object.entries(named('cookie')).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return {
    headers: { ...named('header'), ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }) },
    query: named('query'),
  };
}
