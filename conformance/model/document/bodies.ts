/** Request bodies in forms other than JSON: the conversion of a value into a body. */
import { isJson } from '../values/media.ts';

/** The form in which a value is sent as a body: as JSON, member by member, or as plain text. */
export type BodyKind = 'json' | 'form' | 'raw';

const URL_ENCODED = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data';
const BOUNDARY = 'conformance-boundary-7c6f1f0e';

/** How values of a media type are sent; null for types that the suite cannot generate. */
export function bodyKind(mediaType: string, hasTextExample = false): BodyKind | null {
  if (isJson(mediaType)) return 'json';
  if (mediaType === URL_ENCODED || mediaType === MULTIPART) return 'form';
  if (/^(text\/|application\/octet-stream$)/.test(mediaType)) return 'raw';
  return hasTextExample && /xml$/.test(mediaType) ? 'raw' : null;
}

function textOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The fields of a form; those of a list are repeated. */
function fieldsOf(value: unknown): readonly (readonly [name: string, text: string, isObject: boolean])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined
      ? []
      : [inner].flat().map((one) => [name, textOf(one), typeof one === 'object' && one !== null] as const),
  );
}

/** A value as a body. */
export interface Encoded {
  readonly contentType: string;
  readonly text: string;
}

/**
 * Writes a value as a body.
 *
 * @param files names of the members that are sent as files
 * @param types media types of members, in a form of several parts. Default: JSON for objects, none for others
 */
export function encoded(
  mediaType: string,
  value: unknown,
  files: readonly string[] = [],
  types: Readonly<Record<string, string>> = {},
): Encoded {
  const kind = bodyKind(mediaType, true);
  if (kind === 'raw') return { contentType: mediaType, text: textOf(value) };
  if (kind !== 'form') return { contentType: mediaType, text: JSON.stringify(value) };
  const fields = fieldsOf(value);
  if (mediaType === URL_ENCODED) {
    return { contentType: mediaType, text: new URLSearchParams(fields.map(([name, text]) => [name, text])).toString() };
  }
  const parts = fields.map(([name, text, isObject]) => {
    const quoted = encodeURI(name).replaceAll('"', '%22');
    const isFile = files.includes(name);
    const type = types[name] ?? (isFile ? 'text/plain' : isObject ? JSON_TYPE : undefined);
    const about = `${isFile ? `; filename="${quoted}.txt"` : ''}${type === undefined ? '' : `\r\nContent-Type: ${type}`}`;
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted}"${about}\r\n\r\n${text}\r\n`;
  });
  return { contentType: `${mediaType}; boundary=${BOUNDARY}`, text: `${parts.join('')}--${BOUNDARY}--\r\n` };
}
