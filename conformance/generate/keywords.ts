/** The alternatives of a schema, as those read it who make values. */
import { type OpenApiDocument, resolved, type Schema } from '../model/document/document.ts';

/** Alternatives within alternatives deeper than this are left alone: a schema may be one of its own. */
const DEEPEST = 6;

/**
 * The schema and its alternatives, flattened: a value need satisfy one of them. What stands beside alternatives holds
 * for each. Keywords that nobody here reads are left to the oracle, which judges every value that is made.
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

/** They say nothing of a value. */
const ANNOTATIONS = new Set(['description', 'title', 'default', 'example', 'examples', 'deprecated']);
