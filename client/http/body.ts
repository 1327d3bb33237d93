/** Reads the body of a success: limited in size, as UTF-8, as JSON, without rounding an integer. */

import { LONGEST_ANSWER } from '../values/limits.ts';

/** Why a body cannot be used: a part of a sentence, which repeats nothing of the body. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}

async function bytesOf({ body, headers }: Response): Promise<Uint8Array> {
  const length = Number(headers.get('content-length') ?? Number.NaN);
  if (length > LONGEST_ANSWER) {
    await body?.cancel();
    throw new Malformed('is too long');
  }
  const pieces: Uint8Array[] = [];
  let total = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const piece of body ?? []) {
    total += piece.byteLength;
    if (total > LONGEST_ANSWER) throw new Malformed('is too long');
    pieces.push(piece);
  }
  if (pieces.length === 1 && pieces[0] !== undefined) return pieces[0];
  const all = new Uint8Array(total);
  let place = 0;
  for (const piece of pieces) {
    all.set(piece, place);
    place += piece.byteLength;
  }
  return all;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Malformed('is not UTF-8');
  }
}

/** A rounded id is the id of a different object. No floating number needs more than 17 digits. */
function unrounded(name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number') return value;
  if (Math.abs(value) < 2 ** 53 && !/[1-9](\.?\d){17}/.test(`${context?.source}`)) return value;
  throw new Malformed(`has a number that JavaScript would round, in ${name}`);
}

function parsed(text: string): unknown {
  try {
    // Inspecting each member takes time: it happens only when some number may be too long.
    return JSON.parse(text, /\d{16}|\de\+?\d+\s*[,\]}]/i.test(text) ? unrounded : undefined);
  } catch (error) {
    if (error instanceof Malformed) throw error;
    throw new Malformed(text === '' ? 'is empty' : 'is not JSON');
  }
}

/** Node.js names its decompression errors: `Z_DATA_ERROR`. */
function isUndecodable(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  return /^(Z_|ERR__?(ZLIB|BROTLI|PADDING|ZSTD))/.test(code);
}

/** The forms that the body of a success may have. */
export interface BodyShape {
  /** Any JSON. Default: an object, or a list when `lists` has an empty text. */
  readonly isOpen?: boolean;
  /** The paths of its lists: names joined by dots, `*` for any item. */
  readonly lists?: readonly string[];
}

/** Reads null as an empty list: some servers send null for one. */
function withLists(value: unknown, names: readonly string[]): unknown {
  const [name, ...rest] = names;
  if (name === undefined) return value ?? [];
  if (name === '*' && Array.isArray(value))
    for (const [index, item] of value.entries()) value[index] = withLists(item, rest);
  else if (isObject(value) && Object.hasOwn(value, name)) value[name] = withLists(value[name], rest);
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads the body of a success.
 *
 * @throws Malformed
 */
export async function readBody(response: Response, { isOpen = false, lists = [] }: BodyShape = {}): Promise<unknown> {
  const bytes = await bytesOf(response).catch((error: unknown) => {
    throw isUndecodable(error) ? new Malformed('is not encoded as its Content-Encoding says') : error;
  });
  const sent = parsed(textOf(bytes));
  const value = lists.reduce((read, path) => withLists(read, path === '' ? [] : path.split('.')), sent);
  const isList = lists.includes('');
  if (isOpen || (isList ? Array.isArray(value) : isObject(value))) return value;
  throw new Malformed(isList ? 'is no list' : 'is no object');
}
