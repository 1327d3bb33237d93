/**
 * Finishes the OpenAPI document that TypeSpec emits: adds or corrects the few things that TypeSpec 1.16 cannot express, or
 * expresses in a form that a downstream tool misreads. Pure: document in, document out. Each step explains why it is
 * needed.
 */
import type { MediaType, OpenApiDocument, OperationObject, ParameterObject, Schema } from './document.ts';
import { operationsOf, resolved } from './document.ts';
import { allSchemas } from './walk.ts';

/** @returns a finished copy of `emitted` */
export function finish(emitted: OpenApiDocument): OpenApiDocument {
  const { openapi, info, ...rest } = structuredClone(emitted);
  const document: OpenApiDocument = {
    openapi,
    // Without the dialect, Prism reads the schemas as draft-07 and misjudges tuples. OpenAPI 3.0 has no dialects.
    ...(openapi.startsWith('3.0') ? {} : { jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema' }),
    info,
    ...rest,
  };
  // TypeSpec omits the schemas of a document that has none.
  document.components = { ...document.components, schemas: inNameOrder(document.components.schemas ?? {}) };

  for (const schema of allSchemas(document)) finishSchema(schema);
  for (const { operation } of operationsOf(document)) {
    if (operation.parameters?.length === 0) delete operation.parameters;
    // "No credential" as the only alternative: the empty list is equivalent, and Prism would reject any credential
    // otherwise.
    if (operation.security?.every((schemes) => Object.keys(schemes).length === 0)) operation.security = [];
    for (const parameter of operation.parameters ?? []) finishParameter(document, parameter);
    for (const [status, response] of Object.entries(operation.responses)) {
      for (const media of Object.values(response.content ?? {})) addRefusalExamples(document, operation, status, media);
    }
    operation.responses = inNameOrder(operation.responses);
  }
  for (const schema of Object.values(document.components.schemas)) delete schema['x-examples-by-status'];
  return document;
}

function finishSchema(schema: Schema): void {
  // TypeSpec emits an enum of integers as `type: number`.
  if (schema.type === 'number' && schema.enum?.every(Number.isInteger)) schema.type = 'integer';
  const reported = schema['x-enum-descriptions'];
  if (Array.isArray(reported) && schema.enum !== undefined) {
    const names = schema['x-enum-varnames'];
    const lines = schema.enum.flatMap((value, index) => {
      const name = Array.isArray(names) ? `${value} ${names[index]}` : value;
      return reported[index] === '' ? [] : [`- ${name}: ${reported[index]}`];
    });
    // The descriptions of single values are moved to the description, where readers find the others.
    schema['description'] = [schema['description'] ?? '', ...lines].join('\n').trim();
  }
  // TypeSpec writes the members of a record as `unevaluatedProperties`, which few tools support. The two are equivalent
  // in a schema that is not composed of others, and unknown members are allowed by default. A record that allows none
  // has the schema that no value matches.
  const { unevaluatedProperties: rest } = schema;
  if (typeof rest === 'object' && schema.anyOf === undefined && schema.allOf === undefined) {
    delete schema.unevaluatedProperties;
    const isClosed = JSON.stringify(rest) === '{"not":{}}';
    if (Object.keys(rest).length > 0) schema.additionalProperties = isClosed ? false : rest;
  }
}

function finishParameter(document: OpenApiDocument, parameter: ParameterObject): void {
  const allowances = parameter['x-allows'];
  if (typeof allowances === 'object' && allowances !== null) Object.assign(parameter, allowances);
  delete parameter['x-allows'];
  // Next to a reference, TypeSpec writes it a second time, into the schema.
  delete parameter.schema['x-allows'];
  // `explode` has no meaning for a single value.
  const { type } = resolved(document, parameter.schema);
  if (type !== 'array' && type !== 'object') delete parameter['explode'];
}

/**
 * Moves the named examples of the status from the model of refusals into the answer, where mocks read them: before
 * those of the operation itself. Examples about credentials are omitted when none is needed.
 */
function addRefusalExamples(
  document: OpenApiDocument,
  operation: OperationObject,
  status: string,
  media: MediaType,
): void {
  const own = media.examples ?? {};
  if (media.example !== undefined || (Object.keys(own).length > 0 && isNeedless(operation, status))) return;
  const byStatus = resolved(document, media.schema)['x-examples-by-status'];
  if (typeof byStatus !== 'object' || byStatus === null) return;
  const named: unknown = Object.entries(byStatus).find(([key]) => key === status)?.[1];
  if (typeof named !== 'object' || named === null) return;
  const common = Object.entries(named).map(([name, value]) => [name, { summary: name, value }] as const);
  media.examples = { ...Object.fromEntries(common), ...own };
}

function isNeedless({ security = [] }: OperationObject, status: string): boolean {
  return status === '401' && security.length === 0;
}

function inNameOrder<T>(entries: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
