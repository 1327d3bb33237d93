/** The structure of OpenAPI documents: where they have schemas, parameters and media types. */
import { isObject } from '@wallet-services/kit/json';
import { pointerOf } from '@wallet-services/kit/pointer';

/** The kind of a part of a document. */
export type Kind = keyof typeof PARTS;

/** A part of a document; visitors change it in place. */
export type Part = Record<string, unknown>;

/** How a member contains parts: a single one, by name, in a list, or a single one or a list. */
type Holding = 'one' | 'map' | 'list' | 'any';

const OPERATION = ['operation', 'one'] as const;
const SCHEMA = ['schema', 'one'] as const;
const SCHEMAS = ['schema', 'list'] as const;
const NAMED_SCHEMAS = ['schema', 'map'] as const;
const CONTENT = ['media', 'map'] as const;

/** The members of each kind of part that contain further parts, in OpenAPI 2.0, 3.0 and 3.1. */
const PARTS = {
  document: { paths: ['pathItem', 'map'], components: ['components', 'one'], definitions: NAMED_SCHEMAS },
  components: {
    schemas: NAMED_SCHEMAS,
    responses: ['response', 'map'],
    parameters: ['parameter', 'map'],
    requestBodies: ['body', 'map'],
    headers: ['header', 'map'],
    pathItems: ['pathItem', 'map'],
  },
  pathItem: {
    parameters: ['parameter', 'list'],
    get: OPERATION,
    put: OPERATION,
    post: OPERATION,
    delete: OPERATION,
    options: OPERATION,
    head: OPERATION,
    patch: OPERATION,
    trace: OPERATION,
  },
  operation: { parameters: ['parameter', 'list'], requestBody: ['body', 'one'], responses: ['response', 'map'] },
  body: { content: CONTENT },
  response: { content: CONTENT, headers: ['header', 'map'], schema: SCHEMA },
  media: { schema: SCHEMA },
  parameter: { schema: SCHEMA, content: CONTENT },
  header: { schema: SCHEMA, content: CONTENT },
  schema: {
    properties: NAMED_SCHEMAS,
    patternProperties: NAMED_SCHEMAS,
    dependentSchemas: NAMED_SCHEMAS,
    $defs: NAMED_SCHEMAS,
    definitions: NAMED_SCHEMAS,
    items: ['schema', 'any'],
    prefixItems: SCHEMAS,
    allOf: SCHEMAS,
    anyOf: SCHEMAS,
    oneOf: SCHEMAS,
    not: SCHEMA,
    if: SCHEMA,
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: SCHEMA,
    else: SCHEMA,
    contains: SCHEMA,
    propertyNames: SCHEMA,
    additionalProperties: SCHEMA,
    unevaluatedProperties: SCHEMA,
    unevaluatedItems: SCHEMA,
  },
} as const satisfies Record<string, Readonly<Record<string, readonly [string, Holding]>>>;

/** Visits a part before the parts in it. `place` is a JSON pointer. */
export type Visit = (part: Part, kind: Kind, place: string) => void;

/** Visits every part of a document once, even if it is shared. */
export function visitParts(document: Part, visit: Visit): void {
  const seen = new WeakSet<object>();
  /** A stack instead of recursion, because documents may be nested to any depth. */
  const waiting: { part: Part; kind: Kind; place: string }[] = [{ part: document, kind: 'document', place: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { part, kind, place } = next;
    if (seen.has(part)) continue;
    seen.add(part);
    visit(part, kind, place);
    const members: Readonly<Record<string, readonly [Kind, Holding]>> = PARTS[kind];
    for (const [name, [of, holding]] of Object.entries(members)) {
      const value = part[name];
      const at = place + pointerOf([name]);
      if (Array.isArray(value) && holding !== 'one' && holding !== 'map') {
        for (const [index, each] of value.entries()) {
          if (isPart(each)) waiting.push({ part: each, kind: of, place: `${at}/${index}` });
        }
      } else if (isPart(value) && holding === 'map') {
        for (const [key, each] of Object.entries(value)) {
          if (isPart(each)) waiting.push({ part: each, kind: of, place: at + pointerOf([key]) });
        }
      } else if (isPart(value) && holding !== 'list') waiting.push({ part: value, kind: of, place: at });
    }
  }
}

/** Whether a value is a part that can be changed. */
export function isPart(value: unknown): value is Part {
  return isObject(value);
}
