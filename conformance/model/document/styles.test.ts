import { expect, it } from 'vitest';
import type { ParameterObject } from './document.ts';
import { normalised } from './normalised.ts';
import { headerTextOf, queryOf, type Style, segmentOf, styleOf, textOf } from './styles.ts';

const document = normalised({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} });
const styled = (more: object, value: unknown): readonly [string, Style | undefined] => {
  const type = Array.isArray(value) ? 'array' : typeof value;
  const style = styleOf(document, { name: 'p', in: 'query', schema: { type }, ...more } as ParameterObject);
  return [textOf(value, style), style];
};

const [text, list, object] = ['a b', [1, 2], { x: 1, y: 'a b' }];

// The values of OpenAPI 3.1, "Style Examples".
it.each([
  [{}, text, 'p=a%20b'],
  [{}, list, 'p=1&p=2'],
  [{ explode: false }, list, 'p=1,2'],
  [{ style: 'spaceDelimited' }, list, 'p=1%202'],
  [{ style: 'pipeDelimited' }, list, 'p=1%7C2'],
  [{ style: 'pipeDelimited', explode: true }, list, 'p=1&p=2'],
  [{}, object, 'x=1&y=a%20b'],
  [{ explode: false }, object, 'p=x,1,y,a%20b'],
  [{ style: 'pipeDelimited' }, object, 'p=x%7C1%7Cy%7Ca%20b'],
  [
    { style: 'deepObject', explode: true },
    { ...object, z: [1, 2] },
    'p%5Bx%5D=1&p%5By%5D=a%20b&p%5Bz%5D%5B0%5D=1&p%5Bz%5D%5B1%5D=2',
  ],
  [{ content: { 'application/json': {} } }, object, 'p=%7B%22x%22%3A1%2C%22y%22%3A%22a%20b%22%7D'],
  [{ content: { 'application/json': {} } }, text, 'p=%22a%20b%22'],
])('a query with %j and %j is %s', (more, value, written) => {
  expect(queryOf('p', ...styled(more, value))).toBe(written);
});

it.each([
  [{}, list, '1,2'],
  [{}, object, 'x,1,y,a%20b'],
  [{ explode: true }, object, 'x=1,y=a%20b'],
  [{ style: 'label' }, text, '.a%20b'],
  [{ style: 'label' }, list, '.1,2'],
  [{ style: 'label', explode: true }, list, '.1.2'],
  [{ style: 'label', explode: true }, object, '.x=1.y=a%20b'],
  [{ style: 'matrix' }, text, ';p=a%20b'],
  [{ style: 'matrix' }, list, ';p=1,2'],
  [{ style: 'matrix', explode: true }, list, ';p=1;p=2'],
  [{ style: 'matrix' }, object, ';p=x,1,y,a%20b'],
  [{ style: 'matrix', explode: true }, object, ';x=1;y=a%20b'],
])('a path with %j and %j is %s', (more, value, written) => {
  expect(segmentOf('p', ...styled({ in: 'path', ...more }, value))).toBe(written);
});

it('writes objects in headers', () => {
  expect(headerTextOf(...styled({ in: 'header' }, object))).toBe('x,1,y,a b');
  expect(headerTextOf(...styled({ in: 'header', explode: true }, object))).toBe('x=1,y=a b');
});

it('writes what is no object as it is', () => {
  const [, style] = styled({ style: 'deepObject' }, object);
  expect(queryOf('p', '***', style)).toBe('p=***');
});
