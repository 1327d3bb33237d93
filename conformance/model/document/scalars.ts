/** Texts and numbers that a schema allows, as simple as possible. */
import { multipleFrom } from '@wallet-services/kit/multiple';
import { rangeOf } from '@wallet-services/kit/range';
import * as fc from 'fast-check';
import { isTime } from '../values/time.ts';
import type { Schema } from './document.ts';
import { expressionOf } from './expressions.ts';

/** Texts by format. */
const texts: Readonly<Record<string, string>> = {
  uuid: '7c6f1f0e-3a0b-4d52-9b1a-5e2f6d8c9a01',
  date: '2025-06-30',
  time: '12:00:00Z',
  duration: 'PT1H',
  email: 'somebody@example.org',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.org/',
  url: 'https://example.org/',
  'json-pointer': '/text',
  byte: 'dGV4dA==',
};

/** Texts for patterns with a lookahead, such as those of passwords. */
const PASSWORDS = ['Text-1234', 'Text-1234-Text-1234', 'Text1234', 'text1234', 'TEXT1234', '12345678'];

/** The most different values of one schema: finding texts for a pattern takes longer with each. */
export const VARIANTS = 50;

/** The most characters of a sample, items of a list, and members of an object: more would only exhaust the memory. */
const MOST = { minLength: 10_000_000, minItems: 100_000, minContains: 100_000, minProperties: VARIANTS };

export function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The least size that a schema demands. @throws Error when samples are never as large */
export function leastOf(schema: Schema, keyword: keyof typeof MOST): number {
  const least = number(schema[keyword]) ?? 0;
  if (least > MOST[keyword]) throw new Error(`the suite makes no value with ${keyword} above ${MOST[keyword]}`);
  return least;
}

/** Random texts for each one that is needed, since some are the same. */
const TRIES = 3;

/** A text that matches a pattern; other numbers than 0 are for other texts, if there are so many. */
function matching(pattern: string, at: number): string | undefined {
  const expression = expressionOf(pattern);
  if (expression === null) return undefined;
  try {
    const found = fc.sample(fc.stringMatching(new RegExp(expression.source)), { numRuns: 1 + at * TRIES, seed: 1 });
    return [...new Set(found)][at];
  } catch {
    return PASSWORDS.filter((text) => expression.test(text))[at];
  }
}

/** @param at 0 for the first text, other numbers for other texts */
export function textOf(schema: Schema, at = 0): string {
  const { pattern, maxLength } = schema;
  const format = schema['contentEncoding'] === 'base64' ? 'byte' : schema.format;
  if (isTime(schema)) return '2025-06-30T12:00:00Z';
  const known = texts[format ?? ''];
  const free = known ?? (pattern === undefined ? undefined : matching(pattern, at));
  const plain = (free ?? 'text').padEnd(leastOf(schema, 'minLength'), 'x').slice(0, number(maxLength));
  const isNumbered = at > 0 && (format === 'uuid' || (known === undefined && pattern === undefined));
  return isNumbered ? `${plain.slice(0, -String(at + 1).length)}${at + 1}` : plain;
}

/** @param at 0 for the first number, 1 for the next one */
export function numberOf(schema: Schema, at = 0): number {
  const { least, most, isWithoutLeast, isWithoutMost } = rangeOf(schema);
  const step = number(schema['multipleOf']) ?? 1;
  const first = isWithoutLeast ? least + step : least;
  const last = isWithoutMost ? most - step : most;
  const wanted = Math.min(Math.max(step, first), last);
  const even = multipleFrom(wanted, step, at);
  if (even <= last) return even;
  const isBetween = schema.type !== 'integer' && Number.isFinite(least) && Number.isFinite(most);
  return isBetween ? (least + most) / 2 : wanted;
}
