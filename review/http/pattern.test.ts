import { expect, test } from 'vitest';
import { arePatternsApart, comparePatterns } from './pattern.ts';

const day = '^[0-9]{4}-?((0[13578]|1[02])-?(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-?(0[1-9]|[12][0-9]|30))';
const moment = `${day}[Tt]([01][0-9]|2[0-4])(:?[0-5][0-9](:?([0-5][0-9]|60))?)?([.,][0-9]+)?([Zz]|[+-][0-9]{2}:?[0-9]{2})$`;

test.each([
  ['^[a-z]+$', '^[a-z][a-z]*$', 'same'],
  ['^[0-9]+$', '^[0-9]{1,20}$', 'fewer'],
  ['^[0-9]+$', '^\\d+(\\.\\d+)?$', 'more'],
  ['^[0-9]+$', '^[a-z]+$', 'others'],
  ['^a', 'a', 'more'],
  ['^a', '^a.*$', 'fewer'],
  ['a|b', '[ab]', 'same'],
  ['^(?!0)[0-9]+$', '^[0-9]+$', 'more'],
  ['^a|b$', '^(a|b)', 'others'],
  ['^a|b$', '^a|^[^]*b$', 'same'],
  ['\\bword\\b', 'word', null],
  ['^(a|^b)c$', '^ac$', null],
  ['^(a|$)', '', null],
  ['^\\p{Lu}', '^[A-Z]', 'fewer'],
  [moment, moment.replace('[Tt]', 'T'), 'fewer'],
  ['^(a*)\\1$', '^a*$', null],
  ['(', 'a', null],
  ['^(a|b)*a(a|b){18}$', '^a*$', null],
])('from %s to %s: %s', (before, after, relation) => {
  expect(comparePatterns(before, after)).toBe(relation);
});

test.each([
  ['^a', '^b', true],
  ['^a', 'b', false],
  ['^a$', '(', false],
])('%s and %s have no text in common: %s', (one, other, expected) => {
  expect(arePatternsApart(one, other)).toBe(expected);
});
