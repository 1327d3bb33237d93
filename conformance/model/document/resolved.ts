/**
 * Schemas as those read them who make requests: references followed, what is made of several parts put together. Values
 * are never judged by what comes out of this, but by the document itself.
 */

import { isObject } from '../values/json.ts';
import { valueAt } from '../values/pointer.ts';
import type { OpenApiDocument, Schema } from './document.ts';

/** References and parts may lead round in circles; nobody nests them deeper. */
const DEEPEST = 20;

function target(document: OpenApiDocument, reference: string): Schema {
  const found = valueAt(document, decodeURIComponent(reference.replace(/^#/, '')));
  if (found === undefined) throw new Error(`${document.info.title}: ${reference} leads nowhere`);
  return isObject(found) ? found : {};
}

/** Both schemas hold. */
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
  // What a reference leads to stays the same object: what is made of it is kept by it.
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
 * The schema without references and parts: `$ref` and `allOf` are put together, `oneOf` reads as `anyOf`, `const` as a
 * list of one name.
 *
 * @throws when a reference leads nowhere.
 */
export function resolved(document: OpenApiDocument, schema: Schema): Schema {
  if (!isObject(schema)) return {};
  const found = known.get(schema) ?? merged(document, schema, 0);
  known.set(schema, found);
  return found;
}
