/** Makes one document of several files: schemas become components, everything else is inlined where it is used. */
import { decoded } from '../decoded.ts';
import { UsageError } from '../errors.ts';
import { isObject, type JsonObject, objectOf } from '../json.ts';
import { segmentsOf, valueAt } from '../pointer.ts';
import { FILES } from './files.ts';

/** The number of steps from reference to reference; more mean a cycle. */
const MOST_STEPS = 50;

const OUTSIDE = `#/${FILES}/`;

/** The values of these members are data, even when they look like a reference. */
const DATA = new Set(['example', 'default', 'enum', 'const']);

/**
 * The document without the member `x-files` of `gathered`.
 * @param document as `gathered` returns it
 * @throws UsageError when parts other than schemas refer to each other in a cycle
 */
export function inOnePiece(document: JsonObject): JsonObject {
  if (document[FILES] === undefined) return document;
  const isSwagger = document['swagger'] !== undefined;
  const home = isSwagger ? '#/definitions/' : '#/components/schemas/';
  const own = objectOf(isSwagger ? document['definitions'] : objectOf(document['components'])['schemas']);
  const moved: Record<string, unknown> = {};
  const names = new Map<string, string>();

  /** The component name that a schema of another file gets. */
  function componentOf(reference: string): string {
    const known = names.get(reference);
    if (known !== undefined) return known;
    const last = segmentsOf(decoded(reference)).at(-1) ?? '';
    const plain =
      last
        .replace(/^.*\//, '')
        .replace(/\.(json|ya?ml)$/, '')
        .replaceAll(/[^\w.-]/g, '_') || 'Schema';
    let name = plain;
    for (let number = 2; Object.hasOwn(own, name) || Object.hasOwn(moved, name); number += 1)
      name = `${plain}${number}`;
    names.set(reference, name);
    moved[name] = {};
    // A reference that leads nowhere is kept, so that the reader reports it.
    const target = targetOf(reference);
    moved[name] = target === undefined ? { $ref: reference } : walk(target, true, 0);
    return name;
  }

  function targetOf(reference: string): unknown {
    return valueAt(document, segmentsOf(decoded(reference)));
  }

  /** @param above the name of the member that contains the node; empty for the document. */
  function walk(node: unknown, inSchema: boolean, steps: number, above?: string): unknown {
    if (Array.isArray(node)) return node.map((one) => walk(one, inSchema, steps));
    if (!isObject(node)) return node;
    const { $ref: reference, ...beside } = node;
    const leadsOut = typeof reference === 'string' && reference.startsWith(OUTSIDE);
    if (leadsOut && !inSchema) {
      if (steps > MOST_STEPS) throw new UsageError(`${reference.slice(OUTSIDE.length)} refers to itself in a circle.`);
      const target = targetOf(reference);
      if (target === undefined) return node;
      return { ...objectOf(walk(target, false, steps + 1)), ...objectOf(walk(beside, false, steps)) };
    }
    const entries = Object.entries(node).map(([name, value]): readonly [string, unknown] => {
      if (leadsOut && name === '$ref') return [name, `${home}${componentOf(reference)}`];
      if (above !== 'properties' && inSchema) {
        if (DATA.has(name)) return [name, value];
        if (name === 'mapping') return [name, mapped(objectOf(value))];
      }
      const opens = name === 'schema' || (name === 'schemas' && above === 'components');
      return [name, walk(value, inSchema || opens || (name === 'definitions' && above === ''), steps, name)];
    });
    return Object.fromEntries(entries);
  }

  function mapped(names: JsonObject): JsonObject {
    const entries = Object.entries(names).map(([key, to]) => {
      const leadsOut = typeof to === 'string' && to.startsWith(OUTSIDE);
      return [key, leadsOut ? `${home}${componentOf(to)}` : to];
    });
    return Object.fromEntries(entries);
  }

  const { [FILES]: _, ...rest } = document;
  const whole = objectOf(walk(rest, false, 0, ''));
  if (names.size === 0) return whole;
  if (isSwagger) return { ...whole, definitions: { ...objectOf(whole['definitions']), ...moved } };
  const components = objectOf(whole['components']);
  return { ...whole, components: { ...components, schemas: { ...objectOf(components['schemas']), ...moved } } };
}
