/** The part of a target file that describes how credentials are sent: `transport`. */

import { UsageError } from '@wallet-services/kit/errors';
import type { Transport } from '../model/carrier.ts';
import { objectWith } from './forms.ts';

const word = { type: 'string', pattern: String.raw`^[!#$%&'*+.^_\x60|~\w-]+$` };

/** The JSON Schema of the member: by security scheme, the location of the value. */
export const transportSchema = {
  type: 'object',
  additionalProperties: { ...objectWith({ header: word, scheme: word, cookie: word, query: word }), minProperties: 1 },
};

/** The JSON Schema of `headers`, which every request has. */
export const headersSchema = {
  type: 'object',
  propertyNames: word,
  additionalProperties: { type: 'string', pattern: String.raw`^[^\r\n\0]*$` },
};

/**
 * How credentials are sent, by security scheme.
 *
 * @throws UsageError where a credential would be sent in two places, or a prefix belongs to something other than a
 * header.
 */
export function transportOf(
  entries: Readonly<Record<string, Transport>>,
  where: string,
): Readonly<Record<string, Transport>> {
  for (const [name, { header, scheme, cookie, query }] of Object.entries(entries)) {
    const places = [header, cookie, query].filter((place) => place !== undefined);
    if (places.length > 1)
      throw new UsageError(`${where}.${name} has several places: keep one of header, cookie, query`);
    if (scheme !== undefined && header === undefined && places.length > 0) {
      throw new UsageError(`${where}.${name}.scheme: only a header has a scheme`);
    }
  }
  return entries;
}
