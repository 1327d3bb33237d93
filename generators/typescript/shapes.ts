/** Writes the members of a service's answers, for the option `undocumented` of the stubs. */
import type { Shape, Shapes } from '@wallet-services/runtime/shape';
import { type OpenApiDocument, operationsOf, resolved, type Schema } from '../openapi/document.ts';
import { header, literal } from './text.ts';

const COMPONENT = '#/components/schemas/';

/** Keywords that may allow members that `properties` does not name. */
const OPEN = ['patternProperties', 'if', 'dependentSchemas', '$dynamicRef', 'not'];

/** The shape of a schema; undefined when it has no members and no items, such as a string. */
function shapeOf(document: OpenApiDocument, schema: Schema, level = 0): Shape | undefined {
  if (schema.$ref !== undefined && level === 0) return nameOf(schema.$ref);
  const { properties, items, prefixItems, additionalProperties, type, anyOf, allOf } = resolved(document, schema);
  const oneOf = resolved(document, schema)['oneOf'];
  // A schema that contains itself through its alternatives stays open.
  if (level > 20 || OPEN.some((keyword) => keyword in resolved(document, schema))) return true;
  if (additionalProperties !== undefined && additionalProperties !== false) return true;
  const branches = [...(anyOf ?? []), ...(allOf ?? []), ...(Array.isArray(oneOf) ? (oneOf as Schema[]) : [])];
  const parts: (Shape | undefined)[] = branches.map((branch) => shapeOf(document, branch, level + 1));
  if (properties !== undefined) {
    const members = Object.entries(properties).map(
      ([name, member]) => [name, shapeOf(document, member) ?? true] as const,
    );
    parts.push({ members: Object.fromEntries(members) });
  }
  const listed = [...(prefixItems ?? []), ...(items === undefined ? [] : [items])];
  if (listed.length > 0) {
    const of =
      listed.length === 1
        ? shapeOf(document, listed[0] ?? {})
        : merged(listed.map((item) => shapeOf(document, item, 1)));
    parts.push({ items: of ?? true });
  }
  if (parts.length > 0) return merged(parts);
  const types = [type ?? 'object'].flat();
  const isFixed = 'enum' in resolved(document, schema) || 'const' in resolved(document, schema);
  return !isFixed && types.some((each) => each === 'object' || each === 'array') ? true : undefined;
}

/** The union of several shapes. */
function merged(parts: readonly (Shape | undefined)[]): Shape | undefined {
  const known = parts.filter((part) => part !== undefined);
  const [first, ...others] = known;
  if (first === undefined || others.length === 0) return first;
  const bare = known.filter((part) => typeof part === 'object');
  if (bare.length < known.length) return known.every((part) => part === first) ? first : true;
  const members: Record<string, Shape> = {};
  let items: Shape | undefined;
  for (const part of bare) {
    for (const [name, shape] of Object.entries(part.members ?? {}))
      members[name] = merged([members[name], shape]) ?? true;
    items = merged([items, part.items]);
  }
  return {
    ...(bare.some((part) => part.members !== undefined) ? { members } : {}),
    ...(items === undefined ? {} : { items }),
  };
}

function nameOf(ref: string): string {
  return ref.slice(COMPONENT.length);
}

/** The shapes of the JSON answers of a document. */
export function shapesOf(document: OpenApiDocument): Shapes {
  const answers = operationsOf(document).map(({ operation }) => {
    const shapes = Object.entries(operation.responses).flatMap(([status, { content }]) => {
      const schema = content?.['application/json']?.schema;
      return schema === undefined ? [] : [[status, shapeOf(document, schema) ?? true] as const];
    });
    return [operation.operationId, Object.fromEntries(shapes)] as const;
  });
  const components: Record<string, Shape> = {};
  const pending = namesIn(Object.fromEntries(answers));
  for (const name of pending) {
    if (Object.hasOwn(components, name)) continue;
    const schema = document.components.schemas[name] ?? {};
    const shape = (schema.$ref === undefined ? shapeOf(document, schema, 1) : nameOf(schema.$ref)) ?? true;
    components[name] = shape;
    pending.push(...namesIn(shape));
  }
  const isOpen = (name: string) => components[name] === true;
  const inlined = <Value>(value: Value): Value =>
    JSON.parse(JSON.stringify(value), (_name, part: unknown) =>
      typeof part === 'string' && isOpen(part) ? true : part,
    );
  const named = Object.entries(components).filter(([name]) => !isOpen(name));
  return { components: inlined(Object.fromEntries(named)), answers: inlined(Object.fromEntries(answers)) };
}

/** The components that a shape names. */
function namesIn(shape: unknown): string[] {
  if (typeof shape === 'string') return [shape];
  return typeof shape === 'object' && shape !== null ? Object.values(shape).flatMap(namesIn) : [];
}

/** @returns the text of `shapes.ts` */
export function writeShapes(document: OpenApiDocument): string {
  return `${header}import type { Shapes } from '@wallet-services/runtime/shape';

/** Which members the answers have. */
export const shapes: Shapes = ${literal(shapesOf(document))};
`;
}
