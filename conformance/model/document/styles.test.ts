import { expect, it } from 'vitest';
import type { ParameterObject } from './document.ts';
import { normalised } from './normalised.ts';
import {
  headerRead,
  headerTextOf,
  queryOf,
  queryRead,
  type Style,
  segmentOf,
  segmentRead,
  styleOf,
  textOf,
} from './styles.ts';

const document = normalised({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} });
const styled = (more: object, value: unknown): readonly [string, Style | undefined] => {
  const type = Array.isArray(value) ? 'array' : typeof value;
  const style = styleOf(document, { name: 'p', in: 'query', schema: { type }, ...more } as ParameterObject);
  return [textOf(value, style), style];
};

/** The text that inputs have, with the members of an object as they are sent: as texts. */
const sent = (value: unknown, written: string) =>
  typeof value === 'object' && !Array.isArray(value) ? '{"x":"1","y":"a b"}' : written;

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
  const [input, style] = styled({ in: 'path', ...more }, value);
  expect(segmentOf('p', input, style)).toBe(written);
  expect(segmentRead('p', written, style)).toBe(sent(value, input));
});

it.each([
  [{}, list, 'p=1&p=2'],
  [{ explode: false }, list, 'p=1,2'],
  [{ style: 'spaceDelimited' }, list, 'p=1%202'],
  [{ style: 'pipeDelimited' }, list, 'p=1|2'],
  [{ explode: false }, object, 'p=x,1,y,a%20b'],
  [{ style: 'deepObject', explode: true }, object, 'p[x]=1&p[y]=a%20b'],
  [{}, text, 'p=a+b'],
])('with %j, reads %j from %s', (more, value, written) => {
  const [input, style] = styled(more, value);
  expect(queryRead(new URLSearchParams(written), 'p', style)).toBe(sent(value, input));
});

it.each([
  [{ style: 'label' }, '5'],
  [{ style: 'matrix' }, '5'],
  [{ style: 'matrix' }, ';q=5'],
])('with %j, reads what is not written so as it is: %s', (more, segment) => {
  expect(segmentRead('p', segment, styled({ in: 'path', ...more }, text)[1])).toBe(segment);
});

it('writes objects in headers', () => {
  expect(headerTextOf(...styled({ in: 'header' }, object))).toBe('x,1,y,a b');
  expect(headerTextOf(...styled({ in: 'header', explode: true }, object))).toBe('x=1,y=a b');
  expect(headerRead('x, 1, y, a b', styled({ in: 'header' }, object)[1])).toBe('{"x":"1","y":"a b"}');
  expect(headerRead('x=1,y=a b', styled({ in: 'header', explode: true }, object)[1])).toBe('{"x":"1","y":"a b"}');
});

it('writes what is no object as it is', () => {
  const [, style] = styled({ style: 'deepObject' }, object);
  expect(queryOf('p', '***', style)).toBe('p=***');
});
