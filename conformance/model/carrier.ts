/** How a request carries a credential: as the document's security scheme says, or as the target says instead. */
import type { SecuritySchemeObject } from './document/document.ts';

/** How a credential travels, where the document does not show it; as the target file has it. */
export interface Transport {
  /** Name of a header. */
  readonly header?: string;
  /** The word in front of the value in a header: `Bearer`. */
  readonly scheme?: string;
  /** Name of a cookie. */
  readonly cookie?: string;
  /** Name of a query parameter. */
  readonly query?: string;
}

export interface Carrier {
  readonly in: 'header' | 'cookie' | 'query';
  readonly name: string;
  /** Stands in front of the value, with a space between; null where the value stands alone. */
  readonly word: string | null;
}

const AUTHORIZATION = 'authorization';

function given({ header, cookie, query, scheme }: Transport): Carrier {
  if (cookie !== undefined) return { in: 'cookie', name: cookie, word: null };
  if (query !== undefined) return { in: 'query', name: query, word: null };
  return { in: 'header', name: (header ?? AUTHORIZATION).toLowerCase(), word: scheme ?? null };
}

/** How the credential of a scheme travels. @param transport what the target says of it. */
export function carrierOf(scheme: SecuritySchemeObject, transport?: Transport): Carrier {
  if (transport !== undefined) return given(transport);
  const { type, name = '' } = scheme;
  if (type === 'apiKey' && (scheme.in === 'query' || scheme.in === 'cookie')) {
    return { in: scheme.in, name, word: null };
  }
  if (type === 'apiKey') return { in: 'header', name: name.toLowerCase(), word: null };
  // Tokens of OAuth 2 and OpenID Connect travel as RFC 6750 has it.
  const word = type === 'http' ? (scheme.scheme ?? 'Bearer') : 'Bearer';
  return { in: 'header', name: AUTHORIZATION, word: `${word.charAt(0).toUpperCase()}${word.slice(1)}` };
}

/** A name and a password as they travel (RFC 7617); what is encoded already stays as it is. */
export function basicOf(value: string): string {
  return value.includes(':') ? Buffer.from(value).toString('base64') : value;
}

/** What of a request carries credentials. */
export interface Carried {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Puts values on a request. */
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
