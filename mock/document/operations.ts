/** Corrects operations that Prism has read, where it would answer wrongly or reject valid requests. */
import { createRequire } from 'node:module';
import type { IHttpHeaderParam, IHttpOperation, IHttpOperationResponse, IMediaTypeContent } from '@stoplight/types';
import { isObject } from '@wallet-services/kit/json';
import { isJson } from '@wallet-services/kit/media';
import { typesOf } from '../input/schema.ts';
import { isFormat } from '../output/bytes.ts';

interface Sampler {
  generateStatic(operation: IHttpOperation, schema: object): { readonly _tag: string; readonly right?: unknown };
}

// Prism's entry point does not export it.
const require = createRequire(import.meta.url);
const { generateStatic }: Sampler = require('@stoplight/prism-http/dist/mocker/generator/JSONSchema');

/** Corrects an operation, so that Prism handles it as documented. @param isAnswered whether it is answered by Prism */
export function mended(operation: IHttpOperation, isAnswered: boolean): IHttpOperation {
  mendSchemas(operation);
  const responses = operation.responses.map((response) => mendedResponse(response, operation, isAnswered));
  return withoutNeedlessChecks({ ...operation, responses });
}

/**
 * Removes the credentials of operations that also allow none: Prism would reject every request with a credential (401).
 */
function withoutNeedlessChecks(operation: IHttpOperation): IHttpOperation {
  const needless = operation.security?.some((schemes) => schemes.length === 0) ?? false;
  return needless ? { ...operation, security: [] } : operation;
}

const SAMPLED = ['const', 'default', 'enum', 'example', 'examples', 'maxLength', 'minLength', 'pattern'];

/**
 * Corrects schemas: up to OpenAPI 3.0, Prism's reader limits an int64 to the integers that JavaScript represents
 * exactly, and its sample of base64 is not base64.
 */
function mendSchemas(operation: IHttpOperation): void {
  const seen = new WeakSet<object>();
  const waiting: unknown[] = [operation.request, operation.responses];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const schema = next as Record<string, unknown>;
    if (schema['format'] === 'int64') {
      if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
      if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
    }
    if (schema['format'] === 'byte' && !SAMPLED.some((keyword) => keyword in schema)) schema['examples'] = ['c3RyaW5n'];
    waiting.push(...Object.values(schema).filter((value) => typeof value === 'object'));
  }
}

function mendedResponse(
  response: IHttpOperationResponse,
  operation: IHttpOperation,
  isAnswered: boolean,
): IHttpOperationResponse {
  const { headers = [] } = response;
  return {
    ...response,
    headers: isAnswered ? headers.map((header) => mendedHeader(header, operation)) : headers,
    contents: (response.contents ?? []).map(mendedContent),
  };
}

/** Corrects the content of a response: a sample of its schema must have no members of requests (`writeOnly`). */
function mendedContent(content: IMediaTypeContent): IMediaTypeContent {
  if (content.schema === undefined && isFormat(content.mediaType) && (content.examples ?? []).length === 0) {
    return { ...content, schema: { type: 'string' } };
  }
  if (!isObject(content.schema)) return content;
  const schema = withoutWriteOnly(content.schema, new Map());
  return { ...content, schema, examples: withoutThatOfSchema(content) };
}

/** Removes the example `default`, which Prism's reader adds from the schema to the named examples. */
function withoutThatOfSchema({ schema, examples = [] }: IMediaTypeContent): NonNullable<IMediaTypeContent['examples']> {
  const [first]: readonly unknown[] = Array.isArray(schema?.examples) ? schema.examples : [];
  if (first === undefined || examples.length < 2) return examples;
  return examples.filter((example) => !(example.key === 'default' && 'value' in example && example.value === first));
}

/** Removes `writeOnly` members; returns the schema itself when it has none. */
function withoutWriteOnly<Value>(value: Value, known: Map<unknown, unknown>): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (known.has(value)) return known.get(value) as Value;
  known.set(value, value);
  let copy: unknown = value;
  if (Array.isArray(value)) {
    const entries = value.map((each) => withoutWriteOnly(each, known));
    if (entries.some((each, index) => each !== value[index])) copy = entries;
  } else {
    const { properties, required } = value as { properties?: unknown; required?: unknown };
    const hidden = isObject(properties)
      ? Object.keys(properties).filter((name) => isObject(properties[name]) && properties[name]['writeOnly'] === true)
      : [];
    const members = Object.entries(value).map(([name, member]): [string, unknown] => {
      if (hidden.length > 0 && member === properties && isObject(member)) {
        const shown = Object.entries(member).filter(([each]) => !hidden.includes(each));
        return [name, withoutWriteOnly(Object.fromEntries(shown), known)];
      }
      if (hidden.length > 0 && member === required && Array.isArray(member)) {
        return [name, member.filter((each) => !hidden.includes(each))];
      }
      return [name, withoutWriteOnly(member, known)];
    });
    const isSame = hidden.length === 0 && members.every(([name, member]) => member === Reflect.get(value, name));
    if (!isSame) copy = Object.fromEntries(members);
  }
  known.set(value, copy);
  return copy as Value;
}

/** Corrects a header: Prism sends the text `null` for a value other than a number or a text, and fails for lists. */
function mendedHeader(header: IHttpHeaderParam, operation: IHttpOperation): IHttpHeaderParam {
  const { schema, examples = [] } = header;
  const hasJson = 'content' in header && isObject(header.content) && Object.keys(header.content).some(isJson);
  const types = typesOf({ schema, root: operation });
  const isPlain =
    !hasJson && schema !== undefined && !['array', 'object', 'boolean', 'null'].some((type) => types.has(type));
  const shown = examples.find((example) => 'value' in example);
  if (isPlain && (shown !== undefined || types.size > 0)) return header;
  const sample = shown !== undefined && 'value' in shown ? shown.value : sampleOf(operation, schema);
  const value = hasJson ? JSON.stringify(sample) : simple(sample, header.explode === true);
  return { ...header, schema: { type: 'string' }, examples: [{ id: header.id, key: 'default', value }] };
}

function sampleOf(operation: IHttpOperation, schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  const outcome = generateStatic(operation, schema);
  return outcome._tag === 'Right' ? outcome.right : undefined;
}

/** Writes a value in the style `simple`, which all headers have (OpenAPI 3.1, Style Values). */
function simple(value: unknown, explode: boolean): string {
  if (Array.isArray(value)) return value.map((each) => simple(each, explode)).join(',');
  if (!isObject(value)) return value === undefined || value === null ? '' : String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name}${explode ? '=' : ','}${simple(each, explode)}`)
    .join(',');
}
