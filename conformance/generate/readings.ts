/** Texts of parameters, headers, forms and plain bodies, as the values that their schemas are about. */
import type { OpenApiDocument, Schema } from '../model/document/document.ts';
import { alternativesOf } from './keywords.ts';

/** The value of a text that is no list. */
export function readOne(document: OpenApiDocument, schema: Schema, text: string): unknown {
  const types = alternativesOf(document, schema).map(({ type }) => type);
  if (types.some((type) => type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text))
    return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** The values that a text may represent, the likeliest first: a list is separated by commas, or repeated. */
export function readings(document: OpenApiDocument, schema: Schema, text: string): readonly unknown[] {
  const alternatives = alternativesOf(document, schema);
  const list = alternatives.find(({ type }) => type === 'array');
  const one = readOne(document, schema, text);
  const plain = one === text ? [text] : [one, text];
  if (list === undefined) return plain;
  const item = (part: string) => readOne(document, list.items ?? {}, part.trim());
  const isMixed = alternatives.some(({ type }) => type !== 'array' && type !== 'null');
  return [text.split(',').map(item), [item(text)], ...(isMixed ? plain : [])];
}

const STRUCTURED = ['properties', 'required', 'additionalProperties', 'items', 'prefixItems'];

/** Whether a text may be a value of a schema: objects, and lists in a body, have no agreed form in text. */
export function isPlain(document: OpenApiDocument, schema: Schema): boolean {
  return alternativesOf(document, schema).some(({ type, ...rest }) =>
    type === undefined ? STRUCTURED.every((name) => !(name in rest)) : type !== 'object' && type !== 'array',
  );
}
