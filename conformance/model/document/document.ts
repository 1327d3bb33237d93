/** The parts of an OpenAPI 3.1 document that the suite reads. */
import { decoded } from '@wallet-services/kit/decoded';
import { isObject } from '../values/json.ts';
import { valueAt } from '../values/pointer.ts';

export const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const;

export type Method = (typeof methods)[number];

/** A JSON Schema (2020-12), as plain data. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  /** The keyword for all other members: TypeSpec writes a `Record` this way. */
  readonly unevaluatedProperties?: boolean | Schema;
  readonly [keyword: string]: unknown;
}

/** An example, alone or by name. */
interface Exemplified {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface MediaType extends Exemplified {
  /** The schema of the values. Absent: anything is valid. */
  readonly schema?: Schema;
  /** Of a form, by its members. */
  readonly encoding?: Readonly<Record<string, { readonly contentType?: string }>>;
}

export interface ParameterObject extends Exemplified {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
  /** A form in place of a schema; the schema is that of the form. */
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowEmptyValue?: boolean;
}

/** A header has a schema, or a form within its only media type. */
export interface HeaderObject {
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly headers?: Readonly<Record<string, HeaderObject>>;
}

/** The level of a documented behaviour: `must` is a demand, `should` is advice, `observe` is only reported. */
export type Level = 'must' | 'should' | 'observe';

export interface OperationObject {
  readonly operationId: string;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** Those of the operation, else those of its path; absent: those of the document. */
  readonly servers?: unknown;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly 'x-draft'?: boolean;
  readonly 'x-behaviour'?: unknown;
  readonly 'x-produces'?: readonly string[];
}

export interface SecuritySchemeObject {
  readonly type: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly name?: string;
}

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly servers?: unknown;
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, OperationObject>>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: Readonly<Record<string, SecuritySchemeObject>>;
  };
}

const COMPONENT = '#/components/schemas/';

/** The name of the component that a schema refers to; undefined for an inline schema. */
export function componentName(schema: Schema): string | undefined {
  return schema.$ref?.startsWith(COMPONENT) ? schema.$ref.slice(COMPONENT.length) : undefined;
}

/** The example of a parameter or body: its own, the first named one, or its schema's; undefined when there is none. */
export function exampleOf(document: OpenApiDocument, place: MediaType | ParameterObject): unknown {
  if (place.example !== undefined) return place.example;
  const [named] = Object.values(place.examples ?? {});
  if (named !== undefined) return named.value;
  return place.schema === undefined ? undefined : schemaExample(document, place.schema);
}

/** Every example of a parameter or body itself, in order. */
export function examplesOf({ example, examples = {} }: Exemplified): readonly unknown[] {
  return example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
}

function schemaExample(document: OpenApiDocument, schema: Schema): unknown {
  const target = resolved(document, schema);
  if (target.examples?.[0] !== undefined) return target.examples[0];
  if (target['example'] !== undefined) return target['example'];
  if (target.default !== undefined) return target.default;
  if (target.enum?.[0] !== undefined) return target.enum[0];
  const [branch] = target.anyOf ?? [];
  return branch === undefined ? undefined : schemaExample(document, branch);
}

/** The depth to which references and parts are followed, which no document exceeds unless they are circular. */
const DEEPEST = 20;

function target(document: OpenApiDocument, reference: string): Schema {
  const found = valueAt(document, decoded(reference.replace(/^#/, '')));
  if (found === undefined) throw new Error(`${document.info.title}: ${reference} leads nowhere`);
  return isObject(found) ? found : {};
}

/** A schema that combines two: a value must satisfy both. */
function both(one: Schema, other: Schema): Schema {
  const required = [...new Set([...(one.required ?? []), ...(other.required ?? [])])];
  const properties = { ...one.properties, ...other.properties };
  return {
    ...one,
    ...other,
    ...(required.length === 0 ? {} : { required }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

function merged(document: OpenApiDocument, schema: Schema, depth: number): Schema {
  if (!isObject(schema) || depth > DEEPEST) return {};
  const { $ref, allOf, oneOf, const: only, ...own }: Schema = schema;
  const parts = [...($ref === undefined ? [] : [target(document, $ref)]), ...(allOf ?? [])];
  // The target of a reference stays the same object, since caches use it as their key.
  if (parts.length === 1 && $ref !== undefined && Object.keys(schema).length === 1) {
    return merged(document, parts[0] ?? {}, depth + 1);
  }
  if (parts.length === 0 && oneOf === undefined && only === undefined) return schema;
  const whole = parts
    .map((part) => merged(document, part, depth + 1))
    .reduceRight((rest, part) => both(part, rest), own);
  return {
    ...whole,
    ...(oneOf === undefined ? {} : { anyOf: whole.anyOf ?? oneOf }),
    ...(only === undefined ? {} : { enum: [only] }),
  };
}

const known = new WeakMap<Schema, Schema>();

/**
 * The schema for generating requests, without references and parts: `$ref` and `allOf` are merged, `oneOf` reads as
 * `anyOf`, `const` as a list of one value. Values are never judged by the result, but by the document.
 *
 * @throws when a reference cannot be resolved.
 */
export function resolved(document: OpenApiDocument, schema: Schema): Schema {
  if (!isObject(schema)) return {};
  const found = known.get(schema) ?? merged(document, schema, 0);
  known.set(schema, found);
  return found;
}
