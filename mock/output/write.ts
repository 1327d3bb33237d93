/** Serializes the body of an answer by its media type. */
import { createRequire } from 'node:module';
import { isObject } from '@wallet-services/kit/json';
import { isJson } from '@wallet-services/kit/media';
import { bytesOf } from './bytes.ts';
import { toXml } from './xml.ts';

/**
 * Serializes a body. Text is sent unchanged, in every media type except JSON.
 *
 * @param schema schema of the body; its `xml` names elements, its `contentEncoding` declares how text represents bytes
 *
 * @example
 * writeBody('pong', 'text/plain') // 'pong'
 * writeBody([{ id: 1 }, { id: 2 }], 'text/csv') // 'id\r\n1\r\n2\r\n'
 */
export function writeBody(body: unknown, mediaType: string, schema?: unknown): string | Buffer {
  if (body === undefined) return '';
  if (Buffer.isBuffer(body)) return body;
  const type = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  if (isJson(type)) return JSON.stringify(body);
  if (typeof body === 'string') return bytesOf(body, type, schema) ?? body;
  return writerOf(type)(body, schema);
}

type Writer = (body: unknown, schema: unknown) => string;

const WRITERS: readonly (readonly [RegExp, Writer])[] = [
  [/^text\/event-stream$/, (body) => listOf(body).map(toEvent).join('')],
  [
    /^application\/json-seq$/,
    (body) =>
      listOf(body)
        .map((each) => `\u001e${JSON.stringify(each)}\n`)
        .join(''),
  ],
  [
    /^application\/(x-)?(ndjson|json-?lines|jsonl)$/,
    (body) =>
      listOf(body)
        .map((each) => `${JSON.stringify(each)}\n`)
        .join(''),
  ],
  [/^text\/csv$/, (body) => toRows(body, ',')],
  [/^text\/tab-separated-values$/, (body) => toRows(body, '\t')],
  [/[/+]xml$/, (body, schema) => toXml(body, schema)],
  [/[/+](x-)?yaml$/, toYaml],
  [/^application\/x-www-form-urlencoded$/, toForm],
];

/** Chooses the serializer; without one, single values are text and others JSON. */
function writerOf(type: string): Writer {
  const known = WRITERS.find(([pattern]) => pattern.test(type));
  return known?.[1] ?? ((body) => (typeof body === 'object' ? JSON.stringify(body) : String(body)));
}

function listOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body];
}

const EVENT_FIELDS = new Set(['event', 'id', 'retry', 'data', 'comment']);

/** Loads the YAML library only when it is needed. */
function toYaml(body: unknown): string {
  const { stringify }: typeof import('yaml') = createRequire(import.meta.url)('yaml');
  return stringify(body);
}

/** Writes a server-sent event (HTML): an object with an event's fields is that event, other values are its data. */
function toEvent(value: unknown): string {
  const fields =
    isObject(value) && Object.keys(value).every((name) => EVENT_FIELDS.has(name)) ? value : { data: value };
  const lines = Object.entries(fields).flatMap(([name, field]) => {
    const text = typeof field === 'string' ? field : JSON.stringify(field);
    return text.split(/\r\n|\r|\n/).map((line) => `${name === 'comment' ? '' : name}: ${line}\n`);
  });
  return `${lines.join('')}\n`;
}

/** Writes rows (RFC 4180). The first row of a list of objects contains their names. */
function toRows(body: unknown, separator: string): string {
  const entries = listOf(body);
  const names = [...new Set(entries.flatMap((entry) => (isObject(entry) ? Object.keys(entry) : [])))];
  const rows = entries.map((entry) => (isObject(entry) ? names.map((name) => entry[name]) : listOf(entry)));
  const all = names.length === 0 ? rows : [names, ...rows];
  return all.map((row) => `${row.map((value) => toCell(value, separator)).join(separator)}\r\n`).join('');
}

function toCell(value: unknown, separator: string): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toForm(body: unknown): string {
  const pairs = Object.entries(isObject(body) ? body : {}).flatMap(([name, value]) =>
    listOf(value).map((each): [string, string] => [
      name,
      typeof each === 'object' ? JSON.stringify(each) : String(each),
    ]),
  );
  return new URLSearchParams(pairs).toString();
}
