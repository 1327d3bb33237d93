/** The parts of an OpenAPI 3.1 document that the generators read. */

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

export type Method = (typeof methods)[number];

/** A JSON Schema (2020-12), as plain data. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  unevaluatedProperties?: boolean | Schema;
  'x-behaviour'?: Declaration[];
  'x-rules'?: Rule[];
  [keyword: string]: unknown;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface ParameterObject {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema: Schema;
  style?: string;
  explode?: boolean;
  allowEmptyValue?: boolean;
  allowReserved?: boolean;
  [keyword: string]: unknown;
}

export interface ResponseObject {
  description: string;
  content?: Record<string, MediaType>;
  headers?: Record<string, { required?: boolean; schema?: Schema }>;
}

/** A documented behaviour that a schema cannot express (`x-rules`). */
export interface Rule {
  readonly id: string;
  readonly level: 'must' | 'should' | 'observe';
  /** The protobuf method that the rule is about. */
  readonly rpc?: string;
  readonly text: string;
  readonly source: string;
  /** Clauses of the requirement documents that it is based on. */
  readonly clauses?: readonly string[];
}

/** A behaviour declared in a form that programs read (`x-behaviour`), and the rules that follow from it. */
export interface Declaration {
  readonly family: string;
  readonly rules: readonly (Pick<Rule, 'id' | 'level' | 'text' | 'source' | 'clauses'> & { readonly aspect: string })[];
  readonly [member: string]: unknown;
}

/** Something the documents leave open (`x-unspecified`). */
export interface OpenQuestion extends Observation {
  readonly id: string;
  readonly text: string;
  readonly source: string;
  /** Clauses of the requirement documents that raise it. */
  readonly clauses?: readonly string[];
}

/** How an open question is observed, or why it is not: `Observation` in spec/contract/decorators.tsp. */
export interface Observation {
  readonly probe?: object;
  readonly probes?: Readonly<Record<string, object>>;
  readonly unobservable?: string;
  readonly alike?: string;
}

export interface OperationObject {
  readonly tags?: readonly string[];
  operationId: string;
  summary?: string;
  description?: string;
  deprecated?: boolean;
  parameters?: ParameterObject[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject>;
  security?: Record<string, string[]>[];
  'x-draft'?: boolean;
  'x-behaviour'?: Declaration[];
  'x-rules'?: Rule[];
  'x-unspecified'?: OpenQuestion[];
}

export interface OpenApiDocument {
  openapi: string;
  jsonSchemaDialect?: string;
  info: { title: string; version: string; description?: string; license?: Record<string, string> };
  servers?: { url: string }[];
  paths: Record<string, Partial<Record<Method, OperationObject>>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes?: Record<string, { type: string; scheme?: string; in?: string; name?: string }>;
  };
  'x-behaviour'?: Declaration[];
  'x-rules'?: Rule[];
  'x-unspecified'?: OpenQuestion[];
}

/** An operation with its place in the document. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: Method;
  readonly operation: OperationObject;
}

/** Every operation of a document, in document order. */
export function operationsOf(document: OpenApiDocument): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
}

const COMPONENT = '#/components/schemas/';

/** Follows a `$ref` to a component schema; any other schema is returned as it is. */
export function resolved(document: OpenApiDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const target = document.components.schemas[schema.$ref.slice(COMPONENT.length)];
  if (target === undefined) throw new Error(`${document.info.title}: ${schema.$ref} leads nowhere`);
  return resolved(document, target);
}
