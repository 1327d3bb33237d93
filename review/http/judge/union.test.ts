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

function judged({ before, after, direction = 'request', isText = false, mark = {} }: Given): readonly string[] {
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
    alternatives: {
      before,
      after,
      removed: before.filter((one) => !after.includes(one)),
      added: after.filter((one) => !before.includes(one)),
    },
  };
  return judgeAlternatives(difference).map((verdict) => `${verdict.class} ${verdict.servers ?? '-'} ${verdict.kind}`);
}

describe('alternatives that came and went', () => {
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

  it('are silent about an unchanged text', () => {
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
