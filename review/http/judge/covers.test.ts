import { describe, expect, it } from 'vitest';
import { covers, isImplied } from './covers.ts';

const members = { properties: { a: { anyOf: [{ type: 'string' }] } } };

describe('an alternative', () => {
  it.each([
    [{ type: 'number' }, { type: 'integer' }, true],
    [{ type: 'integer' }, { type: 'number' }, false],
    [{ type: 'string' }, { type: 'integer' }, false],
    [{}, { type: 'integer' }, true],
    [{ type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a'] }, true],
    [{ type: 'string', enum: ['a'] }, { type: 'string', enum: ['a', 'b'] }, false],
    [{ type: 'string', enum: ['a'] }, { type: 'string' }, false],
    [{ type: 'string' }, { type: 'string', enum: ['a'] }, true],
    [{ minimum: 1 }, { minimum: 1 }, true],
    [{ minimum: 1 }, { minimum: 2 }, true],
    [{ minimum: 2 }, { minimum: 1 }, false],
    [{ minimum: 2 }, {}, false],
    [{ maximum: 2 }, { maximum: 1 }, true],
    [{ maximum: 1 }, { maximum: 2 }, false],
    [{ exclusiveMaximum: 1 }, { exclusiveMaximum: 0 }, true],
    [{ maximum: '9223372036854775807' }, { maximum: '9223372036854775806' }, true],
    [{ maximum: '9223372036854775806' }, { maximum: '9223372036854775807' }, false],
    [{ multipleOf: 2 }, { multipleOf: 4 }, false],
    [{ required: ['a'] }, { required: ['a', 'b'] }, true],
    [{ required: ['a', 'b'] }, { required: ['a'] }, false],
    [{ pattern: 'a' }, { pattern: 'b' }, false],
    [members, { ...members, required: ['a'] }, true],
    [{ format: 'int32' }, { type: 'integer', minimum: 0, maximum: 9 }, true],
    [{ format: 'int32' }, { type: 'integer', minimum: 0 }, false],
    [{ format: 'uuid' }, { minLength: 36 }, false],
    [{ pattern: 'int32' }, { type: 'integer', minimum: 0, maximum: 9 }, false],
    [{ title: 'int32' }, { type: 'integer', minimum: 0, maximum: 9 }, false],
    [{ minLength: 'a' }, { minLength: 1 }, false],
    [{ minLength: 1 }, { minLength: 'a' }, false],
    [{ maxLength: 1 }, { maxLength: 'a' }, false],
    [{ minimum: 1 }, { minimum: '1' }, false],
    [{ minimum: '9007199254740993.0' }, { minimum: '9007199254740993.00' }, true],
    [{ maximum: '9007199254740993.0' }, { maximum: '9007199254740993.00' }, true],
    [{ maximum: 1 }, { maximum: 2 }, false],
    [{ multipleOf: 4 }, { multipleOf: 2 }, false],
  ])('%j covers %j: %s', (outer, inner, expected) => {
    expect(covers(outer, inner)).toBe(expected);
  });

  it.each([
    ['int32', -(2 ** 31), 2 ** 31 - 1, true],
    ['int32', -(2 ** 31) - 1, 0, false],
    ['int32', 0, 2 ** 31, false],
    ['int64', '-9223372036854775808', '9223372036854775807', true],
    ['int64', 0, '9223372036854775808', false],
    ['uuid', 0, 1, false],
  ])('implies the format %s from %s to %s: %s', (format, minimum, maximum, expected) => {
    expect(isImplied(format, { type: 'integer', minimum, maximum })).toBe(expected);
    expect(isImplied(format, { type: 'number', minimum, maximum })).toBe(false);
  });

  it.each([
    ['float', { type: 'number', minimum: 0, maximum: 3.4e38 }, true],
    ['float', { type: 'number', minimum: 0, maximum: 3.5e38 }, false],
    ['double', { type: 'integer', minimum: 0, maximum: 1 }, true],
    ['float', { type: 'string', minimum: 0, maximum: 1 }, false],
    ['uint8', { type: 'integer', enum: [0, 255] }, true],
    ['uint8', { type: 'integer', enum: [0, 256] }, false],
    ['uint8', { type: 'integer', enum: ['0'] }, false],
    ['other', { type: 'integer', enum: [] }, false],
    ['int32', { type: 'string', enum: [] }, false],
  ])('implies the format %s by %j: %s', (format, alternative, expected) => {
    expect(isImplied(format, alternative)).toBe(expected);
  });
});
