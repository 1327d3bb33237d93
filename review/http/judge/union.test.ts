import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json.ts';
import type { Difference } from '../difference.ts';
import { frameOf } from '../walk/frame.ts';
import { judgeAlternatives } from './union.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const none = { type: 'null' };
const empty = { type: 'string', enum: [''] };
const words = { type: 'string', enum: ['a', 'b'] };

interface Given {
  readonly before: readonly JsonObject[];
  readonly after: readonly JsonObject[];
  readonly direction?: 'request' | 'response';
  readonly isText?: boolean;
  readonly mark?: JsonObject;
}

type Forms = NonNullable<Difference['alternatives']>;

function verdictsOf(alternatives: Forms, { direction = 'request', isText = false, mark = {} }: Partial<Given> = {}) {
  const { before, after } = alternatives;
  const node = (forms: readonly JsonObject[]) => ({ ...mark, ...(forms.length === 0 ? {} : { anyOf: forms }) });
  const [base, head] = [node(before), node(after)];
  const difference: Difference = {
    type: 'Alternatives',
    kind: 'modified',
    name: 'anyOf',
    base,
    head,
    owner: { base, head },
    site: { frame: frameOf({ direction, isText }), member: '' },
    alternatives,
  };
  return judgeAlternatives(difference);
}

function judged(given: Given): readonly string[] {
  const { before, after } = given;
  const removed = before.filter((one) => !after.includes(one));
  const added = after.filter((one) => !before.includes(one));
  return verdictsOf({ before, after, removed, added }, given).map(
    (verdict) => `${verdict.class} ${verdict.servers ?? '-'} ${verdict.kind}`,
  );
}

describe('added and removed alternatives', () => {
  it.each([
    ['another type', [text], [whole], 'breaking breaking type-changed', 'breaking breaking type-changed'],
    ['a form more', [text], [text, whole], 'compatible - alternative-added', 'breaking - alternative-added'],
    ['a form less', [text, whole], [text], 'breaking - alternative-removed', 'compatible - alternative-removed'],
    ['null', [text], [text, none], 'compatible - null-added', 'breaking - null-added'],
    ['null no more', [text, none], [text], 'breaking - null-removed', 'compatible - null-removed'],
    ['a covered form more', [text], [text, words], 'compatible - alternative-added', 'compatible - alternative-added'],
    [
      'a covered form less',
      [text, empty],
      [text],
      'compatible - alternative-removed',
      'compatible - alternative-removed',
    ],
    ['a wider form', [words, none], [text, none], 'compatible - values-changed', 'breaking - values-changed'],
    ['anything', [text], [], 'compatible - limit-changed', 'breaking - limit-changed'],
    ['no longer anything', [], [text], 'breaking - limit-changed', 'compatible - limit-changed'],
  ])('are judged by what they cover: %s', (_what, before, after, request, response) => {
    expect(judged({ before, after })).toEqual([request]);
    expect(judged({ before, after, direction: 'response' })).toEqual([response]);
  });

  it('are not reported for an unchanged text', () => {
    const [before, after] = [[{ type: 'boolean' }], [{ type: 'string', enum: ['false', 'true'] }]];
    expect(judged({ before, after, isText: true })).toEqual([]);
    expect(judged({ before, after })).toEqual(['breaking breaking type-changed']);
  });

  it('are texts in a parameter', () => {
    expect(judged({ before: [whole], after: [text], isText: true })).toEqual(['compatible - type-changed']);
    expect(
      judged({ before: [{ ...whole, enum: [1] }], after: [{ ...text, pattern: '^[a-z]+$' }], isText: true }),
    ).toEqual(['breaking breaking type-changed']);
  });

  it('may take values from others where only one may match', () => {
    const mark = { 'x-one-of': 'true' };
    const [form, other] = [
      { type: 'object', required: ['a'] },
      { type: 'object', required: ['b'] },
    ];
    expect(judged({ before: [form], after: [form, other], mark })).toEqual(['unclear - alternative-added']);
    expect(judged({ before: [form], after: [form, whole], mark })).toEqual(['compatible - alternative-added']);
    expect(judged({ before: [form, other], after: [form], mark, direction: 'response' })).toEqual([
      'unclear unclear alternative-removed',
    ]);
  });

  it('report when nothing is allowed', () => {
    expect(judged({ before: [], after: [], mark: { not: {} } })).toEqual(['compatible - limit-changed']);
  });
});

describe('of many forms', () => {
  const forms = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ type: 'string', enum: [`w${index}`], format: `f${index}` }));
  const described = (numbers: readonly number[]) =>
    numbers.map((index) => `string, one of "w${index}", format f${index}`).join(' or ');

  it.each([
    [4, [0, 1, 2, 3], [0, 1, 2]],
    [5, [4], []],
  ])('%i are too many to show all: only what came or went is shown', (count, whole, rest) => {
    const [before, after] = [forms(count), forms(count - 1)];
    const [all, less] = [whole, rest].map((numbers) => (numbers.length === 0 ? null : described(numbers)));
    const gone = verdictsOf({ before, after, removed: before.slice(-1), added: [] });
    expect(gone.map((one) => [one.before, one.after])).toEqual([[all, less]]);
    const came = verdictsOf({ before: after, after: before, removed: [], added: before.slice(-1) });
    expect(came.map((one) => [one.before, one.after])).toEqual([[less, all]]);
  });
});
