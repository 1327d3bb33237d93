/** Finds the schemas of a document. */
import type { OpenApiDocument, Schema } from './document.ts';
import { operationsOf } from './document.ts';

/** Every schema of the document, subschemas included; never an example that happens to look like one. */
export function* allSchemas(document: OpenApiDocument): Generator<Schema> {
  for (const schema of Object.values(document.components.schemas)) yield* withSubschemas(schema);
  for (const { operation } of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) yield* withSubschemas(parameter.schema);
    for (const media of Object.values(operation.requestBody?.content ?? {})) yield* withSubschemas(media.schema);
    for (const response of Object.values(operation.responses)) {
      for (const media of Object.values(response.content ?? {})) yield* withSubschemas(media.schema);
    }
  }
}

function* withSubschemas(schema: Schema): Generator<Schema> {
  yield schema;
  const { items, additionalProperties, unevaluatedProperties } = schema;
  for (const sub of Object.values(schema.properties ?? {})) yield* withSubschemas(sub);
  for (const list of [schema.anyOf, schema.prefixItems, schema.allOf, schema['oneOf']]) {
    if (Array.isArray(list)) for (const sub of list) yield* withSubschemas(sub);
  }
  for (const sub of [items, additionalProperties, unevaluatedProperties]) {
    if (typeof sub === 'object') yield* withSubschemas(sub);
  }
}
