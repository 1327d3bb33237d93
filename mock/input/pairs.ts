/** Parses names and values of queries, urlencoded forms and cookies. */
import { decoded } from '@wallet-services/kit/decoded';

/** Names and values as they were sent: names are decoded, values are not. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/**
 * Decodes `+` as a space, except before the offset of a time that was sent unencoded: `?at=2021-08-17T11:14:49+08:00`.
 */
export function decodedPair(text: string): string {
  if (!text.includes('+')) return decoded(text);
  return decoded(text.replaceAll('+', ' ')).replace(/(T\d\d:\d\d\S*) (?=\d\d:\d\d$)/, '$1+');
}

/** The names and values of a query or of an urlencoded form. */
export function pairsIn(text: string): Pairs {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const sign = pair.indexOf('=');
      const name = sign < 0 ? pair : pair.slice(0, sign);
      return [decodedPair(name), sign < 0 ? '' : pair.slice(sign + 1)] as const;
    });
}

/** The cookies of a request. */
export function cookiesIn(header: string): Pairs {
  return header.split(';').flatMap((pair) => {
    const sign = pair.indexOf('=');
    const name = pair.slice(0, sign).trim();
    const value = pair.slice(sign + 1).trim();
    return sign < 0 || name === '' ? [] : [[name, value.replace(/^"(.*)"$/, '$1')] as const];
  });
}

/** The query in the form that Prism and preferences use. */
export function queryIn(search: string): Record<string, string | string[]> {
  const query = new Map<string, string | string[]>();
  for (const [name, value] of pairsIn(search)) {
    const before = query.get(name);
    const text = decodedPair(value);
    query.set(name, before === undefined ? text : [before, text].flat());
  }
  return Object.fromEntries(query);
}
