/** Bodies of forms: `application/x-www-form-urlencoded` and `multipart/form-data`. */
import { MOST_PAIRS, textsOf, tooManyPairs } from './input.ts';
import type { FieldShape } from './operation.ts';
import { parsedJson } from './parse.ts';
import { Refusal } from './refusal.ts';

/**
 * Reads the fields of a form by their types. Unknown fields are text.
 * @throws Refusal: 400 when a field is not of its type, or is given twice and is not a list, 413 when there are too many
 */
export function formOf(text: string, fields: readonly FieldShape[] = []): Record<string, unknown> {
  return fieldsOf(textsOf(text, 'form', 413), fields);
}

/**
 * The parts of a multipart body. Files are `File`; all of it has been received already, limited by `bodyLimit`.
 * @param type the content type with its boundary
 * @throws Refusal: 400 when it is not a multipart body, or a part is not of its type, 413 when there are too many
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
  let count = 0;
  for (const [name, part] of parts) {
    count += 1;
    if (count > MOST_PAIRS) throw tooManyPairs('form', 413);
    given[name] ??= [];
    given[name].push(part);
  }
  return fieldsOf(given, fields);
}

/**
 * The fields of a form, by their types, from their texts: as received, or as a middleware parsed them.
 * @throws Refusal (400) when a field is not of its type, or is given twice and is not a list
 */
export function fieldsOf(given: object, fields: readonly FieldShape[] = []): Record<string, unknown> {
  const known = new Map(fields.map((field) => [field.name, field]));
  const pairs = Object.entries(given).map(([name, value]: [string, unknown]): [string, unknown] => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    const { type = 'string', isList = false } = known.get(name) ?? {};
    if (isList) return [name, values.map((each) => valueIn(name, type, each))];
    if (values.length > 1) throw new Refusal(400, `body field ${name} is given more than once`);
    return [name, valueIn(name, type, values[0])];
  });
  return Object.fromEntries(pairs);
}

/**
 * The fields of a multipart form that a middleware has parsed. Parsers such as multer put the files elsewhere: whether
 * there were any cannot be known, and the client is not to blame for their absence.
 * @throws TypeError when the form of the document has files, and the middleware kept none
 * @throws Refusal (400) when a field is not of its type, or is given twice and is not a list
 */
export function parsedPartsOf(given: object, fields: readonly FieldShape[] = []): Record<string, unknown> {
  const files = fields.filter(({ type }) => type === 'file').map(({ name }) => name);
  const isKept = Object.entries(given).some(([name, value]) => files.includes(name) && typeof value !== 'string');
  if (files.length > 0 && !isKept) throw taken(`has none of the files (${files.join(', ')})`);
  return fieldsOf(given, fields);
}

function taken(problem: string): TypeError {
  return new TypeError(
    `a middleware has parsed the multipart body, and request.body ${problem}: mount the service before that middleware, or have it set request.body with each file as a File`,
  );
}

const INTEGER = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function valueIn(name: string, type: FieldShape['type'], value: unknown): unknown {
  const refuse = (message: string) => new Refusal(400, `body field ${name} ${message}`);
  if (type === 'file') {
    if (typeof value === 'string') throw refuse('must be a file');
    if (value !== undefined && !(value instanceof Blob)) throw taken(`has no File in field ${name}`);
    return value;
  }
  if (value instanceof File) throw refuse('must not be a file');
  // A middleware may have parsed it already.
  if (typeof value !== 'string') return value;
  switch (type) {
    case 'string':
      return value;
    case 'boolean':
      if (value !== 'true' && value !== 'false') throw refuse('must be true or false');
      return value === 'true';
    case 'integer':
      if (!INTEGER.test(value)) throw refuse('must be integer');
      if (!Number.isSafeInteger(Number(value))) throw refuse('is beyond the integers that can be read exactly');
      return Number(value);
    case 'number':
      if (!NUMBER.test(value)) throw refuse('must be number');
      if (!Number.isFinite(Number(value))) throw refuse('is beyond the numbers that can be read');
      return Number(value);
    case 'json':
      return parsedJson(value, `body field ${name}`);
  }
}
