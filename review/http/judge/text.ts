/** Compares parameters and headers as text: an integer and a string are both sent as `7`. */
import { arrayOf, asText, type JsonObject, numberOf, objectOf } from '../../json.ts';
import { alternativesOf } from '../canonical/schema.ts';
import { covers } from './covers.ts';

const BOOLEANS = ['false', 'true'];

/** Converts alternatives to what is sent: values of any type become text, in one list. */
export function asTexts(alternatives: readonly JsonObject[]): readonly JsonObject[] {
  const values = new Set<string>();
  const others: JsonObject[] = [];
  for (const alternative of alternatives) {
    const { type, enum: listed } = alternative;
    if (isScalar(alternative) && Array.isArray(listed)) for (const value of listed) values.add(asText(value));
    else if (type === 'boolean') for (const value of BOOLEANS) values.add(value);
    else others.push(alternative);
  }
  return values.size === 0 ? others : [...others, { type: 'string', enum: [...values].toSorted() }];
}

/** Whether one alternative certainly allows all texts of another one; false when unknown. */
export function coversText(outer: JsonObject, inner: JsonObject): boolean {
  if (covers(outer, inner)) return true;
  const values = inner['enum'];
  if (Array.isArray(values) && values.length > 0 && inner['type'] !== 'array')
    return values.every((value) => allowsText(outer, asText(value)));
  if (outer['type'] === 'array') return isScalar(inner) && allowsSingle(outer, inner);
  return outer['type'] === 'string' && isNumeric(inner) && isFree(outer);
}

/** Whether every value is a single text. */
function isScalar({ type }: JsonObject): boolean {
  return ['string', 'number', 'integer', 'boolean'].includes(asText(type));
}

function isNumeric({ type }: JsonObject): boolean {
  return type === 'number' || type === 'integer';
}

/** Formats of numbers, which do not limit a string. */
const NUMERIC = ['int32', 'int64', 'float', 'double'];

/** Whether a string allows the text of every number. */
function isFree(outer: JsonObject): boolean {
  return Object.entries(outer).every(
    ([keyword, value]) =>
      keyword === 'type' ||
      (keyword === 'format' && NUMERIC.includes(asText(value))) ||
      (keyword === 'minLength' && typeof value === 'number' && value <= 1),
  );
}

/** Whether a list allows a single value: `ids=7` is a list of one. */
function allowsSingle(outer: JsonObject, inner: JsonObject): boolean {
  const { items, minItems = 0, enum: listed } = outer;
  if (listed !== undefined || typeof minItems !== 'number' || minItems > 1) return false;
  if (items === undefined) return true;
  const elements = asTexts(alternativesOf(objectOf(items)).map(objectOf));
  return elements.some((one) => coversText(one, inner));
}

/** Whether an alternative certainly allows a text. */
function allowsText(outer: JsonObject, text: string): boolean {
  if (outer['type'] === 'array') return allowsSingle(outer, { type: 'string', enum: [text] });
  const { type, enum: listed, minimum, maximum, format: _, ...limits } = outer;
  if (listed !== undefined) return arrayOf(listed).includes(text);
  if (type === 'string') return isFree(outer);
  if (!isNumeric(outer) || Object.keys(limits).length > 0 || text.trim() === '') return false;
  const value = Number(text);
  const inside = value >= numberOf(minimum, -Infinity) && value <= numberOf(maximum, Infinity);
  return inside && (type === 'integer' ? Number.isInteger(value) : Number.isFinite(value));
}
