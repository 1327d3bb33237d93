/** The parts of a document, and the targets of their references. */
import { isObject, type JsonObject } from '../values/json.ts';
import { valueAt, within } from '../values/pointer.ts';

/** Members that contain data, not parts of the document. */
const DATA = new Set(['example', 'examples', 'value', 'default', 'enum', 'const', 'mapping']);

/** Members that contain parts of the document under arbitrary names. */
const NAMED = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'schemas',
  'parameters',
  'headers',
  'responses',
  'requestBodies',
  'links',
  'callbacks',
  'securitySchemes',
  'paths',
  'pathItems',
  'webhooks',
]);

/** Parts of a document that are not schemas. */
const NO_SCHEMA = [
  /^$/,
  /^\/paths(\/[^/]+(\/[^/]+(\/(parameters|requestBody|responses)(\/[^/]+)?)?)?)?$/,
  /^\/components(\/[^/]+)?$/,
  /^\/components\/(?!schemas\/)[^/]+\/[^/]+$/,
];

/** A part of a document. */
export interface Part {
  readonly pointer: string;
  readonly node: JsonObject;
  readonly isSchema: boolean;
  /** Its members have arbitrary names. */
  readonly isNamed: boolean;
}

interface Step extends Omit<Part, 'node'> {
  readonly value: unknown;
}

function inside({ pointer, isSchema, isNamed }: Step, name: string, value: unknown): Step | null {
  if (!isNamed && (DATA.has(name) || name.startsWith('x-'))) return null;
  return {
    pointer: within(pointer, name),
    value,
    isSchema: isSchema || pointer === '/components/schemas' || (!isNamed && name === 'schema'),
    isNamed: !isNamed && NAMED.has(name),
  };
}

/** The parts of a document, and of the targets of their references. Data, such as examples, is left out. */
export function* partsOf(document: JsonObject, pointers: readonly string[] = ['']): Generator<Part> {
  const steps: Step[] = pointers.map((pointer) => ({
    pointer,
    value: valueAt(document, pointer),
    isNamed: false,
    isSchema: pointer.startsWith('/components/schemas/') || pointer.includes('/schema'),
  }));
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { pointer, value, isSchema, isNamed } = step;
    if (isObject(value)) yield { pointer, node: value, isSchema, isNamed };
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    // The last one is walked first: reversed, the parts come in the order of the document.
    for (const [name, inner] of members.toReversed()) {
      const next = typeof inner === 'object' ? inside(step, name, inner) : null;
      if (next !== null) steps.push(next);
    }
  }
}

/** The pointer of a reference to a part of the same document; null for any other. */
export function pointerOf(reference: string): string | null {
  if (!reference.startsWith('#')) return null;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return null;
  }
}

/** References to other parts in the place of a schema. */
export function misplacedReferences(document: JsonObject): readonly string[] {
  const misplaced = new Set<string>();
  for (const { node, isSchema } of partsOf(document)) {
    const { $ref } = node;
    const pointer = isSchema && typeof $ref === 'string' ? pointerOf($ref) : null;
    if (pointer !== null && NO_SCHEMA.some((pattern) => pattern.test(pointer))) misplaced.add(`${$ref}`);
  }
  return [...misplaced];
}

/** A reference that cannot be followed. */
export interface LostReference {
  /** JSON pointer of the object with the reference. */
  readonly at: string;
  readonly reference: string;
  readonly why: 'leads nowhere' | 'leads out of the document' | 'leads round in a circle';
}

function whyLost(document: JsonObject, reference: string): LostReference['why'] | null {
  const met = new Set<string>();
  for (let next = reference; ; ) {
    if (!next.startsWith('#')) return 'leads out of the document';
    if (met.has(next)) return 'leads round in a circle';
    met.add(next);
    const pointer = pointerOf(next);
    const target = pointer === null ? undefined : valueAt(document, pointer);
    if (target === undefined) return 'leads nowhere';
    if (!isObject(target) || typeof target['$ref'] !== 'string') return null;
    next = target['$ref'];
  }
}

/** References that lead nowhere, out of the document, or to themselves. */
export function lostReferences(document: JsonObject): readonly LostReference[] {
  const why = new Map<string, LostReference['why'] | null>();
  return [...partsOf(document)].flatMap(({ pointer: at, node: { $ref: reference } }) => {
    if (typeof reference !== 'string') return [];
    const known = why.get(reference);
    const lost = known === undefined ? whyLost(document, reference) : known;
    why.set(reference, lost);
    return lost === null ? [] : [{ at, reference, why: lost }];
  });
}
