/** Writes the operation table of a service. */
import type {
  AnswerShape,
  BodyShape,
  FieldShape,
  Operation,
  Parameter,
  SecurityScheme,
} from '@wallet-services/runtime/operation';
import {
  type OpenApiDocument,
  operationsOf,
  type ParameterObject,
  type PlacedOperation,
  resolved,
  type Schema,
} from '../openapi/document.ts';
import { docComment, header, literal } from './text.ts';

/** The operation table of a document, in document order. */
export function operationTable(document: OpenApiDocument): Operation[] {
  return operationsOf(document).map((placed) => operationEntry(document, placed));
}

function operationEntry(document: OpenApiDocument, placed: PlacedOperation): Operation {
  const { path, method, operation } = placed;
  const body = bodyEntry(document, placed);
  const answers = answerEntries(document, placed);
  return {
    id: operation.operationId,
    method,
    path,
    summary: (operation.description ?? '').replaceAll(/\s+/g, ' ').trim(),
    parameters: (operation.parameters ?? []).map((parameter) => parameterEntry(document, placed, parameter)),
    ...(body === undefined ? {} : { body }),
    security: (operation.security ?? []).map((schemes) => Object.keys(schemes)),
    statuses: Object.keys(operation.responses),
    ...(Object.keys(answers).length === 0 ? {} : { answers }),
    ...(operation.deprecated === true ? { deprecated: true } : {}),
    ...(operation['x-draft'] === true ? { draft: true } : {}),
  };
}

/** The parameters that count items: the number on a page, and the number before it. */
function countsOf({ operation }: PlacedOperation): readonly unknown[] {
  const paged = (operation['x-behaviour'] ?? []).find(({ family }) => family === 'paged');
  return [paged?.['limit'], paged?.['offset']];
}

function parameterEntry(document: OpenApiDocument, placed: PlacedOperation, parameter: ParameterObject): Parameter {
  const subject = `${document.info.title}, ${placed.operation.operationId}: the ${parameter.in} parameter ${parameter.name}`;
  const schema = resolved(document, parameter.schema);
  const list = listOf(subject, schema, parameter);
  const initial = parameter.schema['default'] ?? schema['default'];
  const maximum = parameter.schema['maximum'] ?? schema['maximum'];
  return {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required === true,
    type: typeOf(document, list === undefined ? schema : (schema.items ?? {}), subject),
    ...(isPrimitive(initial) ? { default: initial } : {}),
    ...(parameter.allowEmptyValue === true ? { allowEmptyValue: true } : {}),
    ...(parameter['x-clamp'] === true ? { clamp: Number(maximum) } : {}),
    ...(countsOf(placed).includes(parameter.name) ? { saturates: true } : {}),
    ...(isTime(document, schema) ? { time: true } : {}),
    ...(list === undefined ? {} : { list }),
  };
}

const SEPARATORS: Readonly<Record<string, Parameter['list']>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

/** How an array is written in a parameter; undefined when it is not an array. */
function listOf(subject: string, schema: Schema, parameter: ParameterObject): Parameter['list'] {
  const isList = schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array'));
  if (!isList) return undefined;
  if (parameter.in === 'path' || parameter.in === 'header') return ',';
  const style = parameter.style ?? 'form';
  if (parameter.in === 'query' && (parameter.explode ?? style === 'form') && style === 'form') return 'repeated';
  const separator = SEPARATORS[style];
  if (separator === undefined) throw new Error(`${subject} has the style ${style}, which the stubs do not read`);
  return separator;
}

/** The media types, and the fields of forms: several types must all have the same schema. */
function bodyEntry(document: OpenApiDocument, { operation }: PlacedOperation): BodyShape | undefined {
  const { requestBody } = operation;
  if (requestBody === undefined) return undefined;
  const types = Object.keys(requestBody.content);
  const subject = `${document.info.title}, ${operation.operationId}: the body`;
  const schemas = types.map((type) => requestBody.content[type]?.schema ?? {});
  const [schema = {}] = schemas;
  if (schemas.some((other) => JSON.stringify(other) !== JSON.stringify(schema))) {
    throw new Error(`${subject} has another schema for each of ${types.join(', ')}: declare one operation for each`);
  }
  const isForm = types.some((type) => /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/.test(type));
  if (types.some((type) => type.startsWith('multipart/') && !type.startsWith('multipart/form-data'))) {
    throw new Error(`${subject} is ${types.join(', ')}: of the multipart types the stubs read multipart/form-data`);
  }
  const fields = isForm ? fieldsOf(document, schema) : [];
  return {
    required: requestBody.required === true,
    ...(types.join() === 'application/json' ? {} : { types }),
    ...(fields.length === 0 ? {} : { fields }),
  };
}

function fieldsOf(document: OpenApiDocument, schema: Schema): FieldShape[] {
  const { properties = {}, allOf = [] } = resolved(document, schema);
  const own = Object.entries(properties).map(([name, property]): FieldShape => {
    const known = resolved(document, property);
    const isList = known.type === 'array';
    return { name, type: fieldType(document, isList ? (known.items ?? {}) : property), ...(isList ? { isList } : {}) };
  });
  const all = [...allOf.flatMap((part) => fieldsOf(document, part)), ...own];
  return all.filter(({ type, isList }) => type !== 'string' || isList === true);
}

function fieldType(document: OpenApiDocument, schema: Schema): FieldShape['type'] {
  if (isBinary(document, schema)) return 'file';
  const { type, anyOf } = resolved(document, schema);
  if (type === 'integer' || type === 'number' || type === 'boolean' || type === 'string') return type;
  return type === undefined && anyOf?.every((branch) => fieldType(document, branch) === 'string') === true
    ? 'string'
    : 'json';
}

/** Answers that are not JSON, or that have headers. */
function answerEntries(document: OpenApiDocument, { operation }: PlacedOperation): Record<string, AnswerShape> {
  const entries = Object.entries(operation.responses).flatMap(([status, { content = {}, headers = {} }]) => {
    const types = Object.keys(content);
    const shapes = Object.entries(headers)
      .filter(([name]) => !/^content-type$/i.test(name))
      .map(([name, { required = false, schema = {} }]) => {
        const subject = `${document.info.title}, ${operation.operationId}: the header ${name} of ${status}`;
        return { name, required, type: typeOf(document, schema, subject) };
      });
    if (types.join() === 'application/json' && shapes.length === 0) return [];
    if (types.includes('text/event-stream')) {
      throw new Error(
        `${document.info.title}, ${operation.operationId}: the stubs do not answer with text/event-stream`,
      );
    }
    return [[status, { types, ...(shapes.length === 0 ? {} : { headers: shapes }) }] as const];
  });
  return Object.fromEntries(entries);
}

/** Whether a part of a multipart body is a file. */
export function isBinary(document: OpenApiDocument, schema: Schema): boolean {
  const known = resolved(document, schema);
  const { format, type, contentMediaType, contentEncoding } = known;
  if (format === 'binary' || Object.keys(known).length === 0) return true;
  // TypeSpec writes a file of a multipart body as a schema without a type.
  return contentMediaType !== undefined && contentEncoding === undefined && (type === undefined || type === 'string');
}

function isPrimitive(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function typeOf(document: OpenApiDocument, schema: Schema, subject: string): Parameter['type'] {
  const { type, anyOf, enum: values } = resolved(document, schema);
  const alone = Array.isArray(type) ? type.filter((each) => each !== 'null') : [type];
  const [first] = alone;
  if (alone.length === 1 && (first === 'integer' || first === 'number' || first === 'boolean' || first === 'string')) {
    return first;
  }
  if (type === undefined && values !== undefined && values.every((value) => typeof value === 'string')) return 'string';
  const types = new Set((anyOf ?? []).map((branch) => typeOf(document, branch, subject)));
  const [only, ...others] = types;
  if (only === undefined || others.length > 0) {
    throw new Error(`${subject} must be of one primitive type, or an array of one, not ${JSON.stringify(schema)}`);
  }
  return only;
}

function isTime(document: OpenApiDocument, schema: Schema): boolean {
  const { format, pattern } = resolved(document, schema);
  return format === 'date-time' || (typeof pattern === 'string' && /^\^\(?\[0-9\]\{4\}/.test(pattern));
}

function securitySchemes(document: OpenApiDocument): Record<string, SecurityScheme> {
  const schemes = Object.entries(document.components.securitySchemes ?? {});
  return Object.fromEntries(
    schemes.map(([name, scheme]): [string, SecurityScheme] => {
      if (scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'bearer') return [name, { type: 'bearer' }];
      if (scheme.type === 'apiKey' && scheme.in === 'header' && scheme.name !== undefined) {
        return [name, { type: 'apiKey', in: 'header', name: scheme.name }];
      }
      const users = operationsOf(document).filter(({ operation }) => operation.security?.some((one) => name in one));
      const where = users.map(({ operation }) => operation.operationId).join(', ');
      const kind = [scheme.type, scheme.scheme, scheme.in].filter((part) => part !== undefined).join(' ');
      throw new Error(
        `${document.info.title}, ${where}: the security scheme ${name} is ${kind}; the stubs read bearer tokens and API keys in headers`,
      );
    }),
  );
}

/** @returns the text of `operations.ts` */
export function writeOperations(document: OpenApiDocument): string {
  const entries = operationTable(document).map(
    (entry) => `${docComment(entry.summary, '  ')}  ${entry.id}: ${literal(entry, '  ')},\n`,
  );
  return `${header}import type { Operation, SecurityScheme } from '@wallet-services/runtime/operation';

/** Every operation of the service, by operationId. */
export const operations = {
${entries.join('')}} as const satisfies Record<string, Operation>;

/** The operationId of an operation of this service. */
export type OperationId = keyof typeof operations;

/** How each credential of the service is carried. */
export const securitySchemes = ${literal(securitySchemes(document))} as const satisfies Record<string, SecurityScheme>;
`;
}
