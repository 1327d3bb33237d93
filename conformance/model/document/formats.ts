/**
 * The formats of the documents, exactly: 30 February is not a date, and hour 29 not a time. Implemented separately from
 * the validators that servers are generated with, so that a mistake there is found here.
 */
import { isIP } from 'node:net';
import type { Format, FuncKeywordDefinition } from 'ajv';
import { parseInstant } from '../values/time.ts';

/** Base64 (RFC 4648, section 4), with or without its padding. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Integers from `least` up to `end`, exclusive. */
const integers = (least: number, end: number): Format => ({
  type: 'number',
  validate: (value: number) => Number.isInteger(value) && value >= least && value < end,
});

function isExpression(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** The formats by name, in the form that Ajv expects. */
export const formats: Readonly<Record<string, Format>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  'date-time': (text: string) => parseInstant(text) !== null,
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseInstant(`${text}T00:00:00Z`) !== null,
  time: (text: string) =>
    /^\d{2}:\d{2}/.test(text) && parseInstant(`2000-01-01T${text.replace(/(?<![Zz]|[+-]\d\d:?\d\d)$/, 'Z')}`) !== null,
  duration: /^P(?!$)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$/,
  email: /^[^\s@]+@[^\s@]+$/,
  ipv4: (text: string) => isIP(text) === 4,
  ipv6: (text: string) => isIP(text) === 6,
  hostname: /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i,
  uri: /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]*$/i,
  'uri-reference': /^[^\s<>"{}|\\^`]*$/,
  'json-pointer': /^(\/([^~/]|~[01])*)*$/,
  regex: isExpression,
  byte: BASE64,
  int32: integers(-(2 ** 31), 2 ** 31),
  // JSON.parse rounds: the largest value reads as the first one that is too large.
  int64: { type: 'number', validate: (value: number) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63 },
  int8: integers(-(2 ** 7), 2 ** 7),
  int16: integers(-(2 ** 15), 2 ** 15),
  uint8: integers(0, 2 ** 8),
  uint16: integers(0, 2 ** 16),
  uint32: integers(0, 2 ** 32),
  // The same rounding.
  uint64: { type: 'number', validate: (value: number) => Number.isInteger(value) && value >= 0 && value <= 2 ** 64 },
  float: { type: 'number', validate: Number.isFinite },
  double: { type: 'number', validate: Number.isFinite },
};

/** `contentEncoding`: documents of 3.1 and later have it in place of the format `byte`. */
export const contentEncoding: FuncKeywordDefinition = {
  keyword: 'contentEncoding',
  type: 'string',
  validate: (encoding: unknown, text: string) => encoding !== 'base64' || BASE64.test(text),
  error: { message: 'must be in base64' },
};
