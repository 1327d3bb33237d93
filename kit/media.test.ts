import { expect, it } from 'vitest';
import { closeness } from './media.ts';

it.each([
  ['application/json', ['*/*', 'application/*', 'application/json;v=2', 'Application/JSON']],
  ['application/json; v=2', ['text/*', '*/*', 'application/json;v=1', 'application/json', 'application/json;v=2']],
  [
    'application/problem+json',
    ['application/json', '*/*', 'application/*', 'application/*+json', 'application/problem+json'],
  ],
  ['text/plain', ['text/html', '*/*', 'text/*', 'text/plain; charset=utf-8', 'text/plain']],
])('%s is matched ever more closely by %j', (given, documented) => {
  const ranks = documented.map((one) => closeness(one, given));
  expect(ranks).toEqual(ranks.toSorted((left, right) => left - right));
  expect(new Set(ranks).size).toBe(ranks.length);
});
