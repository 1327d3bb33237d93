/** The schema keywords that the generator understands. One that it does not know must not be passed over in silence. */
import { type OpenApiDocument, resolved, type Schema } from '../model/document.ts';

const known = new Set([
  '$ref',
  'additionalProperties',
  'anyOf',
  'default',
  'description',
  'enum',
  'example',
  'examples',
  'format',
  'items',
  'maximum',
  'minimum',
  'pattern',
  'properties',
  'required',
  'title',
  'type',
]);

/**
 * The schema and its alternatives, flattened: a value need satisfy one of them.
 *
 * @throws when the schema has a keyword that the generator does not understand.
 */
export function alternativesOf(document: OpenApiDocument, schema: Schema): readonly Schema[] {
  const target = resolved(document, schema);
  const unknown = Object.keys(target).find((keyword) => !known.has(keyword) && !keyword.startsWith('x-'));
  if (unknown !== undefined) throw new Error(`the generator of requests does not know the schema keyword ${unknown}`);
  if (target.anyOf === undefined) return [target];
  return target.anyOf.flatMap((branch) => alternativesOf(document, branch));
}
