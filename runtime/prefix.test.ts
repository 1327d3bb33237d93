import { expect, it } from 'vitest';
import { below, checkedPrefix, pathAndQuery } from './prefix.ts';

it.each([
  ['', '/a?b', '/a?b'],
  ['/a', '/a', '/'],
  ['/a', '/a/', '/'],
  ['/a', '/a?b=/c', '/?b=/c'],
  ['/a', '/a/b', '/b'],
  ['/a', '/ab', undefined],
  ['/a', '/A/b', undefined],
  ['/a+b', '/a+b/c', '/c'],
])('below %j, %j is %j', (prefix, url, rest) => expect(below(prefix, url)).toBe(rest));

it.each([
  ['/a?b', '/a?b'],
  ['http://host/a?b', '/a?b'],
  ['HTTPS://host:1/a', '/a'],
  ['http://host', '/'],
  ['http://host?b', '/?b'],
  ['//a', '//a'],
  ['/a#b', '/a'],
  ['/a#b#c', '/a'],
  ['#b', '/'],
  ['/a?b=http://c/d', '/a?b=http://c/d'],
  ['*', '/*'],
])('the target %j is %j', (target, url) => expect(pathAndQuery(target)).toBe(url));

it.each([
  [undefined, ''],
  ['', ''],
  ['/', ''],
  ['/a/', '/a'],
  ['/a+b/c.d', '/a+b/c.d'],
])('the prefix %j is %j', (prefix, checked) => expect(checkedPrefix(prefix)).toBe(checked));

it.each(['a', '/:a', '/a*', '/{a}', '/a?b', 7, null])('the prefix %j is rejected', (prefix) => {
  expect(() => checkedPrefix(prefix)).toThrow(TypeError);
  expect(() => checkedPrefix(prefix)).toThrow(/^the option prefix /);
});
