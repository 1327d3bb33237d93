/** Reads the inputs of a request: from text on the wire to typed values. */
import type { IncomingHttpHeaders } from 'node:http';
import { parse } from 'node:querystring';
import type { Operation, Parameter } from './operation.ts';
import { Refusal } from './refusal.ts';

/** The inputs of a request by place, read and with defaults filled in. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The inputs as they came. A repeated query parameter is an array. */
export interface RawInput {
  readonly path: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

const NONE: Readonly<Record<string, never>> = Object.freeze({});

/** The query of a URL as text. */
export function queryOf(url: string): RawInput['query'] {
  const mark = url.indexOf('?');
  return mark < 0 ? NONE : parse(url.slice(mark + 1));
}

/**
 * Reads the declared parameters; undeclared ones are ignored.
 *
 * @throws Refusal (400) when a text is not of the type of its parameter, or a parameter is given twice
 */
export function read(operation: Operation, raw: RawInput): Input {
  if (operation.parameters.length === 0) return { path: NONE, query: NONE, headers: NONE, body: raw.body };
  const path: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const headers: Record<string, unknown> = {};
  for (const parameter of operation.parameters) {
    switch (parameter.in) {
      case 'path':
        set(path, parameter, raw.path[parameter.name]);
        break;
      case 'query':
        set(query, parameter, raw.query[parameter.name]);
        break;
      case 'header':
        set(headers, parameter, raw.headers[parameter.name.toLowerCase()]);
        break;
    }
  }
  return { path, query, headers, body: raw.body };
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
