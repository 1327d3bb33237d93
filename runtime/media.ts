/** How a body of a media type is read and written. */

/** `bytes` covers every other media type. */
export type MediaKind = 'json' | 'text' | 'form' | 'multipart' | 'bytes';

/**
 * @example
 * kindOf('application/merge-patch+json') // 'json'
 */
export function kindOf(type: string): MediaKind {
  const name = bareType(type);
  if (name === 'application/json' || name.endsWith('+json')) return 'json';
  if (name === 'application/x-www-form-urlencoded') return 'form';
  if (name === 'multipart/form-data') return 'multipart';
  return name.startsWith('text/') ? 'text' : 'bytes';
}

/** A media type without its parameters, in lower case. */
export function bareType(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/**
 * Whether a documented type or range covers a type.
 *
 * @example
 * covers('image/*', 'image/png') // true
 */
export function covers(documented: string, type: string): boolean {
  const known = bareType(documented);
  return known === type || known === '*/*' || (known.endsWith('/*') && type.startsWith(known.slice(0, -1)));
}
