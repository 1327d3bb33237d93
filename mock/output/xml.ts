/** Serializes a value as XML, with the names that its schema gives in `xml` (OpenAPI 3.1, XML Object). */
import { asText, isObject, type JsonObject } from '@wallet-services/kit/json';

/** Prism's name of the root, when the schema gives none. */
const ROOT = 'xml';

/** Largest depth; deeper values are left out. */
const MOST_DEPTH = 100;

/** Writes a document with one root element. The entries of a list without `wrapped` are the root's children. */
export function toXml(value: unknown, schema: unknown): string {
  const known = isObject(schema) ? schema : {};
  const root = nameOf(known, ROOT);
  if (!Array.isArray(value)) return element(root, value, known, 0);
  const items = isObject(known['items']) ? known['items'] : {};
  return wrapped(root, known, value.map((each) => element(nameOf(items, 'item'), each, items, 1)).join(''));
}

function element(name: string, value: unknown, schema: JsonObject, depth: number): string {
  if (depth > MOST_DEPTH || value === undefined) return '';
  if (Array.isArray(value)) return list(name, value, schema, depth);
  if (!isObject(value)) return wrapped(name, schema, value === null ? '' : escaped(String(value)));
  const members = Object.entries(value).map(([key, member]) => ({ key, member, known: memberOf(schema, key) }));
  const attributes = members
    .filter(({ known }) => xmlOf(known)['attribute'] === true)
    .map(({ key, member, known }) => ` ${nameOf(known, key)}="${escaped(asText(member))}"`);
  const children = members
    .filter(({ known }) => xmlOf(known)['attribute'] !== true)
    .map(({ key, member, known }) => element(nameOf(known, key), member, known, depth + 1));
  return wrapped(name, schema, children.join(''), attributes.join(''));
}

function list(name: string, entries: readonly unknown[], schema: JsonObject, depth: number): string {
  const items = isObject(schema['items']) ? schema['items'] : {};
  const isWrapped = xmlOf(schema)['wrapped'] === true;
  const own = isWrapped ? nameOf(items, name) : xmlOf(items)['name'] === undefined ? name : nameOf(items, name);
  const text = entries.map((entry) => element(own, entry, items, depth + 1)).join('');
  return isWrapped ? wrapped(name, schema, text) : text;
}

function wrapped(name: string, schema: JsonObject, content: string, attributes = ''): string {
  const { namespace, prefix } = xmlOf(schema);
  const declared =
    typeof namespace === 'string'
      ? ` xmlns${typeof prefix === 'string' ? `:${prefix}` : ''}="${escaped(namespace)}"`
      : '';
  return `<${name}${declared}${attributes}>${content}</${name}>`;
}

function xmlOf({ xml }: JsonObject): JsonObject {
  return isObject(xml) ? xml : {};
}

function nameOf(schema: JsonObject, otherwise: string): string {
  const { name, prefix } = xmlOf(schema);
  const own = typeof name === 'string' ? name : otherwise;
  const sound = own.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_').replace(/^(?=[\d.-])/, '_');
  return typeof prefix === 'string' ? `${prefix}:${sound}` : sound;
}

function memberOf(schema: JsonObject, name: string): JsonObject {
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => schema[keyword] ?? []).filter(isObject);
  const found = [schema, ...parts].flatMap(({ properties }) =>
    isObject(properties) && isObject(properties[name]) ? [properties[name]] : [],
  );
  return found[0] ?? {};
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
