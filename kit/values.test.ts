import { describe, expect, it } from 'vitest';
import { list, names, port, repeated, seconds, whole } from './values.ts';

describe('a whole number', () => {
  it.each([
    ['1', 1],
    ['64', 64],
    ['007', 7],
  ])('%s is %d', (text, value) => expect(whole(1, 64)(text)).toBe(value));

  it.each(['', '0', '65', '-1', '1.5', '1e1', ' 1', 'ten'])('%j is not one', (text) => {
    expect(() => whole(1, 64)(text)).toThrow('write a whole number from 1 to 64.');
  });
});

it('a port may be 0 only where any free port is allowed', () => {
  expect(port()('0')).toBe(0);
  expect(port()('65535')).toBe(65_535);
  expect(() => port(1)('0')).toThrow('write a port from 1 to 65535.');
  expect(() => port()('65536')).toThrow('write a port from 0 to 65535.');
});

it('seconds become milliseconds', () => {
  expect(seconds(600)('0.5')).toBe(500);
  expect(seconds(600)('600')).toBe(600_000);
  for (const text of ['', ' ', '0', '-1', '601', 'soon'])
    expect(() => seconds(600)(text)).toThrow('more than 0 and at most 600');
});

it('the values of a repeated option keep their order, commas and all', () => {
  expect(repeated('b, c', repeated('a'))).toEqual(['a', 'b, c']);
});

it('a list is separated by commas, and grows with each flag', () => {
  expect(list('a, b,', list('c'))).toEqual(['c', 'a', 'b']);
});

it('names must be among the known ones', () => {
  const service = names(['lending', 'swap'], 'the services');
  expect(service(' swap , lending')).toEqual(['swap', 'lending']);
  expect(service('swap', service('lending'))).toEqual(['lending', 'swap']);
  expect(() => service('swap,bank')).toThrow('the services are lending, swap.');
  expect(() => service('')).toThrow('the services are lending, swap.');
});
