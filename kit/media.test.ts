import { expect, it } from 'vitest';
import { closeness, closestOf, isJson } from './media.ts';

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

it('chooses the first of the contents that match most closely', () => {
  const contents = ['*/*', 'text/*', 'text/plain', 'TEXT/plain'].map((mediaType) => ({ mediaType }));
  expect(closestOf(contents, 'text/plain; charset=utf-8')).toBe(contents[2]);
  expect(closestOf(contents.slice(1), 'application/json')).toBeUndefined();
});

it.each([
  ['application/json', true],
  ['Application/Problem+JSON; charset=utf-8', true],
  ['application/*+json', true],
  ['text/json', true],
  ['application/xml', false],
  ['*/*', false],
  ['application/x-ndjson', false],
  [undefined, false],
])('%s is JSON: %s', (mediaType, expected) => expect(isJson(mediaType)).toBe(expected));
