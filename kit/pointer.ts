/** JSON pointers (RFC 6901). */

/**
 * The pointer to a place.
 *
 * @example
 * pointerOf(['paths', '/me', 0]) // '/paths/~1me/0'
 */
export function pointerOf(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The segments of a pointer, in either form (`/a/b`, `#/a/b`), unescaped. */
export function segmentsOf(pointer: string): readonly string[] {
  return pointer
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a place; undefined when there is none. */
export function valueAt(document: unknown, segments: readonly string[]): unknown {
  return segments.reduce<unknown>(
    (value, segment) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, segment)
        ? (value as Readonly<Record<string, unknown>>)[segment]
        : undefined,
    document,
  );
}
