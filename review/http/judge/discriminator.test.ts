import { expect, it } from 'vitest';
import type { Verdict } from '../change.ts';
import type { Difference } from '../difference.ts';
import { judgeDiscriminator } from './discriminator.ts';

const plain = { class: 'unclear', servers: null, kind: 'x', change: 'x', before: 'x', after: 'x', corrected: null };

const of = (names: object, more: object = {}) => JSON.stringify({ propertyName: 'kind', names, ...more });
const card = of({ card: ['Card', 'a'] });
const both = of({ card: ['Card', 'a'], cash: ['Cash', 'b'] });

function judged(base: string | undefined, head: string | undefined, direction: 'request' | 'response'): unknown {
  const verdict = judgeDiscriminator(plain as Verdict, { base, head } as Difference, direction);
  return verdict === null ? null : [verdict.class, verdict.servers, verdict.change, verdict.before, verdict.after];
}

const CARD = 'kind: card -> Card';
const BOTH = 'kind: card -> Card, cash -> Cash';

it.each<[string, string | undefined, string | undefined, unknown]>([
  ['that came', undefined, card, ['compatible', 'compatible', 'discriminator added', null, CARD]],
  ['that came without names', undefined, of({}), ['compatible', 'compatible', 'discriminator added', null, 'kind']],
  ['that went', both, undefined, ['breaking', 'compatible', 'discriminator removed', BOTH, null]],
  ['that is the same', card, card, null],
  ['whose component has another name', card, of({ card: ['Renamed', 'a'] }), null],
  ['whose component has other members', card, of({ card: ['Card', 'b'] }), null],
  [
    'that means another component',
    card,
    of({ card: ['Cash', 'b'] }),
    ['breaking', 'breaking', 'discriminator changed', CARD, 'kind: card -> Cash'],
  ],
  [
    'that is another member',
    card,
    of({ card: ['Card', 'a'] }, { propertyName: 'type' }),
    ['breaking', 'breaking', 'discriminator changed', CARD, 'type: card -> Card'],
  ],
  [
    'with another name in place of one',
    card,
    of({ cash: ['Cash', 'b'] }),
    ['breaking', 'breaking', 'discriminator changed', CARD, 'kind: cash -> Cash'],
  ],
])('a discriminator %s', (_what, base, head, expected) => {
  expect(judged(base, head, 'request')).toEqual(expected);
});

it('with more or fewer names is judged by its direction', () => {
  const more = 'discriminator has more values: cash';
  expect(judged(card, both, 'request')).toEqual(['compatible', null, more, CARD, BOTH]);
  expect(judged(card, both, 'response')).toEqual(['breaking', null, more, CARD, BOTH]);
  const fewer = 'discriminator has fewer values, without cash';
  expect(judged(both, card, 'request')).toEqual(['breaking', null, fewer, BOTH, CARD]);
  expect(judged(both, card, 'response')).toEqual(['compatible', null, fewer, BOTH, CARD]);
});

it('with other members of its own cannot be judged', () => {
  const other = of({ card: ['Card', 'a'] }, { defaultMapping: 'Card' });
  expect(judged(card, other, 'request')).toMatchObject([
    'unclear',
    expect.anything(),
    'discriminator changed; the report cannot tell what that means',
    card,
    other,
  ]);
});
