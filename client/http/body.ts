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
  // A reader takes half of the time of `for await`.
  const reader = body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    total += read.value.byteLength;
    pieces.push(read.value);
    if (total <= LONGEST_ANSWER) continue;
    await reader?.cancel();
    throw new Malformed('is too long');
  }
  const [only, second] = pieces;
  if (only && !second) return only;
  const all = new Uint8Array(total);
  let place = 0;
  for (const piece of pieces) {
    all.set(piece, place);
    place += piece.byteLength;
  }
  return all;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
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

/**
 * A number that may be too long, with what ends it. Numbers are found by their ends, as long as no quote is there: of the
 * many ways to write this, the search takes the least time, a third of one for their beginnings.
 */
const LONG = /[^"][\s,\]}](?<=[:,[]\s*([-+.\deE]{16,}|-?[\d.]+[eE]\+?\d+).)/s;

function parsed(text: string): unknown {
  try {
    // Inspecting each member takes time: it happens only when some number may be too long.
    const value: unknown = JSON.parse(text, LONG.test(text) ? unrounded : undefined);
    return typeof value === 'number' ? unrounded('', value, { source: text }) : value;
  } catch (error) {
    if (error instanceof Malformed) throw error;
    throw new Malformed(text === '' ? 'is empty' : 'is not JSON');
  }
}

/** Node.js names its decompression errors: `Z_DATA_ERROR`. */
function isUndecodable(error: unknown): boolean {
  const { cause } = Object(error) as { readonly cause?: { readonly code?: unknown } | null };
  return /^(Z_|ERR__?(ZLIB|BROTLI|PADDING|ZSTD))/.test(`${cause?.code}`);
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
