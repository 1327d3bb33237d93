/** Reads a request from the wire into the form that Prism takes. */
import type { IncomingMessage } from 'node:http';
import type { IHttpRequest } from '@stoplight/prism-http';
import { isJson, isMediaType, readTarget, toMethod } from './target.ts';

/** Largest body that is read. */
const BODY_LIMIT = 10 * 1024 * 1024;

/** A request that is not handed to Prism. */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
  readonly status: number;

  constructor(status: 400 | 413, message: string) {
    super(message);
    this.status = status;
  }
}

/** @throws UnreadableRequest when the target is no URL, a header no media type, or the body too large */
export async function readRequest(request: IncomingMessage): Promise<IHttpRequest> {
  const url = readTarget(request.url);
  if (url === undefined) throw new UnreadableRequest(400, 'the target of the request is not a URL');
  if (!isDecodable(url.path)) throw new UnreadableRequest(400, 'the path has a % without a character code after it');
  const headers = readHeaders(request);
  const body = await readBody(request);
  return { method: toMethod(request.method), url, headers, body };
}

/** Prism decodes the segments of a path, and throws at what is no UTF-8. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The headers, with media types that Prism can read: it throws at others, and at the empty entries that are allowed. */
function readHeaders(request: IncomingMessage): Record<string, string> {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  const { accept, 'content-type': contentType } = request.headers;
  const accepted = (accept ?? '').split(',').filter((mediaType) => mediaType.trim() !== '');
  for (const mediaType of [...accepted, contentType ?? '*/*']) checkMediaType(mediaType.trim());
  return { ...Object.fromEntries(headers), ...(accept === undefined ? {} : { accept: accepted.join(',') || '*/*' }) };
}

function checkMediaType(text: string): void {
  if (!isMediaType(text)) throw new UnreadableRequest(400, `${text} is not a media type`);
}

/** JSON is parsed; text that only claims to be JSON stays text, and fails against the document. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Left open, so that a body that is too large can still be answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > BODY_LIMIT) throw new UnreadableRequest(413, `the body is larger than ${BODY_LIMIT} bytes`);
    chunks.push(bytes);
  }
  const text = Buffer.concat(chunks).toString();
  if (text === '') return undefined;
  return isJson(request.headers['content-type']) ? parse(text) : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
