/** The alternatives of a schema, for those that generate values. */
import { type OpenApiDocument, resolved, type Schema } from '../model/document/document.ts';

/** The depth to which nested alternatives are read: a schema may contain itself. */
const DEEPEST = 6;

/**
 * The schema and its alternatives, flattened: a value must satisfy one of them. Keywords beside the alternatives apply
 * to each. Keywords that are not read here are left to the oracle, which judges every generated value.
 */
export function alternativesOf(document: OpenApiDocument, schema: Schema, depth = 0): readonly Schema[] {
  const { anyOf, ...base } = resolved(document, schema);
  if (anyOf !== undefined && depth < DEEPEST) {
    const isBare = Object.keys(base).every((keyword) => ANNOTATIONS.has(keyword));
    const branches = anyOf.map((branch) => (isBare ? branch : { allOf: [base, branch] }));
    return branches.flatMap((branch) => alternativesOf(document, branch, depth + 1));
  }
  const { type } = base;
  if (typeof type !== 'object') return [anyOf === undefined ? resolved(document, schema) : base];
  return type.map((one) => ({ ...base, type: one }));
}

/** Keywords that do not constrain a value. */
const ANNOTATIONS = new Set(['description', 'title', 'default', 'example', 'examples', 'deprecated']);
