import { expect, it } from 'vitest';
import { bareType, covers, kindOf, type MediaKind } from './media.ts';

it.each<[string, MediaKind]>([
  ['application/json', 'json'],
  ['Application/JSON ; charset=utf-8', 'json'],
  ['application/problem+json', 'json'],
  ['application/jsonl', 'bytes'],
  ['application/x-www-form-urlencoded', 'form'],
  ['multipart/form-data; boundary=a', 'multipart'],
  ['multipart/mixed', 'bytes'],
  ['text/csv', 'text'],
  ['x/text/', 'bytes'],
  ['image/png', 'bytes'],
  ['', 'bytes'],
])('%j is read as %s', (type, kind) => expect(kindOf(type)).toBe(kind));

it('a bare type has no parameters and no spaces, in lower case', () => {
  expect(bareType(' Text/HTML ;charset=UTF-8')).toBe('text/html');
});

it.each([
  ['image/png', 'image/png', true],
  ['Image/PNG; q=1', 'image/png', true],
  ['image/png', 'image/gif', false],
  ['image/*', 'image/png', true],
  ['image/*', 'imagex/png', false],
  ['image/*', 'x-image/', false],
  ['*/*', 'image/png', true],
  ['image/png', 'image/pngx', false],
])('%s covers %s: %s', (documented, type, isCovered) => expect(covers(documented, type)).toBe(isCovered));
