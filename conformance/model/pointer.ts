/** JSON pointers (RFC 6901). */

/** A pointer one step deeper. */
export function within(pointer: string, token: string | number): string {
  return `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The pointer with every list index as `*`: findings that differ only there are the same finding. */
export function generalised(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

/** The value at a pointer; undefined when there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (inner, token) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, token)
          ? (inner as Readonly<Record<string, unknown>>)[token]
          : undefined,
      value,
    );
}
