/** The members of a body, those of its objects and lists as well, and how a body gets another value of one. */
import { type OpenApiDocument, resolved, type Schema } from '../model/document/document.ts';
import { formOf } from '../model/document/forms.ts';
import { sampleOf } from '../model/document/sample.ts';
import { isObject } from '../model/values/json.ts';

/** One member, or the items of a list, of a body. */
export interface BodyMember {
  /** Path in the body: `items/0/data`. */
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** The value in the base body; undefined if the member is absent. */
  readonly value: unknown;
  /** The body with another value; without the member when that is undefined. */
  readonly with: (value: unknown) => unknown;
}

/** The depth to which the members of nested objects are changed. */
const DEEPEST = 4;

function withMember(holder: unknown, name: string, value: unknown): unknown {
  if (Array.isArray(holder)) return holder.with(Number(name), value);
  const members = { ...(isObject(holder) ? holder : {}), [name]: value };
  return Object.fromEntries(Object.entries(members).filter(([, inner]) => inner !== undefined));
}

interface Holder {
  readonly schema: Schema;
  /** The object or list; a sample where the body has none. */
  readonly value: unknown;
  readonly path: readonly string[];
  readonly with: (value: unknown) => unknown;
}

/** The direct members of an object or items of a list. */
function partsOf(document: OpenApiDocument, holder: Holder): readonly BodyMember[] {
  const whole = resolved(document, holder.schema);
  const form = whole.properties === undefined ? formOf(document, whole, holder.value) : null;
  const { properties = {}, required = [], items } = form === null ? whole : resolved(document, form);
  const part = (name: string, schema: Schema, isRequired: boolean, value: unknown): BodyMember => ({
    name: [...holder.path, name].join('/'),
    schema,
    required: isRequired,
    value,
    with: (inner) => holder.with(withMember(holder.value, name, inner)),
  });
  if (Array.isArray(holder.value)) {
    return items === undefined || holder.value.length === 0 ? [] : [part('0', items, false, holder.value[0])];
  }
  const { value } = holder;
  if (!isObject(value)) return [];
  return Object.entries(properties).map(([name, schema]) => part(name, schema, required.includes(name), value[name]));
}

function* traverse(document: OpenApiDocument, holder: Holder): Generator<BodyMember> {
  for (const member of partsOf(document, holder)) {
    yield member;
    if (holder.path.length >= DEEPEST) continue;
    const inner = member.value ?? sampleOf(document, member.schema);
    if (!isObject(inner) && !Array.isArray(inner)) continue;
    const filled = isObject(inner) ? { ...samples(document, member.schema), ...inner } : inner;
    yield* traverse(document, {
      schema: member.schema,
      value: filled,
      path: member.name.split('/'),
      with: member.with,
    });
  }
}

/** Objects and lists that an object may have, so that their members can be changed, too. */
function samples(document: OpenApiDocument, schema: Schema): Readonly<Record<string, unknown>> {
  const { properties = {} } = resolved(document, schema);
  const inner = Object.entries(properties).map(([name, member]) => [name, sampleOf(document, member)] as const);
  return Object.fromEntries(inner.filter(([, value]) => Array.isArray(value)));
}

/** The members of a body itself, and with `deep` those of everything in it. */
export function bodyMembers(
  document: OpenApiDocument,
  schema: Schema,
  body: unknown,
  deep: boolean,
): readonly BodyMember[] {
  const holder: Holder = { schema, value: body, path: [], with: (value) => value };
  return deep ? [...traverse(document, holder)] : partsOf(document, holder);
}
