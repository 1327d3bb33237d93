import { describe, expect, it } from 'vitest';
import { serialized } from './json.ts';

class Entity {
  get id(): number {
    return 1;
  }
}

const deep = (levels: number): unknown => (levels === 0 ? [] : [deep(levels - 1)]);
const sparse: number[] = [];
sparse[2] = 3;

describe('the judged value is the value that is sent', () => {
  it.each([
    ['plain data', { a: [1, 'b', null, true], c: { d: 0.5 } }],
    ['members that are undefined', { a: undefined, b: [undefined], c: 1 }],
    ['holes', { a: sparse }],
    ['numbers that are none', { a: Number.NaN, b: Number.POSITIVE_INFINITY }],
    ['dates', { a: new Date(0) }],
    ['toJSON of a member', { a: { toJSON: () => ({ b: 1 }) } }],
    ['toJSON of the whole', { a: 1, toJSON: () => 'b' }],
    ['toJSON of an array', Object.assign([1], { toJSON: () => 2 })],
    ['accessors of a class', new Entity()],
    ['members of a prototype', Object.create({ a: 1 })],
    ['no prototype', Object.assign(Object.create(null), { a: 1 })],
    ['boxed values', { a: Object(1), b: Object('c') }],
    ['functions and symbols', { a: () => 1, b: Symbol('c'), c: [() => 1] }],
    ['maps and bytes', { a: new Map([[1, 2]]), b: new Uint8Array([1]) }],
    ['a member of the name __proto__', JSON.parse('{"__proto__":{"a":1},"b":2}')],
    ['half a surrogate pair', { a: '\ud800' }],
    ['many levels', deep(1_000)],
    ['text', 'a'],
    ['null', null],
  ])('%s', (_what, body) => {
    const { value, text } = serialized(body);
    expect(text()).toBe(JSON.stringify(body));
    expect(JSON.stringify(value)).toBe(JSON.stringify(body));
    expect(value).toEqual(JSON.parse(JSON.stringify(body)));
  });

  it('an accessor, read once', () => {
    let reads = 0;
    const { value, text } = serialized({
      get a() {
        reads += 1;
        return reads;
      },
    });
    expect([value, text(), reads]).toEqual([{ a: 1 }, '{"a":1}', 1]);
  });
});

it('returns no text for a value that is not JSON', () => {
  expect([serialized(undefined), serialized(() => 1)].map(({ value, text }) => [value, text()])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

const circle: Record<string, unknown> = {};
circle['a'] = circle;

it.each([
  ['a BigInt', { a: 1n }],
  ['an object that contains itself', circle],
  ['a circle', Object.assign([] as unknown[], [[]]).map((_each, _place, all) => all)],
  [
    'what an accessor throws',
    {
      get a() {
        throw new TypeError('no');
      },
    },
  ],
])('throws for %s', (_what, body) => {
  if (Array.isArray(body)) body.push(body);
  expect(() => serialized(body)).toThrow(TypeError);
});
