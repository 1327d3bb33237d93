/** Compiles a document to validators: plain functions without a schema or a compiler at run time. */
import { formats } from '@wallet-services/runtime/formats';
import { kindOf } from '@wallet-services/runtime/media';
import { _, Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import {
  type MediaType,
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
  type ResponseObject,
  resolved,
  type Schema,
} from '../openapi/document.ts';
import { isBinary } from './operations.ts';
import { header } from './text.ts';

const DOCUMENT = 'document';

/** Keywords for people and tools, which do not affect validation. */
const ANNOTATIONS = new Set(['description', 'title', 'example', 'examples', 'default', 'deprecated', 'summary']);

/** Formats that describe the display of a text, or demand more than a validator should: any text is accepted. */
const UNJUDGED = ['binary', 'byte', 'decimal', 'decimal128', 'email', 'hostname', 'ipv4', 'ipv6', 'password'];

/** An Ajv with the contract's formats that rejects unknown keywords. */
export function exactAjv(options: { code?: object } = {}): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowUnionTypes: true,
    ...options,
  });
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  for (const name of UNJUDGED) ajv.addFormat(name, true);
  return ajv;
}

/** A schema without annotations and extensions, with absolute references. */
export function bareSchema(schema: Schema): AnySchemaObject {
  const bare: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    // The pattern of a UUID covers its format completely.
    if (keyword === 'format' && value === 'uuid' && schema['pattern'] !== undefined) continue;
    if (ANNOTATIONS.has(keyword) || keyword.startsWith('x-')) continue;
    bare[keyword] = bareValue(keyword, value);
  }
  return bare;
}

function bareValue(keyword: string, value: unknown): unknown {
  if (keyword === '$ref') return `${DOCUMENT}${String(value)}`;
  if (keyword === 'enum' || keyword === 'const' || keyword === 'required') return value;
  if (keyword === 'properties' || keyword === 'patternProperties') {
    return Object.fromEntries(
      Object.entries(value as Record<string, Schema>).map(([name, sub]) => [name, bareSchema(sub)]),
    );
  }
  if (Array.isArray(value)) return value.map((item: unknown) => (isSchema(item) ? bareSchema(item) : item));
  return isSchema(value) ? bareSchema(value) : value;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The component schemas of a document, as one schema that others refer to. */
export function componentSchemas(document: OpenApiDocument): AnySchemaObject {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [name, bareSchema(schema)]);
  return { $id: DOCUMENT, components: { schemas: Object.fromEntries(schemas) } };
}

/** The schema of `{path, query, headers, body}` of an operation; undefined when it takes no input. */
function requestSchema(document: OpenApiDocument, { operation }: PlacedOperation): AnySchemaObject | undefined {
  const properties: Record<string, AnySchemaObject> = {};
  for (const [place, within] of [
    ['path', 'path'],
    ['query', 'query'],
    ['headers', 'header'],
    ['cookies', 'cookie'],
  ] as const) {
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === within);
    if (parameters.length === 0) continue;
    properties[place] = {
      type: 'object',
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, bareSchema(schema)])),
      required: parameters.filter((parameter) => parameter.required).map(({ name }) => name),
    };
  }
  const body = bodySchema(document, operation.requestBody?.content ?? {});
  if (body !== undefined) properties['body'] = body;
  if (Object.keys(properties).length === 0) return undefined;
  return { type: 'object', properties, required: operation.requestBody?.required === true ? ['body'] : [] };
}

/** The schema of a body that is parsed; undefined for bytes. Files are only checked for presence. */
function bodySchema(
  document: OpenApiDocument,
  content: Readonly<Record<string, MediaType>>,
): AnySchemaObject | undefined {
  const [entry] = Object.entries(content);
  if (entry === undefined) return undefined;
  const [type, { schema }] = entry;
  const kind = kindOf(type);
  if (kind === 'bytes') return undefined;
  if (kind !== 'multipart') return bareSchema(schema);
  const { properties = {}, required = [] } = resolved(document, schema);
  const parts = Object.entries(properties).map(([name, part]) => {
    const { type: partType, items = {} } = resolved(document, part);
    const isFile = isBinary(document, part) || (partType === 'array' && isBinary(document, items));
    return [name, isFile ? {} : bareSchema(part)] as const;
  });
  return { type: 'object', properties: Object.fromEntries(parts), required };
}

/** The schema of the headers of an answer, by their documented names; undefined when there are none. */
function headersSchema({ headers = {} }: ResponseObject): AnySchemaObject | undefined {
  const named = Object.entries(headers).filter(([name]) => !/^content-type$/i.test(name));
  if (named.length === 0) return undefined;
  const properties = named.map(([name, { schema = {} }]) => [name, bareSchema(schema)] as const);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/**
 * @param prefix of the names of the functions; Ajv's own are `validate20` and on, so that more than twenty need another
 * @returns the text of `validators.js`
 */
export function writeValidators(document: OpenApiDocument, prefix = 'validate'): string {
  const ajv = exactAjv({ code: { source: true, esm: true, optimize: 1, formats: _`formats` } });
  ajv.addKeyword('components');
  ajv.addSchema(componentSchemas(document));

  const exported: Record<string, string> = {};
  const compiled = new Map<string, string>();
  const add = (schema: AnySchemaObject): string => {
    // Every refusal has the same schema: one validator serves them all.
    const text = JSON.stringify(schema);
    const known = compiled.get(text);
    if (known !== undefined) return known;
    const name = `${prefix}${compiled.size}`;
    compiled.set(text, name);
    ajv.addSchema(schema, name);
    exported[name] = name;
    return name;
  };

  const entries = operationsOf(document).map((placed) => {
    const request = requestSchema(document, placed);
    const responses = Object.entries(placed.operation.responses).flatMap(([status, { content = {} }]) => {
      const mediaOf = (kind: 'json' | 'text') => Object.entries(content).find(([type]) => kindOf(type) === kind)?.[1];
      const media = mediaOf('json') ?? mediaOf('text');
      return media === undefined ? [] : [`'${status}': ${add(bareSchema(media.schema))}`];
    });
    const headers = Object.entries(placed.operation.responses).flatMap(([status, response]) => {
      const schema = headersSchema(response);
      return schema === undefined ? [] : [`'${status}': ${add(schema)}`];
    });
    const of = request === undefined ? '' : `request: ${add(request)}, `;
    const and = headers.length === 0 ? '' : `, headers: { ${headers.join(', ')} }`;
    return `  ${placed.operation.operationId}: { ${of}responses: { ${responses.join(', ')} }${and} },\n`;
  });

  const code = asModule(standalone.default(ajv, exported));
  return `${header}/* biome-ignore-all lint: compiled by Ajv */
import { formats } from '@wallet-services/runtime/formats';
${code}
/** The validators of each operation, by operationId. */
export const validators = {
${entries.join('')}};
`;
}

/** Ajv writes `require` for its runtime even in a module. */
function asModule(code: string): string {
  const imports = new Map<string, string>();
  const body = code
    .replace(/^"use strict";/, '')
    .replaceAll(/const (\w+) = require\("([^"]+)"\)\.default;?/g, (_match, name: string, path: string) => {
      imports.set(name, path);
      return '';
    })
    .replaceAll(/^export const (\w+\d+) =/gm, 'const $1 =')
    .replaceAll(/;export const (\w+\d+) =/g, ';const $1 =');
  if (body.includes('require(')) throw new Error('validators: Ajv wrote a require that is not understood');
  const lines = [...imports].map(
    (
      [name, path], // Only some loaders unwrap the default export of a CommonJS module.
    ) => `import ${name}Module from '${path}.js';\nconst ${name} = ${name}Module.default ?? ${name}Module;\n`,
  );
  return `${lines.join('')}${body}`;
}

/** @returns the text of `validators.d.ts` */
export function writeValidatorTypes(): string {
  return `${header}import type { OperationValidators } from '@wallet-services/runtime/operation';

/** The validators of each operation, by operationId. */
export const validators: Readonly<Record<string, OperationValidators>>;
`;
}
