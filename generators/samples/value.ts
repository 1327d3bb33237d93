/** A value with the types of its parts from a schema, which samples in typed languages need. */
import { type OpenApiDocument, resolved, type Schema } from '../openapi/document.ts';

export type Typed =
  | { readonly kind: 'object'; readonly type: string; readonly members: readonly Member[] }
  | {
      readonly kind: 'list';
      readonly items: readonly Typed[];
      /** The name of the schema of its items; empty if it has none. */
      readonly type: string;
      /** Whether its items may be null. */
      readonly nullable: boolean;
    }
  | { readonly kind: 'enum'; readonly type: string; readonly value: string | number }
  | { readonly kind: 'uuid' | 'decimal' | 'text'; readonly value: string }
  | { readonly kind: 'integer' | 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null'; readonly value: null }
  /** Any JSON. */
  | { readonly kind: 'open'; readonly value: unknown };

export interface Member {
  readonly name: string;
  /** Whether it is always present and never null: typed languages wrap the values of all others. */
  readonly required: boolean;
  readonly value: Typed;
}

function nameOf({ $ref = '' }: Schema): string {
  return $ref.replace(/.*\//, '');
}

function isNull({ type }: Schema): boolean {
  return type === 'null';
}

function isNullable({ anyOf = [] }: Schema): boolean {
  return anyOf.some(isNull);
}

/** The alternative of a nullable schema that is not null; any other schema unchanged. */
function withoutNull(schema: Schema): Schema {
  const [only, ...others] = (schema.anyOf ?? []).filter((branch) => !isNull(branch));
  return only === undefined || others.length > 0 ? schema : only;
}

/** The value of an example, with the types of its parts. */
export function typedValue(document: OpenApiDocument, declared: Schema, value: unknown): Typed {
  if (value === null) return { kind: 'null', value };
  const schema = withoutNull(declared);
  const target = resolved(document, schema);
  const type = nameOf(schema);
  if (target.enum !== undefined && (typeof value === 'string' || typeof value === 'number'))
    return { kind: 'enum', type, value };
  if (Array.isArray(value) && target.items !== undefined) {
    const { items } = target;
    return {
      kind: 'list',
      type: nameOf(withoutNull(items)),
      nullable: isNullable(items),
      items: value.map((item) => typedValue(document, items, item)),
    };
  }
  if (target.properties !== undefined) {
    const { properties, required = [] } = target;
    // In a typed language, a sample cannot set a member that no schema declares.
    const members = Object.entries(Object(value)).flatMap(([name, member]) => {
      const declared = properties[name];
      if (declared === undefined) return [];
      const isRequired = required.includes(name) && !isNullable(declared);
      return [{ name, required: isRequired, value: typedValue(document, declared, member) }];
    });
    return { kind: 'object', type, members };
  }
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (typeof value === 'number') return { kind: target.type === 'integer' ? 'integer' : 'number', value };
  if (typeof value !== 'string') return { kind: 'open', value };
  return { kind: type === 'DecimalString' ? 'decimal' : type === 'Uuid' ? 'uuid' : 'text', value };
}
