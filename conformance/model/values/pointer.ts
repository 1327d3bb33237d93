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

/** The values at a pointer in which `*` stands for each item of a list and each value of a map, with the place of each. */
export function everyAt(
  value: unknown,
  pointer: string,
): readonly { readonly pointer: string; readonly value: unknown }[] {
  const tokens = pointer.split('/').slice(1);
  const start = [{ pointer: '', value }];
  return tokens.reduce((places, token) => {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    return places.flatMap((place) => {
      if (typeof place.value !== 'object' || place.value === null) return [];
      const inner = Object.entries(place.value).filter(([own]) => name === '*' || own === name);
      return inner.map(([own, one]: [string, unknown]) => ({ pointer: within(place.pointer, own), value: one }));
    });
  }, start);
}
