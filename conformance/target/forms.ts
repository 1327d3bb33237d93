/** The building blocks of the schema of a target file: JSON Schemas, each with the type of its values. */
import type { JsonObject } from '../model/values/json.ts';

/** A JSON Schema of the values of a type. */
export interface Schema<Value> {
  readonly [keyword: string]: unknown;
  /** Always absent: it only carries the type. */
  readonly takes?: Value;
}

export type Taken<Of> = Of extends Schema<infer Value> ? Value : never;

type Members<Properties> = { readonly [Name in keyof Properties]?: Taken<Properties[Name]> };

export const text: Schema<string> = { type: 'string', minLength: 1 };
export const integer: Schema<number> = { type: 'integer' };
export const anyObject: Schema<JsonObject> = { type: 'object' };

export function mapOf<Value>(values: Schema<Value>): Schema<Readonly<Record<string, Value>>> {
  return { type: 'object', additionalProperties: values };
}

/** Texts by name. */
export const texts = mapOf(text);

/** An object with these members and no others. */
export function objectWith<Properties extends object, Required extends keyof Properties = never>(
  properties: Properties,
  ...required: readonly Required[]
): Schema<Members<Omit<Properties, Required>> & { readonly [Name in Required]: Taken<Properties[Name]> }> {
  return { type: 'object', ...(required.length > 0 && { required }), additionalProperties: false, properties };
}

/** The entries of a target under `known`, which were validated when the file was read. */
export function knownAs<Value>(_: Schema<Value>): (suite: { readonly target: { readonly known: object } }) => Value {
  return ({ target }) => target.known as Value;
}
