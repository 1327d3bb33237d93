/** JSON pointers (RFC 6901). */

/** A segment as it is written in a pointer. */
export function segmentText(segment: string | number): string {
  const text = String(segment);
  return text.includes('~') || text.includes('/') ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text;
}

/**
 * The pointer to a place.
 *
 * @example
 * pointerOf(['paths', '/me', 0]) // '/paths/~1me/0'
 */
export function pointerOf(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${segmentText(segment)}`).join('');
}

/** A segment of a pointer as the name that it stands for. */
export function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The segments of a pointer, in either form (`/a/b`, `#/a/b`), unescaped. */
export function segmentsOf(pointer: string): readonly string[] {
  return pointer.replace(/^#/, '').split('/').slice(1).map(unescaped);
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
