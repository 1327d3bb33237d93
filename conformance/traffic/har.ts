/** Reads an HTTP archive (HAR 1.2) entry by entry, so that memory use does not depend on its size. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { JSONParser } from '@streamparser/json';
import { messageOf, UsageError } from '@wallet-services/kit/errors';
import { BODILESS } from '@wallet-services/kit/exchange';
import { ExtentMeter } from '@wallet-services/kit/judge';
import { isObject, type JsonObject, objectsOf } from '../model/values/json.ts';
import { readBody } from '../run/send/body.ts';
import type { Recorded } from './recorded.ts';

/** The limits of a recording, in bytes, entries and bytes of one body. */
const MOST_BYTES = 4 * 2 ** 30;
const MOST_ENTRIES = 2_000_000;
const MOST_BODY = 8 * 2 ** 20;

/** The depth of objects and lists in a recording; bodies are texts in it. */
const MOST_LEVELS = 200;

/** The number of bytes that are read at a time: meanwhile, the run cannot be interrupted. */
const PART = 2 ** 16;

/** Texts keep a byte order mark at their beginning, which the decoder of the parser leaves out. */
function keepMarks(parser: JSONParser): void {
  const tokenizer: unknown = Reflect.get(parser, 'tokenizer');
  const texts = isObject(tokenizer) ? tokenizer['bufferedString'] : undefined;
  if (!isObject(texts)) throw new Error('the parser of JSON has no decoder of texts');
  Object.assign(texts, { decoder: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }) });
}

/** Schemes of addresses, which may be in capitals. */
const HTTP = /^https?:/i;

/** An entry that can be judged, or the reason why it cannot. */
export type Entry = { readonly recorded: Recorded } | { readonly skipped: Skipped };

/** Why an entry is skipped. */
export type Skipped =
  | 'without a response'
  | 'without the whole body'
  | 'with redacted values'
  | 'from the cache'
  | 'that the document is not about'
  | 'that are not requests'
  | 'that match no operation';

/** Whether the server answered, and the recording does not show how: such an exchange cannot be judged. */
export function isGap(why: Skipped): boolean {
  return why === 'without the whole body' || why === 'with redacted values';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A list of names and values; values of the same name are joined with commas. */
function pairs(value: unknown): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  for (const { name, value: one } of objectsOf(value)) {
    const key = text(name).toLowerCase();
    if (key === '' || key.startsWith(':')) continue;
    const before = found.get(key);
    found.set(key, before === undefined ? text(one) : `${before}, ${text(one)}`);
  }
  return Object.fromEntries(found);
}

/** The headers, with the cookies that a browser lists separately. */
function requestHeaders({ headers, cookies }: JsonObject): Readonly<Record<string, string>> {
  const own = pairs(headers);
  const apart = objectsOf(cookies).map(({ name, value }) => `${text(name)}=${text(value)}`);
  return apart.length === 0 || own['cookie'] !== undefined ? own : { ...own, cookie: apart.join('; ') };
}

function isCut({ comment }: JsonObject): boolean {
  return /^cut after \d+ characters$/.test(text(comment));
}

const NO_BASE64 = /[^A-Za-z0-9+/=_\s-]/;

/**
 * The bytes of a body; null where the recording does not have all of them, or has them in an unknown form.
 *
 * @param isNone whether the response has no body, whatever the recording leaves out
 */
function bytesOf(content: JsonObject, isNone: boolean): Buffer | null {
  const { text: body, encoding = 'utf8', size } = content;
  if (isCut(content)) return null;
  if (body === undefined) return size === 0 || (isNone && size === undefined) ? Buffer.alloc(0) : null;
  if (typeof body !== 'string') return null;
  if (encoding === 'base64') return NO_BASE64.test(body) ? null : Buffer.from(body, 'base64');
  return /^(?:utf-?8)?$/i.test(text(encoding)) ? Buffer.from(body) : null;
}

function statusOf(status: unknown): number {
  return typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599 ? status : 0;
}

/** The request of an entry, without its body; null where it is not about HTTP. */
export function requestOf({ request }: JsonObject): Pick<Recorded, 'method' | 'url' | 'headers'> | null {
  if (!isObject(request)) return null;
  const url = text(request['url']);
  if (!HTTP.test(url) || !URL.canParse(url)) return null;
  return { method: text(request['method']).toUpperCase(), url, headers: requestHeaders(request) };
}

/** Reads an entry. */
export function entryOf(entry: JsonObject): Entry {
  const { request, response, startedDateTime, time } = entry;
  if (!isObject(request) || !isObject(response) || !URL.canParse(text(request['url'])))
    return { skipped: 'that are not requests' };
  const sent = requestOf(entry);
  const status = statusOf(response['status']);
  if (sent === null) return { skipped: 'that the document is not about' };
  if ((entry['_fromCache'] ?? false) !== false || status === 304) return { skipped: 'from the cache' };
  if (status === 0) return { skipped: 'without a response' };
  const posted = isObject(request['postData']) ? request['postData'] : null;
  const content = isObject(response['content']) ? response['content'] : {};
  const isNone = BODILESS.has(status) || sent.method === 'HEAD' || response['bodySize'] === 0;
  const bytes = bytesOf(content, isNone);
  if (bytes === null || (posted !== null && isCut(posted))) return { skipped: 'without the whole body' };
  // The text that a recording has in place of a secret is not a value of the server.
  if ([request['url'], posted?.['text'], bytes.toString('latin1')].some((one) => text(one).includes('***'))) {
    return { skipped: 'with redacted values' };
  }
  const began = Date.parse(text(startedDateTime)) || 0;
  const answerHeaders = pairs(response['headers']);
  const type = text(content['mimeType']);
  return {
    recorded: {
      ...sent,
      requestBody: posted === null ? null : text(posted['text']),
      status,
      answerHeaders: type === '' ? answerHeaders : { 'content-type': type, ...answerHeaders },
      body: readBody(bytes, undefined, MOST_BODY),
      began,
      at: began + (typeof time === 'number' && time > 0 ? time : 0),
    },
  };
}

function unreadable(path: string, why: string): UsageError {
  return new UsageError(`the recording ${path} ${why}`);
}

async function checkFile(path: string): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(
      path,
      `cannot be read (${error.code}); check the path given to --har. To write one, add the address of a service`,
    );
  });
  try {
    const status = await file.stat();
    if (status.isDirectory()) throw unreadable(path, 'is a folder; use a file');
    if (status.size > MOST_BYTES)
      throw unreadable(path, `is larger than ${MOST_BYTES / 2 ** 30} GiB; record less, or a part at a time`);
    if (status.size === 0) throw unreadable(path, 'is empty; record it again');
  } finally {
    await file.close();
  }
}

/**
 * Reads the entries of a recording, some at a time, in its order.
 *
 * @throws UsageError when it cannot be read, or is no HTTP archive.
 */
export async function* readHar(path: string): AsyncGenerator<readonly JsonObject[], void> {
  await checkFile(path);
  let [count, isArchive] = [0, false];
  let entries: JsonObject[] = [];
  const parser = new JSONParser({
    paths: ['$.log.entries.*', '$.log.version', '$.log.entries'],
    keepStack: false,
    stringBufferSize: PART,
  });
  keepMarks(parser);
  parser.onValue = ({ value, key, parent }) => {
    isArchive = true;
    if (typeof key !== 'number') return;
    count += 1;
    if (count > MOST_ENTRIES) throw unreadable(path, `has more than ${MOST_ENTRIES} entries; record a part at a time`);
    // What is no entry is counted, too.
    entries.push(isObject(value) ? value : {});
    // Releases the entry after it was handled.
    if (Array.isArray(parent)) parent.length = 0;
  };
  try {
    const extent = new ExtentMeter();
    for await (const chunk of createReadStream(path, { highWaterMark: PART })) {
      extent.take(chunk);
      if (extent.levels > MOST_LEVELS) throw unreadable(path, `has more than ${MOST_LEVELS} levels`);
      parser.write(chunk);
      if (entries.length > 0) yield entries;
      entries = [];
    }
    if (!parser.isEnded) parser.end();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const [why = ''] = messageOf(error).split('\n');
    throw unreadable(path, `is not complete JSON: ${why.slice(0, 200)}`);
  }
  if (!isArchive)
    throw unreadable(
      path,
      'is not an HTTP archive: it has no log.entries; save one from a browser, the proxy or the suite',
    );
}
