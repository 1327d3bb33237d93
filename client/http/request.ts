/** Makes the request of a call from its inputs. */

import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import { checkHeader } from './input.ts';

type Values = Record<string, unknown>;

/** The inputs of a call, for any operation. */
export interface CallInputs {
  readonly params?: { readonly header?: object; readonly path?: Values; readonly query?: Values } | undefined;
  readonly body?: unknown;
}

const serializers = { querySerializer: createQuerySerializer(), pathSerializer: defaultPathSerializer };

/** The URL of a call. @param baseUrl without slashes at its end */
export function urlOf(baseUrl: string, path: string, { params = {} }: CallInputs): string {
  return createFinalURL(path, { ...serializers, baseUrl, params });
}

/**
 * Merges headers: the last of a name counts. The result is a plain object with names in lower case, which `fetch` reads
 * in less time than `Headers`.
 *
 * @throws InputError when one cannot be sent
 */
export function headersOf(...all: readonly (object | undefined)[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const each of all) {
    for (const [name, value] of Object.entries(each ?? {})) {
      if (value === undefined || value === null) continue;
      const text = String(value);
      checkHeader(name, text);
      headers[name.toLowerCase()] = text;
    }
  }
  return headers;
}
