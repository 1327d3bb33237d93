/** Parameters and headers travel as text: `7` is the same for an integer and for a string. */
import { arrayOf, type JsonObject, objectOf } from '../../json.ts';
import { alternativesOf } from '../canonical/schema.ts';
import { covers } from './covers.ts';

const BOOLEANS = ['false', 'true'];

/** Alternatives as what they are on the wire: values of any type by their text, in one list. */
export function asTexts(alternatives: readonly JsonObject[]): readonly JsonObject[] {
  const values = new Set<string>();
  const others: JsonObject[] = [];
  for (const alternative of alternatives) {
    const { type, enum: listed, ...limits } = alternative;
    const scalar = ['string', 'number', 'integer', 'boolean'].includes(String(type));
    if (scalar && Array.isArray(listed)) for (const value of listed) values.add(String(value));
    else if (type === 'boolean') for (const value of BOOLEANS) values.add(value);
    else others.push({ type, ...limits });
  }
  return values.size === 0 ? others : [...others, { type: 'string', enum: [...values].toSorted() }];
}

/** Whether one form of a text surely allows all that another one allows. False means: not known. */
export function coversText(outer: JsonObject, inner: JsonObject): boolean {
  if (covers(outer, inner)) return true;
  const values = inner['enum'];
  if (Array.isArray(values) && values.length > 0) return values.every((value) => allowsText(outer, String(value)));
  if (outer['type'] === 'array') return inner['type'] !== 'array' && allowsSingle(outer, inner);
  return outer['type'] === 'string' && isNumeric(inner) && isFree(outer);
}

function isNumeric({ type }: JsonObject): boolean {
  return type === 'number' || type === 'integer';
}

/** Formats of numbers, which do not limit a string. */
const NUMERIC = ['int32', 'int64', 'float', 'double'];

/** A string that no text of a number can be wrong for. */
function isFree(outer: JsonObject): boolean {
  return Object.entries(outer).every(
    ([keyword, value]) =>
      keyword === 'type' ||
      (keyword === 'format' && NUMERIC.includes(String(value))) ||
      (keyword === 'minLength' && typeof value === 'number' && value <= 1),
  );
}

/** `ids=7` is a list of one. */
function allowsSingle(outer: JsonObject, inner: JsonObject): boolean {
  const { items, minItems = 0 } = outer;
  if (typeof minItems !== 'number' || minItems > 1) return false;
  if (items === undefined) return true;
  const elements = asTexts(alternativesOf(objectOf(items)).map(objectOf));
  return elements.some((one) => coversText(one, inner));
}

/** Whether a form surely allows one text. */
function allowsText(outer: JsonObject, text: string): boolean {
  if (outer['type'] === 'array') return allowsSingle(outer, { type: 'string', enum: [text] });
  const { type, enum: listed, minimum, maximum, format: _, ...limits } = outer;
  if (listed !== undefined) return arrayOf(listed).includes(text);
  if (type === 'string') return isFree(outer);
  if (!isNumeric(outer) || Object.keys(limits).length > 0 || text.trim() === '') return false;
  const value = Number(text);
  const inside = value >= Number(minimum ?? -Infinity) && value <= Number(maximum ?? Infinity);
  return inside && (type === 'integer' ? Number.isInteger(value) : Number.isFinite(value));
}
