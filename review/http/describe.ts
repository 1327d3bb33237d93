/** Describes briefly which values a canonical schema allows. */
import { arrayOf, asText, isObject, type JsonObject, objectOf } from '../json.ts';
import { alternativesOf } from './canonical/schema.ts';
import { componentName } from './names.ts';

const LONGEST = 160;
const MANY = 8;

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text;
}

/** A value as text; null when it is absent. */
export function valueText(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? null);
}

/** Describes the values of a canonical schema or of one of its alternatives. */
export function describeSchema(schema: unknown): string {
  if (!isObject(schema)) return asText(schema);
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return shortened(alternatives.map(describeAlternative).join(' or '));
  return JSON.stringify(schema['not']) === '{}' ? 'nothing' : describeAlternative(schema);
}

/** Describes the values of some alternatives. */
export function describeForms(forms: readonly JsonObject[]): string {
  return shortened(forms.map(describeAlternative).join(' or '));
}

function describeAlternative(node: unknown): string {
  const alternative = objectOf(node);
  const reference = alternative['$ref'];
  if (typeof reference === 'string') return componentName(reference.slice(reference.lastIndexOf('/') + 1));
  const { type } = alternative;
  if (type === 'array')
    return `array of ${alternative['items'] === undefined ? 'anything' : describeSchema(alternative['items'])}`;
  if (type === 'object') return describeObject(alternative);
  const values = alternative['enum'];
  const words = [typeof type === 'string' ? type : 'anything'];
  if (Array.isArray(values)) words.push(`one of ${list(values.map((value) => JSON.stringify(value)))}`);
  for (const [keyword, value] of Object.entries(alternative)) {
    if (['type', 'enum', 'description'].includes(keyword)) continue;
    if (isObject(value)) words.push(`${keyword} ${describeSchema(value)}`);
    else words.push(`${keyword} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  }
  return words.join(', ');
}

function describeObject(alternative: JsonObject): string {
  const names = Object.keys(objectOf(alternative['properties']));
  const required = arrayOf(alternative['required']);
  const members = names.map((name) => (required.includes(name) ? name : `${name}?`));
  if (members.length > 0) return `object { ${list(members)} }`;
  const values = alternative['additionalProperties'];
  return isObject(values) ? `map of ${describeSchema(values)}` : 'object';
}

function list(texts: readonly string[]): string {
  return texts.length > MANY ? `${texts.slice(0, MANY).join(', ')}, ... (${texts.length})` : texts.join(', ');
}
