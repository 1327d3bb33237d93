/** Which documents are tried in the process of the run: those in which nothing is large. */
import type { OpenApiDocument, Schema } from '../../model/document/document.ts';
import { everySchema } from '../../model/values/strange.ts';
import { operationsIn } from './places.ts';

/** The largest values of keywords of a schema: what is generated is no larger, and neither is any product of them. */
const MOST: Readonly<Record<string, number>> = { minLength: 10_000, minItems: 3, minProperties: 20 };

/** The largest sizes of lists and objects in a schema. */
const LARGEST: Readonly<Record<string, number>> = {
  enum: 500,
  anyOf: 30,
  oneOf: 30,
  allOf: 30,
  required: 200,
  properties: 200,
  patternProperties: 30,
  prefixItems: 30,
};

const MOST_OPERATIONS = 60;
const MOST_SCHEMAS = 3_000;
const MOST_PATTERN = 200;

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function isModestSchema(schema: Schema): boolean {
  const { pattern } = schema;
  return (
    Object.entries(MOST).every(([keyword, most]) => Number(schema[keyword] ?? 0) <= most) &&
    Object.entries(LARGEST).every(([keyword, most]) => sizeOf(schema[keyword]) <= most) &&
    (typeof pattern !== 'string' || pattern.length <= MOST_PATTERN)
  );
}

/**
 * Whether a document is small, and so are all numbers, lists and texts in its schemas: to try its operations takes little
 * memory, so that a limit of time is enough.
 */
export function isModest(document: OpenApiDocument): boolean {
  if (operationsIn(document).length > MOST_OPERATIONS) return false;
  let count = 0;
  for (const [, schema] of everySchema(document)) {
    count += 1;
    if (count > MOST_SCHEMAS || !isModestSchema(schema)) return false;
  }
  return true;
}
