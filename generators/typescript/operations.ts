/** Writes the operation table of a service. */
import type { Operation, Parameter, SecurityScheme } from '@wallet-services/runtime/operation';
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

function operationEntry(document: OpenApiDocument, { path, method, operation }: PlacedOperation): Operation {
  const { requestBody } = operation;
  return {
    id: operation.operationId,
    method,
    path,
    summary: (operation.description ?? '').replaceAll(/\s+/g, ' ').trim(),
    parameters: (operation.parameters ?? []).map((parameter) => parameterEntry(document, parameter)),
    ...(requestBody === undefined ? {} : { body: { required: requestBody.required === true } }),
    security: (operation.security ?? []).map((schemes) => Object.keys(schemes)),
    statuses: Object.keys(operation.responses),
    ...(operation.deprecated === true ? { deprecated: true } : {}),
    ...(operation['x-draft'] === true ? { draft: true } : {}),
  };
}

function parameterEntry(document: OpenApiDocument, parameter: ParameterObject): Parameter {
  const schema = resolved(document, parameter.schema);
  const initial = parameter.schema['default'] ?? schema['default'];
  return {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required === true,
    type: typeOf(document, schema),
    ...(isPrimitive(initial) ? { default: initial } : {}),
    ...(parameter.allowEmptyValue === true ? { allowEmptyValue: true } : {}),
    ...(parameter['x-clamp'] === true ? { clamp: Number(parameter.schema['maximum'] ?? schema['maximum']) } : {}),
    ...(isTime(document, schema) ? { time: true } : {}),
  };
}

function isPrimitive(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function typeOf(document: OpenApiDocument, schema: Schema): Parameter['type'] {
  const { type, anyOf } = resolved(document, schema);
  if (type === 'integer' || type === 'number' || type === 'boolean') return type;
  if (type === 'string') return 'string';
  const types = new Set((anyOf ?? []).map((branch) => typeOf(document, branch)));
  const [only, ...others] = types;
  if (only === undefined || others.length > 0) {
    throw new Error(`${document.info.title}: a parameter must be of one primitive type, not ${JSON.stringify(schema)}`);
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
      throw new Error(`${document.info.title}: security scheme ${name} is of a kind that no generator knows`);
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
