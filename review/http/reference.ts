/** Resolves references within a document. */
import { decoded } from '@wallet-services/kit/decoded';
import { isObject, type JsonObject, segmentsOf, segmentText, valueAt } from '../json.ts';

/** A node and its pointer. */
export interface Written {
  readonly schema: unknown;
  readonly pointer: string;
}

const anchors = new WeakMap<JsonObject, ReadonlyMap<string, string>>();

/** Pointers of the document's anchors by name (JSON Schema, 8.2.2). */
function anchorsOf(document: JsonObject): ReadonlyMap<string, string> {
  const known = anchors.get(document);
  if (known !== undefined) return known;
  const found = new Map<string, string>();
  const walk = (node: unknown, pointer: string): void => {
    if (Array.isArray(node)) for (const [index, one] of node.entries()) walk(one, `${pointer}/${index}`);
    if (!isObject(node)) return;
    for (const [name, value] of Object.entries(node)) {
      if ((name === '$anchor' || name === '$dynamicAnchor') && typeof value === 'string') found.set(value, pointer);
      else if (typeof value === 'object') walk(value, `${pointer}/${segmentText(name)}`);
    }
  };
  walk(document, '#');
  anchors.set(document, found);
  return found;
}

/** The pointer that a reference resolves to, by pointer or by anchor; undefined when it does not resolve. */
export function pointerTo(document: JsonObject, reference: string): string | undefined {
  if (!reference.startsWith('#')) return undefined;
  if (reference === '#') return '#';
  if (!reference.startsWith('#/')) return anchorsOf(document).get(reference.slice(1));
  const pointer = reference.includes('%') ? decoded(reference) : reference;
  return valueAt(document, segmentsOf(pointer)) === undefined ? undefined : pointer;
}

const dangling = new WeakMap<JsonObject, ReadonlyMap<string, string>>();

const SKIPPED = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** The references to what a document does not have, each with the pointer to its first place. */
export function danglingIn(document: JsonObject): ReadonlyMap<string, string> {
  const known = dangling.get(document);
  if (known !== undefined) return known;
  const found = new Map<string, string>();
  const walk = (node: unknown, pointer: string, isNamed: boolean): void => {
    if (Array.isArray(node)) for (const [index, one] of node.entries()) walk(one, `${pointer}/${index}`, false);
    if (!isObject(node)) return;
    const reference = isNamed ? undefined : node['$ref'];
    const isDangling = typeof reference === 'string' && pointerTo(document, reference) === undefined;
    if (isDangling && !found.has(reference)) found.set(reference, pointer);
    for (const [name, value] of Object.entries(node)) {
      const isRead = isNamed || (!SKIPPED.has(name) && !name.startsWith('x-'));
      if (isRead) walk(value, `${pointer}/${segmentText(name)}`, name === 'properties' && !isNamed);
    }
  };
  walk(document, '#', false);
  dangling.set(document, found);
  return found;
}

const MOST_HOPS = 20;

/** A node, or the target of its `$ref`. */
export function resolved(document: JsonObject, written: Written): Written {
  let { schema, pointer } = written;
  for (let hops = 0; hops < MOST_HOPS && isObject(schema); hops += 1) {
    const reference = schema['$ref'];
    const target = typeof reference === 'string' ? pointerTo(document, reference) : undefined;
    if (target === undefined) break;
    pointer = target;
    schema = valueAt(document, segmentsOf(target));
  }
  return { schema, pointer };
}

/** The name of the component that a pointer refers to; for a file or a part of it, the last segment. */
export function componentAt(pointer: string): string | undefined {
  const [, own] = /^#\/components\/schemas\/([^/]+)$/.exec(pointer) ?? [];
  if (own !== undefined) return own;
  const [, file] = /^#\/x-files\/(?:.*\/)?([^/]+)$/.exec(pointer) ?? [];
  return file?.replace(/^.*~1/, '').replace(/\.(ya?ml|json)$/, '');
}
