/** Documents with an odd value in one place, for tests of programs that read documents. */
import { pointerOf } from '../pointer.ts';

/** Values that few places allow. An object with a `toString` that is no function cannot be converted to a string. */
const ODD: readonly unknown[] = [{ toString: null }, null, [{ toString: null }]];

/** Messages of errors that JavaScript itself throws, which mean nothing to the author of a document. */
export const INTERNAL = /^Cannot |Cannot (read|convert)|is not (a function|iterable)|call stack|\[object |Received an/;

/** Operations with what documents usually have. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Odd', version: '1' },
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  servers: [{ url: 'https://a.example/{v}', variables: { v: { default: 'b', enum: ['b'] } } }],
  security: [{ key: [] }],
  paths: {
    '/odd/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      post: {
        operationId: 'odd',
        security: [{ key: [] }],
        parameters: [
          {
            name: 'q',
            in: 'query',
            style: 'form',
            explode: true,
            schema: { type: 'array', items: { type: 'string' } },
          },
          { name: 'h', in: 'header', required: true, schema: { type: 'string', enum: ['a'] }, example: 'a' },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' }, example: { id: 1 } } },
        },
        responses: {
          200: {
            description: 'ok',
            headers: { 'X-H': { required: true, schema: { type: 'integer' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['id'],
        additionalProperties: false,
        properties: {
          id: { type: 'integer', format: 'int64', multipleOf: 1, maximum: 9 },
          name: { type: 'string', minLength: 1, pattern: '^[a-z]+$', examples: ['a'] },
          other: {
            oneOf: [{ $ref: '#/components/schemas/Cat' }],
            discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
          },
        },
      },
      Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
    },
    securitySchemes: { key: { type: 'apiKey', name: 'k', in: 'header' } },
  },
};

/** The document without odd values. */
export const plainDocument: object = DOCUMENT;

/** The documents with one odd value, each with its place and the value as text. */
export function* oddDocuments(): Generator<readonly [place: string, document: object]> {
  for (const at of placesIn(DOCUMENT)) {
    for (const value of ODD)
      yield [`${pointerOf(at)} ${JSON.stringify(value)}`, withValue(DOCUMENT, at, value) as object];
  }
}

function* placesIn(value: unknown): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    yield [name];
    for (const inside of placesIn(member)) yield [name, ...inside];
  }
}

function withValue(node: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(node))
    return node.map((one, index) => (String(index) === name ? withValue(one, rest, value) : one));
  const object = node as Readonly<Record<string, unknown>>;
  return { ...object, [name]: withValue(object[name], rest, value) };
}
