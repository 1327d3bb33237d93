/** Writes parameters in the styles of OpenAPI ("Style Values"). */
import { decoded } from '@wallet-services/kit/decoded';
import { jsonOf } from '@wallet-services/kit/exchange';
import { isObject } from '../values/json.ts';
import { isJson } from '../values/media.ts';
import { type OpenApiDocument, type ParameterObject, resolved, type Schema } from './document.ts';

/** How the value of a parameter is written. */
export interface Style {
  /** `form`, `simple`, `label`, `matrix`, `spaceDelimited`, `pipeDelimited` or `deepObject`. */
  readonly name: string;
  readonly explode: boolean;
  /** `json`: the parameter has a content in place of a schema. */
  readonly shape: 'text' | 'list' | 'object' | 'json';
}

/** The depth to which alternatives of alternatives are read. */
const DEEPEST = 6;

function typesOf(document: OpenApiDocument, schema: Schema, depth = 0): readonly string[] {
  const { type, properties, anyOf = [], oneOf = [] } = resolved(document, schema);
  const own = typeof type === 'string' ? [type] : (type ?? (properties === undefined ? [] : ['object']));
  const branches = depth < DEEPEST ? [...anyOf, ...(Array.isArray(oneOf) ? (oneOf as readonly Schema[]) : [])] : [];
  return [...own, ...branches.flatMap((branch) => typesOf(document, branch, depth + 1))];
}

/** The names of the members of an object, and whether it may have others that its schema constrains. */
interface Members {
  readonly names: readonly string[];
  readonly isOpen: boolean;
}

function membersIn(document: OpenApiDocument, schema: Schema, depth = 0): Members {
  const { anyOf = [], properties = {}, required = [], ...own } = resolved(document, schema);
  const branches = depth < DEEPEST ? anyOf.map((branch) => membersIn(document, branch, depth + 1)) : [];
  const names = [...Object.keys(properties), ...required, ...branches.flatMap((branch) => branch.names)];
  const { additionalProperties: more } = own;
  const isOwnOpen = more === true || isObject(more) || 'patternProperties' in own || 'minProperties' in own;
  return { names, isOpen: names.length === 0 || isOwnOpen || branches.some(({ isOpen }) => isOpen) };
}

/** Whether the members of an object are parameters of the query. */
export function isSpread(style: Style | undefined): boolean {
  return style?.shape === 'object' && style.name === 'form' && style.explode;
}

/** Reads an object whose members are parameters of the query; null where none is there. */
export function spreadRead(
  document: OpenApiDocument,
  query: URLSearchParams,
  name: string,
  schema: Schema,
  others: readonly string[],
): string | null {
  const { names, isOpen } = membersIn(document, schema);
  const isOwn = (key: string) => names.includes(key) || (isOpen && (key === name || !others.includes(key)));
  const keys = [...new Set(query.keys())].filter(isOwn);
  if (keys.length === 0) return null;
  const members = keys.map((key) => {
    const [first, ...more] = query.getAll(key);
    return [key, more.length === 0 ? first : [first, ...more]] as const;
  });
  return JSON.stringify(Object.fromEntries(members));
}

function shapeOf(document: OpenApiDocument, { content = {}, schema }: ParameterObject): Style['shape'] {
  if (Object.keys(content).some(isJson)) return 'json';
  const types = typesOf(document, schema);
  if (types.includes('array')) return 'list';
  return types.length > 0 && types.every((type) => type === 'object' || type === 'null') ? 'object' : 'text';
}

/** The style of a parameter; undefined where its value is written as it is. */
export function styleOf(document: OpenApiDocument, parameter: ParameterObject): Style | undefined {
  const { in: place, style: name = place === 'query' ? 'form' : 'simple', explode = name === 'form' } = parameter;
  const shape = shapeOf(document, parameter);
  const isPlain = shape === 'text' && name !== 'label' && name !== 'matrix';
  return isPlain ? undefined : { name, explode, shape };
}

/** A value as the text that inputs have: a list is separated by commas, an object is JSON. */
export function textOf(value: unknown, style: Style | undefined): string {
  return style?.shape === 'json' || isObject(value) ? JSON.stringify(value) : String(value);
}

type Pair = readonly [name: string, text: string];

/** The members of an object, as texts; null where a text is no object. */
function membersOf(text: string): readonly Pair[] | null {
  const value = jsonOf(text);
  if (!isObject(value)) return null;
  return Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined ? [] : [[name, inner === null ? '' : textOf(inner, undefined)]],
  );
}

const encode = encodeURIComponent;

/** Between the items of a list in a query; a comma in any other style. */
const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

function deep(name: string, value: unknown): readonly string[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) return [`${encode(name)}=${encode(value === null ? '' : textOf(value, undefined))}`];
  return entries.flatMap(([member, inner]) => deep(`${name}[${member}]`, inner));
}

/** The pairs of a query, joined. */
export function queryOf(name: string, text: string, style: Style | undefined): string {
  const whole = `${encode(name)}=${encode(text)}`;
  if (style === undefined || style.shape === 'json' || style.shape === 'text') return whole;
  const separator = SEPARATORS[style.name] ?? ',';
  if (style.shape === 'list') {
    const items = text.split(',').map(encode);
    return style.explode
      ? items.map((item) => `${encode(name)}=${item}`).join('&')
      : `${encode(name)}=${items.join(separator)}`;
  }
  const members = membersOf(text);
  if (members === null) return whole;
  if (style.name === 'deepObject') return members.length === 0 ? '' : deep(name, jsonOf(text)).join('&');
  const pairs = members.map(([member, inner]) => [encode(member), encode(inner)] as const);
  if (style.explode) return pairs.map((pair) => pair.join('=')).join('&');
  return `${encode(name)}=${pairs.map((pair) => pair.join(separator)).join(separator)}`;
}

/** The text of lists and objects of style `simple`, or inside a label or matrix. */
function joined(text: string, { shape, explode }: Style, between: string, written: (part: string) => string): string {
  if (shape === 'list') return text.split(',').map(written).join(between);
  const members = shape === 'object' ? membersOf(text) : null;
  if (members === null) return written(text);
  return members.map((pair) => pair.map(written).join(explode ? '=' : between)).join(between);
}

/** The segment of a path. */
export function segmentOf(name: string, text: string, style: Style | undefined): string {
  if (style === undefined || style.shape === 'json') return encode(text);
  if (style.name === 'label') return `.${joined(text, style, style.explode ? '.' : ',', encode)}`;
  if (style.name !== 'matrix') return joined(text, style, ',', encode);
  if (!style.explode || style.shape === 'text') return `;${encode(name)}=${joined(text, style, ',', encode)}`;
  const parts = joined(text, style, ';', encode);
  return style.shape === 'list'
    ? `;${parts
        .split(';')
        .map((part) => `${encode(name)}=${part}`)
        .join(';')}`
    : `;${parts}`;
}

/** The value of a header. */
export function headerTextOf(text: string, style: Style | undefined): string {
  return style?.shape === 'object' ? joined(text, style, ',', (part) => part) : text;
}

/** The inverse of `joined`; null where the text is no object. */
function parted(
  text: string,
  { shape, explode }: Pick<Style, 'shape' | 'explode'>,
  between: string,
  read: (part: string) => string,
): string | null {
  if (shape === 'text') return read(text);
  const parts = text === '' ? [] : text.split(between);
  if (shape === 'list') return parts.map(read).join(',');
  const pairs = explode
    ? parts.map((part) => part.split('='))
    : parts.flatMap((_, at) => (at % 2 === 0 ? [parts.slice(at, at + 2)] : []));
  if (pairs.some(({ length }) => length !== 2)) return null;
  return JSON.stringify(Object.fromEntries(pairs.map((pair) => pair.map(read))));
}

function matrixRead(name: string, text: string, style: Style): string | null {
  const own = `${encode(name)}=`;
  const parts = text.slice(1).split(';');
  if (style.explode && style.shape === 'object') return parted(text.slice(1), style, ';', decoded);
  if (!parts.every((part) => part.startsWith(own))) return null;
  const values = parts.map((part) => part.slice(own.length));
  if (style.explode && style.shape === 'list') return values.map(decoded).join(',');
  return values.length > 1 ? null : parted(values.join(), { ...style, explode: false }, ',', decoded);
}

/** The text that inputs have for a segment of a path; the segment itself where it is not written in the style. */
export function segmentRead(name: string, segment: string, style: Style | undefined): string {
  const whole = decoded(segment);
  if (style === undefined || style.shape === 'json') return whole;
  if (style.name === 'matrix') return (segment.startsWith(';') ? matrixRead(name, segment, style) : null) ?? whole;
  if (style.name !== 'label') return parted(segment, style, ',', decoded) ?? whole;
  if (!segment.startsWith('.')) return whole;
  return parted(segment.slice(1), style, style.explode ? '.' : ',', decoded) ?? whole;
}

/** The text that inputs have for the value of a header. */
export function headerRead(text: string, style: Style | undefined): string {
  if (style?.shape !== 'object') return text;
  return parted(text, style, ',', (part) => part.trim()) ?? text;
}

/** The text that inputs have for a parameter of a query; null where it is absent. See `spreadRead` for others. */
export function queryRead(query: URLSearchParams, name: string, style: Style | undefined): string | null {
  const [first = null, ...others] = query.getAll(name);
  if (style?.shape === 'object' && style.name === 'deepObject') return deepRead(query, name);
  if (first === null || style === undefined || style.shape === 'json' || style.shape === 'text') return first;
  if (style.shape === 'list' && style.explode) return [first, ...others].join(',');
  const separator = { spaceDelimited: ' ', pipeDelimited: '|' }[style.name] ?? ',';
  return parted(first, { ...style, explode: false }, separator, (part) => part) ?? first;
}

interface Tree {
  [member: string]: Tree | string;
}

function deepRead(query: URLSearchParams, name: string): string | null {
  const root: Tree = Object.create(null);
  for (const [key, value] of query) {
    if (!key.startsWith(`${name}[`) || !key.endsWith(']')) continue;
    const path = key.slice(name.length + 1, -1).split('][');
    let node = root;
    for (const member of path.slice(0, -1)) {
      const inner = node[member];
      const next: Tree = typeof inner === 'object' ? inner : Object.create(null);
      node[member] = next;
      node = next;
    }
    node[path.at(-1) ?? ''] = value;
  }
  return Object.keys(root).length === 0 ? null : JSON.stringify(root);
}
