/** Tests which of two declarations is stricter: each row has a family, its options before and after, and the effects. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../json.ts';
import type { Declaration } from './declaration.ts';
import type { Entry } from './entry.ts';
import { ordered } from './orders.ts';

/** A declaration with a rule for each aspect, such as `ends` or `should ends`. */
function declared(family: string, members: JsonObject, aspects: readonly string[] = []): Declaration {
  const rules = aspects.map((aspect) => ({
    aspect: aspect.replace('should ', ''),
    level: aspect.startsWith('should ') ? 'should' : 'must',
  }));
  return { service: '', place: {} as Declaration['place'], family, members, source: '', rules: rules as Entry[] };
}

const MORE = 'compatible can rely on it / breaking have to follow what holds now';
const LESS = 'breaking can no longer rely on it / compatible no longer have to follow it';
const UNCLEAR =
  'unclear may hold more or less than before: compare both / unclear may hold more or less than before: compare both';
const SOONER = 'breaking have to renew a credential sooner / breaking have to follow what holds now';
const LATER = 'compatible may use a credential for longer / breaking have to follow what holds now';
const OTHERS = 'compatible may call with another credential / breaking have to follow what holds now';
const REFUSED =
  'breaking requests that were valid are refused: see what holds now / breaking have to follow what holds now';
const OFTEN = 'compatible are refused less often / compatible have to refuse less';

type Row = [string, JsonObject, JsonObject, string | null, aspects?: readonly string[], was?: readonly string[]];

it.each<Row>([
  ['access', { need: 'a', schemes: ['A'] }, { need: 'a', schemes: ['A', 'B'] }, OTHERS],
  ['access', { need: 'a', schemes: ['A', 'B'] }, { need: 'a', schemes: ['A'] }, null],
  [
    'access',
    { need: 'a' },
    { need: 'none' },
    'compatible may call without a credential / breaking have to accept everybody',
  ],
  [
    'access',
    { need: 'none' },
    { need: 'a' },
    'breaking are refused without a credential / breaking have to refuse requests without a credential',
  ],
  ['invariant', { expression: 'a' }, { expression: 'b' }, UNCLEAR],
  ['lifetime', { minutes: 1, scheme: 'A' }, { minutes: 2, scheme: 'A' }, LATER],
  ['lifetime', { minutes: 2, scheme: 'A' }, { minutes: 1, scheme: 'A' }, SOONER, ['works', 'ends']],
  [
    'lifetime',
    { minutes: 2, scheme: 'A' },
    { minutes: 1, scheme: 'A' },
    'breaking have to renew a credential sooner / compatible may accept a credential for less time',
    ['works', 'should ends'],
  ],
  ['lifetime', { minutes: 1, scheme: 'A' }, { minutes: 2, scheme: 'B' }, null],
  ['required-when', { member: 'm', when: { a: [1, 2] } }, { member: 'm', when: { a: [1] } }, OFTEN],
  ['required-when', { member: 'm', when: { a: [1], b: [2] } }, { member: 'm', when: { a: [1] } }, OFTEN],
  ['required-when', { member: 'm', when: { a: [1] } }, { member: 'm', when: { a: [1, 2] } }, REFUSED],
  ['required-when', { member: 'm', when: { a: [1] } }, { member: 'n', when: { a: [1] } }, REFUSED],
  ['chosen-by', { headers: ['A'] }, { headers: ['A', 'B'] }, MORE],
  ['chosen-by', { headers: ['A', 'B'] }, { headers: ['A'] }, LESS],
  ['chosen-by', { query: ['a', 'b'] }, { query: ['a'] }, null, ['required']],
  ['chosen-by', { query: ['a'] }, { query: ['a', 'b'] }, MORE, ['required']],
  ['chosen-by', { query: ['a'] }, { query: ['b'] }, null],
  ['chosen-by', { shown: ['a'], subject: 's' }, { shown: ['a', 'b'], subject: 's' }, MORE],
  ['chosen-by', { shown: ['a'], subject: 's' }, { shown: ['a', 'b'], subject: 't' }, null],
  ['echoes', { members: { a: '/a' } }, { members: { a: '/a', b: '/b' } }, MORE],
  ['echoes', { members: { a: '/a' } }, { members: { a: '/b' } }, null],
  ['echoes', {}, { trimmed: true }, LESS],
  ['echoes', { trimmed: true }, {}, MORE],
  ['echoes', { trimmed: true }, { trimmed: false }, null],
  ['envelope', { except: ['a'] }, { except: [] }, MORE],
  ['envelope', { except: ['a'] }, { except: ['a', 'b'] }, LESS],
  ['limited', { maximum: 1 }, { maximum: 2 }, LESS],
  ['limited', { maximum: 1 }, { maximum: 2 }, null, ['filled']],
  ['limited', { maximum: 2 }, { maximum: 1 }, null],
  ['limited', { maximum: '1' }, { maximum: '2' }, null],
  ['limited', { maximum: 1 }, { maximum: '2' }, null],
  ['members', { present: ['a'] }, { present: ['a', 'b'] }, MORE],
  ['members', { absent: ['a', 'b'] }, { absent: ['a'] }, LESS],
  ['members', { when: 'a' }, {}, MORE],
  ['members', {}, { when: 'a' }, LESS],
  ['members', { when: 'a' }, { when: 'b' }, UNCLEAR],
  ['members', { when: 'a', present: ['a'] }, { present: ['a', 'b'] }, MORE],
  ['members', { when: 'a', present: ['a'] }, { present: [] }, null],
  ['moment', { zone: 'any' }, { zone: 'utc' }, MORE],
  ['moment', { zone: 'utc' }, { zone: 'any' }, LESS],
  ['moment', {}, { zone: 'any' }, MORE],
  ['moment', { zone: 'any' }, {}, LESS],
  ['moment', { zone: 'any' }, { zone: 'other' }, null],
  ['moment', {}, { now: true, past: true }, MORE],
  ['one-of', { apart: ['a'] }, { apart: [] }, MORE],
  ['one-of', { when: {} }, { when: { a: 1 } }, LESS],
  ['paged', {}, { total: '/t' }, MORE],
  ['paged', { more: '/m' }, {}, LESS],
  ['read-back', { members: ['a'] }, { members: ['a', 'b'] }, MORE],
  ['read-back', {}, { members: ['a'] }, null],
  ['read-back', { members: ['a'] }, {}, null],
  ['read-back', { lists: ['a'] }, { lists: [] }, LESS],
  ['read-back', { keeps: [] }, { keeps: ['a'] }, MORE],
  ['same-as', { except: ['a'] }, { except: [] }, MORE],
  ['sorted', { direction: 'either' }, { direction: 'ascending' }, MORE],
  ['sorted', { direction: 'ascending' }, { direction: 'either' }, LESS],
  ['sorted', { direction: 'ascending' }, { direction: 'descending' }, null],
  ['sorted', { when: 'a' }, {}, MORE],
  ['sorted', { by: 'a' }, { by: 'b' }, null],
  ['other', { a: [] }, { a: ['b'] }, null],
  ['sorted', { when: 'a' }, { when: 'a' }, null],
  ['paged', {}, { total: '/t' }, null, ['a'], ['a', 'b']],
  ['paged', {}, { total: '/t' }, MORE, ['a', 'b'], ['a']],
  ['paged', { total: '/t' }, {}, null, ['a', 'b'], ['a']],
  ['paged', { total: '/t' }, {}, LESS, ['a'], ['a', 'b']],
])('%s from %j to %j: %s', (family, old, now, expected, aspects = [], was = aspects) => {
  const both = ordered(declared(family, old, was), declared(family, now, aspects));
  const lines = both === null ? null : [both.clients, both.servers].map(([grade, how]) => `${grade} ${how}`.trim());
  expect(lines === null ? null : lines.join(' / ')).toBe(expected);
});
