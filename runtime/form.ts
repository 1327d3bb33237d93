/** Bodies of forms: `application/x-www-form-urlencoded` and `multipart/form-data`. */
import { textsOf } from './input.ts';
import type { FieldShape } from './operation.ts';
import { Refusal } from './refusal.ts';

type Value = string | number | boolean | File | null | object;

/**
 * Reads the fields of a form by their types. Unknown fields are text.
 * @throws Refusal (400) when a field is not of its type, or is given twice and is not a list
 */
export function formOf(text: string, fields: readonly FieldShape[] = []): Record<string, unknown> {
  return valuesOf(textsOf(text), fields);
}

/**
 * The parts of a multipart body. Files are `File`; all of it has been received already, limited by `bodyLimit`.
 * @param type the content type with its boundary
 * @throws Refusal (400) when it is not a multipart body, or a part is not of its type
 */
export async function multipartOf(
  bytes: Uint8Array,
  type: string,
  fields: readonly FieldShape[] = [],
): Promise<Record<string, unknown>> {
  let parts: FormData;
  try {
    parts = await new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'Content-Type': type } }).formData();
  } catch (cause) {
    throw new Refusal(400, 'the body is not a multipart form', { cause });
  }
  const given: Record<string, (string | File)[]> = Object.create(null);
  for (const [name, part] of parts) given[name] = [...(given[name] ?? []), part];
  return valuesOf(given, fields);
}

function valuesOf(
  given: Readonly<Record<string, string | readonly (string | File)[] | undefined>>,
  fields: readonly FieldShape[],
): Record<string, unknown> {
  const known = new Map(fields.map((field) => [field.name, field]));
  const pairs = Object.entries(given).map(([name, value]): [string, unknown] => {
    const values = value === undefined ? [] : [value].flat();
    const { type = 'string', isList = false } = known.get(name) ?? {};
    if (isList) return [name, values.map((each) => valueIn(name, type, each))];
    const [only = '', ...others] = values;
    if (others.length > 0) throw new Refusal(400, `body field ${name} is given more than once`);
    return [name, valueIn(name, type, only)];
  });
  return Object.fromEntries(pairs);
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function valueIn(name: string, type: FieldShape['type'], value: string | File): Value {
  const refuse = (message: string) => new Refusal(400, `body field ${name} ${message}`);
  if (type === 'file') {
    if (typeof value === 'string') throw refuse('must be a file');
    return value;
  }
  if (typeof value !== 'string') throw refuse('must not be a file');
  switch (type) {
    case 'string':
      return value;
    case 'boolean':
      if (value !== 'true' && value !== 'false') throw refuse('must be true or false');
      return value === 'true';
    case 'integer':
    case 'number':
      if (!NUMBER.test(value)) throw refuse(`must be ${type}`);
      return Number(value);
    case 'json':
      try {
        return JSON.parse(value);
      } catch {
        throw refuse('must be JSON');
      }
  }
}
