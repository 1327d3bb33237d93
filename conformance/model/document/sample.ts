/**
 * Generates a value that a schema allows, as simple as possible. It is a candidate: the oracle makes the final decision
 * on it.
 */
import { multipleFrom } from '@wallet-services/kit/multiple';
import * as fc from 'fast-check';
import { isObject } from '../values/json.ts';
import { isTime } from '../values/time.ts';
import { type OpenApiDocument, resolved, type Schema } from './document.ts';
import { expressionOf } from './expressions.ts';

/** Texts by format. */
const texts: Readonly<Record<string, string>> = {
  uuid: '7c6f1f0e-3a0b-4d52-9b1a-5e2f6d8c9a01',
  date: '2025-06-30',
  time: '12:00:00Z',
  duration: 'PT1H',
  email: 'somebody@example.org',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.org/',
  url: 'https://example.org/',
  'json-pointer': '/text',
  byte: 'dGV4dA==',
};

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The most characters of a sample, and the most items: larger ones would only exhaust the memory. */
const MOST = { minLength: 10_000_000, minItems: 100_000 };

/** The least size that a schema demands. @throws Error when samples are never as large */
function leastOf(schema: Schema, keyword: keyof typeof MOST): number {
  const least = number(schema[keyword]) ?? 0;
  if (least > MOST[keyword]) throw new Error(`the suite makes no value with ${keyword} above ${MOST[keyword]}`);
  return least;
}

function matching(pattern: string): string | undefined {
  const expression = expressionOf(pattern);
  if (expression === null) return undefined;
  try {
    const [found] = fc.sample(fc.stringMatching(new RegExp(expression.source)), { numRuns: 1, seed: 1 });
    return found;
  } catch {
    // An expression with a lookahead.
    return undefined;
  }
}

function textOf(schema: Schema): string {
  const { pattern, maxLength } = schema;
  const format = schema['contentEncoding'] === 'base64' ? 'byte' : schema.format;
  if (isTime(schema)) return '2025-06-30T12:00:00Z';
  const plain = texts[format ?? ''] ?? (pattern === undefined ? undefined : matching(pattern)) ?? 'text';
  return plain.padEnd(leastOf(schema, 'minLength'), 'x').slice(0, number(maxLength));
}

function numberOf({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Schema): number {
  const step = number(multipleOf) ?? 1;
  const above = number(exclusiveMinimum);
  const below = number(exclusiveMaximum);
  const least = number(minimum) ?? (above === undefined ? undefined : above + step);
  const most = number(maximum) ?? (below === undefined ? undefined : below - step);
  const wanted = Math.min(Math.max(step, least ?? step), most ?? Number.POSITIVE_INFINITY);
  const even = multipleFrom(wanted, step);
  if (even <= (most ?? even)) return even;
  return type === 'integer' || least === undefined || most === undefined ? wanted : (least + most) / 2;
}

function itemsOf(document: OpenApiDocument, schema: Schema, depth: number) {
  const { items, prefixItems = [] } = schema;
  const first = prefixItems.map((item) => sampleOf(document, item, depth + 1));
  const count = Math.max(leastOf(schema, 'minItems'), first.length, items === undefined ? 0 : 1);
  const rest = Array.from({ length: Math.max(0, count - first.length) }, () =>
    sampleOf(document, items ?? {}, depth + 1),
  );
  return [...first, ...rest];
}

/** The depth of nested schemas below which samples are empty: a schema may contain itself. */
const DEEPEST = 8;

/** Whether a value is of the type of a schema, and as long: documents have examples of other texts and lists. */
function mayBe({ type, items, minItems, maxItems }: Schema, value: unknown): boolean {
  const types: readonly unknown[] = [type ?? []].flat();
  if (Array.isArray(value)) {
    const [least, most] = [number(minItems) ?? 0, number(maxItems) ?? value.length];
    const isList = types.length === 0 || types.includes('array') || items !== undefined;
    return isList && value.length >= least && value.length <= most;
  }
  const isTree = types.every((one) => one === 'object' || one === 'array');
  return types.length === 0 || !isTree || isObject(value);
}

/**
 * An example of the schema, else a value of its type with the required members.
 *
 * @throws Error when the schema demands a larger text or list than samples are
 */
export function sampleOf(document: OpenApiDocument, schema: Schema, depth = 0): unknown {
  const target = resolved(document, schema);
  const { examples, example, default: usual, enum: names, type, required = [], properties = {}, anyOf } = target;
  const given = [...(examples ?? []), example, usual, ...(names ?? [])].find(
    (value) => value !== undefined && mayBe(target, value),
  );
  if (given !== undefined) return given;
  if (depth > DEEPEST) return null;
  const [branch] = anyOf ?? [];
  if (branch !== undefined) return sampleOf(document, { allOf: [{ ...target, anyOf: [] }, branch] }, depth + 1);
  switch ([type].flat()[0] ?? (Object.keys(properties).length > 0 ? 'object' : undefined)) {
    case 'integer':
    case 'number':
      return numberOf(target);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return itemsOf(document, target, depth);
    case 'object': {
      // Members that only answers have are left out.
      const sent = required.filter((name) => resolved(document, properties[name] ?? {})['readOnly'] !== true);
      return Object.fromEntries(sent.map((name) => [name, sampleOf(document, properties[name] ?? {}, depth + 1)]));
    }
    default:
      return textOf(target);
  }
}
