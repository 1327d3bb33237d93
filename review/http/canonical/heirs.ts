/** Inheritance: the components that a component with a discriminator may stand for (OpenAPI 3.1, 4.8.25.3). */
import { arrayOf, isObject, type JsonObject, objectOf, pointerOf, segmentsOf, valueAt } from '../../json.ts';

const known = new WeakMap<JsonObject, ReadonlyMap<string, readonly string[]>>();

/** The components that extend each component by `allOf`, by pointer. */
function extensionsIn(document: JsonObject): ReadonlyMap<string, readonly string[]> {
  const before = known.get(document);
  if (before !== undefined) return before;
  const found = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(objectOf(objectOf(document['components'])['schemas']))) {
    for (const part of arrayOf(objectOf(schema)['allOf'])) {
      const reference = objectOf(part)['$ref'];
      if (typeof reference !== 'string') continue;
      found.set(reference, [...(found.get(reference) ?? []), pointerOf(['components', 'schemas', name])]);
    }
  }
  known.set(document, found);
  return found;
}

/**
 * The components that a component includes, because it has a discriminator and they extend it or its mapping names
 * them. A union has none, because its alternatives are explicit.
 */
export function heirsOf(document: JsonObject, pointer: string): readonly string[] {
  const schema = objectOf(valueAt(document, segmentsOf(pointer)));
  const { discriminator } = schema;
  if (!isObject(discriminator) || schema['oneOf'] !== undefined || schema['anyOf'] !== undefined) return [];
  const extensions = extensionsIn(document);
  const heirs = new Set<string>();
  const open = [pointer, ...mapped(discriminator)];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one !== pointer && valueAt(document, segmentsOf(one)) !== undefined) heirs.add(one);
    open.push(...(extensions.get(one) ?? []).filter((heir) => !heirs.has(heir)));
  }
  return [...heirs].toSorted();
}

function mapped(discriminator: JsonObject): readonly string[] {
  return Object.values(objectOf(discriminator['mapping']))
    .map(String)
    .map((target) => (/^[\w.-]+$/.test(target) ? pointerOf(['components', 'schemas', target]) : target))
    .filter((target) => target.startsWith('#/'));
}
