/** Reads the inputs of a request: from text on the wire to typed values. */
import type { Operation, Parameter } from './operation.ts';
import { Refusal } from './refusal.ts';

/** The inputs of a request by place, read and with defaults filled in. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Parameters as they came. A repeated one of the query is an array. */
export type Texts = Readonly<Record<string, string | string[] | undefined>>;

/** A request that has found its operation, as far as its parameters are read. */
export interface Asked {
  /** Path and query, relative to the base address. */
  readonly url: string;
  /** The parameters in the path, decoded. */
  readonly path: Texts;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

const NONE: Readonly<Record<string, never>> = Object.freeze({});

/** More pairs than this are not looked at. */
const MOST_PAIRS = 1_000;

/** The query of a URL as text. */
export function queryOf(url: string): Texts {
  const mark = url.indexOf('?');
  if (mark < 0) return NONE;
  const query: Record<string, string | string[]> = Object.create(null);
  for (const pair of url.slice(mark + 1).split('&', MOST_PAIRS)) {
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
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // What is no UTF-8, or no escape, stays as it is, or becomes U+FFFD.
    return new URLSearchParams(`=${text}`).get('') ?? '';
  }
}

/**
 * Reads the declared parameters; undeclared ones are ignored.
 *
 * @throws Refusal (400) when a text is not of the type of its parameter, or a parameter is given twice
 */
export function read(operation: Operation, asked: Asked, body: unknown): Input {
  if (operation.parameters.length === 0) return { path: NONE, query: NONE, headers: NONE, body };
  const path: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const headers: Record<string, unknown> = {};
  let texts: Texts | undefined;
  for (const parameter of operation.parameters) {
    switch (parameter.in) {
      case 'path':
        set(path, parameter, asked.path[parameter.name]);
        break;
      case 'query':
        texts ??= queryOf(asked.url);
        set(query, parameter, texts[parameter.name]);
        break;
      case 'header':
        set(headers, parameter, asked.header(parameter.name.toLowerCase()));
        break;
    }
  }
  return { path, query, headers, body };
}
function set(into: Record<string, unknown>, parameter: Parameter, text: string | string[] | undefined): void {
  const value = text === undefined ? parameter.default : valueIn(parameter, text);
  if (value !== undefined) into[parameter.name] = value;
}

const INTEGER = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function valueIn(parameter: Parameter, text: string | string[]): string | number | boolean {
  if (typeof text !== 'string') throw refusalOf(parameter, 'is given more than once');
  switch (parameter.type) {
    case 'integer':
      if (!INTEGER.test(text)) throw refusalOf(parameter, 'must be integer');
      return clamped(parameter, saturated(Number(text)));
    case 'number':
      if (!NUMBER.test(text)) throw refusalOf(parameter, 'must be number');
      return clamped(parameter, Number(text));
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw refusalOf(parameter, 'must be true or false');
      return text === 'true';
    case 'string':
      return parameter.time === true ? withPlus(text) : text;
  }
}

function refusalOf(parameter: Parameter, message: string): Refusal {
  const place = parameter.in === 'header' ? 'headers' : parameter.in;
  return new Refusal(400, `${place} parameter ${parameter.name} ${message}`);
}

/** An integer beyond what a number holds exactly counts as the last one that it does. */
function saturated(value: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));
}

function clamped(parameter: Parameter, value: number): number {
  return parameter.clamp !== undefined && value > parameter.clamp ? parameter.clamp : value;
}

/** An unencoded `+08:00` arrives as ` 08:00`. */
function withPlus(time: string): string {
  return time.replace(/ (?=\d\d:\d\d$)/, '+');
}
