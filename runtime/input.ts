/** Reads the inputs of a request: from text on the wire to typed values. */
import type { Operation, Parameter } from './operation.ts';
import { Refusal } from './refusal.ts';

/** The inputs of a request by place, read and with defaults filled in. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly cookies: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Parameters as received. A repeated one of the query is an array. */
export type Texts = Readonly<Record<string, string | string[] | undefined>>;

/** The parts of a request that its parameters are read from. */
export interface Requested {
  /** The path and query, relative to the base address. */
  readonly url: string;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

const NONE: Readonly<Record<string, never>> = Object.freeze({});

/**
 * Creates objects without a prototype, so that no name in a query is mistaken for an inherited member; faster than
 * `Object.create(null)`.
 */
const Bare = function Bare() {} as unknown as new () => Record<string, string | string[]>;
Bare.prototype = Object.create(null);

/** The most pairs of a query, and fields of a form. */
export const MOST_PAIRS = 1_000;

export function tooManyPairs(name: string, status: 400 | 413): Refusal {
  return new Refusal(status, `the ${name} has more than ${MOST_PAIRS} pairs of a name and a value`);
}

/**
 * The query of a URL as text.
 * @throws Refusal (400) when it has too many pairs: without the last ones, it would be another query
 */
export function queryOf(url: string): Texts {
  const mark = url.indexOf('?');
  return mark < 0 ? NONE : textsOf(url.slice(mark + 1), 'query', 400);
}

/**
 * The pairs of a query, or of a form that is written like one.
 * @throws Refusal when there are too many
 */
export function textsOf(text: string, name: string, status: 400 | 413): Texts {
  const query: Record<string, string | string[]> = new Bare();
  const pairs = text.split('&', MOST_PAIRS + 1);
  if (pairs.length > MOST_PAIRS) throw tooManyPairs(name, status);
  for (const pair of pairs) {
    if (pair === '') continue;
    const sign = pair.indexOf('=');
    const name = decoded(sign < 0 ? pair : pair.slice(0, sign));
    const value = sign < 0 ? '' : decoded(pair.slice(sign + 1));
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (typeof before === 'string') query[name] = [before, value];
    else before.push(value);
  }
  return query;
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Invalid UTF-8 and invalid escapes stay unchanged, or become U+FFFD.
    return new URLSearchParams(`=${text}`).get('') ?? '';
  }
}

/**
 * Reads the inputs of one operation.
 *
 * @param texts the parameters in the path, decoded
 */
export type Read = (requested: Requested, texts: Texts, body: unknown) => Input;

/**
 * Reads the declared parameters; undeclared ones are ignored. It throws a Refusal (400) when a text is not of the type
 * of its parameter, or a parameter is given twice.
 */
export function reader({ parameters }: Operation): Read {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const inHeaders = parameters
    .filter((parameter) => parameter.in === 'header')
    .map((parameter) => ({ parameter, name: parameter.name.toLowerCase() }));
  const inCookies = parameters.filter((parameter) => parameter.in === 'cookie');
  return (requested, texts, body) => {
    const path = inPath.length === 0 ? NONE : readAll(inPath, texts);
    const query = inQuery.length === 0 ? NONE : readAll(inQuery, queryOf(requested.url));
    const cookies = inCookies.length === 0 ? NONE : readAll(inCookies, cookiesOf(requested.header('cookie')));
    const headers: Record<string, unknown> = {};
    for (const { parameter, name } of inHeaders) set(headers, parameter, requested.header(name));
    return { path, query, headers, cookies, body };
  };
}

/**
 * The cookies of a request (RFC 6265, section 5.4); when a name is given twice, the first one counts.
 *
 * @example
 * cookiesOf('a=1; b="2"') // { a: '1', b: '2' }
 */
export function cookiesOf(header: string | undefined): Readonly<Record<string, string>> {
  const cookies: Record<string, string> = Object.create(null);
  for (const pair of (header ?? '').split(';', MOST_PAIRS)) {
    const sign = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, sign)).trim();
    if (name === '' || name in cookies) continue;
    const value = pair.slice(sign + 1).trim();
    const bare = value.startsWith('"') && value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value;
    cookies[name] = decoded(bare.replaceAll('+', '%2B'));
  }
  return cookies;
}

function readAll(parameters: readonly Parameter[], texts: Texts): Record<string, unknown> {
  const into: Record<string, unknown> = {};
  for (const parameter of parameters) set(into, parameter, texts[parameter.name]);
  return into;
}

function set(into: Record<string, unknown>, parameter: Parameter, text: string | string[] | undefined): void {
  const value = text === undefined ? parameter.default : valueIn(parameter, text);
  if (value !== undefined) into[parameter.name] = value;
}

const INTEGER = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

type Primitive = string | number | boolean;

function valueIn(parameter: Parameter, text: string | string[]): Primitive | Primitive[] {
  const { list } = parameter;
  if (list === undefined) return primitiveIn(parameter, text);
  if (list !== 'repeated' && typeof text !== 'string') throw refusalOf(parameter, 'is given more than once');
  const texts = typeof text === 'string' && list !== 'repeated' ? text.split(list) : [text].flat();
  return texts.map((each) => primitiveIn(parameter, each));
}

function primitiveIn(parameter: Parameter, text: string | string[]): Primitive {
  if (typeof text !== 'string') throw refusalOf(parameter, 'is given more than once');
  switch (parameter.type) {
    case 'integer':
      if (!INTEGER.test(text)) throw refusalOf(parameter, 'must be integer');
      return integerIn(parameter, Number(text));
    case 'number':
      if (!NUMBER.test(text)) throw refusalOf(parameter, 'must be number');
      if (!Number.isFinite(Number(text))) throw refusalOf(parameter, 'is beyond the numbers that can be read');
      return clamped(parameter, Number(text));
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw refusalOf(parameter, 'must be true or false');
      return text === 'true';
    case 'string':
      return parameter.time === true ? withPlus(text) : text;
  }
}

function refusalOf(parameter: Parameter, message: string, status: 400 | 404 = 400): Refusal {
  const place = { header: 'headers', cookie: 'cookies', path: 'path', query: 'query' }[parameter.in];
  return new Refusal(status, `${place} parameter ${parameter.name} ${message}`);
}

/**
 * An integer beyond the exact range of a number would become another one; for a limit, the last exact one is
 * equivalent.
 */
function integerIn(parameter: Parameter, value: number): number {
  if (Number.isSafeInteger(value)) return clamped(parameter, value);
  if (parameter.saturates !== true && parameter.clamp === undefined) {
    // No address contains such an id: the server could not have issued it.
    const status = parameter.in === 'path' ? 404 : 400;
    throw refusalOf(parameter, 'is beyond the integers that can be read exactly', status);
  }
  return clamped(parameter, Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value)));
}

function clamped(parameter: Parameter, value: number): number {
  return Math.min(value, parameter.clamp ?? value);
}

/** An unencoded `+08:00` arrives as ` 08:00`. */
function withPlus(time: string): string {
  return time.replace(/ (?=\d\d:\d\d$)/, '+');
}
