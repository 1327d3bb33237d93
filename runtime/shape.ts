/** Finds and removes the members of an answer that the document does not have. */

/** The shape of a value: `true` where the document allows anything, text for the name of a component. */
export type Shape = true | string | { readonly members?: Readonly<Record<string, Shape>>; readonly items?: Shape };

/** The shapes of a service's answers. */
export interface Shapes {
  readonly components: Readonly<Record<string, Shape>>;
  /** The shapes of answers, by operationId and documented status. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, Shape>>>>;
}

type Components = Shapes['components'];

/** A shape that has parts. */
function partsOf(shape: Shape, components: Components): Exclude<Shape, string> {
  let known = shape;
  // A component may be an alias of another one; no chain is longer than the number of components.
  for (let turn = 0; typeof known === 'string' && turn < 100; turn += 1) known = components[known] ?? true;
  return typeof known === 'string' ? true : known;
}

/**
 * A JSON value without the members that its shape does not have.
 *
 * @example
 * withoutUndocumented({ members: { id: true } }, { id: 1, password: 'x' }, {}) // { id: 1 }
 */
export function withoutUndocumented(shape: Shape, value: unknown, components: Components): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = partsOf(shape, components);
  if (parts === true) return value;
  const { members, items } = parts;
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((item) => withoutUndocumented(items, item, components));
  }
  if (members === undefined) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(members, name) ? members[name] : undefined;
    if (known !== undefined) kept[name] = withoutUndocumented(known, member, components);
  }
  return kept;
}

/** JSON pointer of the first member that a shape does not have. */
export function undocumentedIn(shape: Shape, value: unknown, components: Components, at = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const parts = partsOf(shape, components);
  if (parts === true) return undefined;
  const { members, items } = parts;
  for (const [name, member] of Object.entries(value)) {
    const place = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    let known: Shape | undefined = items ?? true;
    if (!Array.isArray(value))
      known = members === undefined || Object.hasOwn(members, name) ? (members?.[name] ?? true) : undefined;
    if (known === undefined) return place;
    const found = undocumentedIn(known, member, components, place);
    if (found !== undefined) return found;
  }
  return undefined;
}
