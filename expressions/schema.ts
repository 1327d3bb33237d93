/** The parts of an OpenAPI 3.1 document that are needed to find the schema of a value. */

/** A JSON Schema (2020-12), as plain data. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly [keyword: string]: unknown;
}

/** The components of a document. */
export interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const COMPONENT = '#/components/schemas/';

/** The name of the component that a schema refers to; undefined for an inline schema. */
export function componentName({ $ref }: Schema): string | undefined {
  return $ref?.startsWith(COMPONENT) ? $ref.slice(COMPONENT.length) : undefined;
}

/**
 * A schema and the schemas that it refers to, step by step; a reference that leads nowhere does not constrain a value.
 */
export function chainOf({ components }: Document, schema: Schema): readonly Schema[] {
  const seen = new Set<Schema>();
  let last = schema;
  while (last.$ref !== undefined && !seen.has(last)) {
    seen.add(last);
    last = components.schemas[componentName(last) ?? ''] ?? {};
  }
  return [...seen, last];
}

/** The schema at the end of its references. */
export function resolved(document: Document, schema: Schema): Schema {
  return chainOf(document, schema).at(-1) ?? schema;
}

/** The direct subschemas of a schema. */
export function childrenOf(schema: Schema): readonly Schema[] {
  const { anyOf = [], oneOf = [], allOf = [], items, prefixItems = [], properties = {}, additionalProperties } = schema;
  return [
    ...anyOf,
    ...oneOf,
    ...allOf,
    ...prefixItems,
    ...Object.values(properties),
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
}
