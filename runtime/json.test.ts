import { describe, expect, it, onTestFinished, vi } from 'vitest';
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
    expect(value).toStrictEqual(JSON.parse(JSON.stringify(body)));
  });

  it('reads an accessor once', () => {
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

const bare = Object.assign(Object.create(null), { a: 'b' });

it.each<[string, unknown, boolean]>([
  ['text', 'a', true],
  ['a boolean', false, true],
  ['a number', 1, true],
  ['NaN', Number.NaN, true],
  ['null', null, true],
  ['members and items', { a: ['b', 1, true, null, Number.NaN, { c: undefined }] }, true],
  ['an object without a prototype', { a: bare }, true],
  ['text of the name __proto__', JSON.parse('{"__proto__":"a"}'), true],
  ['200 levels', deep(200), true],
  ['201 levels', deep(201), false],
  ['200 objects', Array.from({ length: 200 }).reduce((member) => ({ member }), {}), true],
  ['201 objects', Array.from({ length: 201 }).reduce((member) => ({ member }), {}), false],
  ['an object of the name __proto__', JSON.parse('{"__proto__":{}}'), false],
  ['a date', new Date(0), false],
  ['an array of another kind', new (class extends Array {})(), false],
  ['an array with toJSON', Object.assign([], { toJSON: () => 1 }), false],
  ['undefined', undefined, false],
])('copies %s without serializing it: %j', (_what, body, isCopied) => {
  const serializing = vi.spyOn(JSON, 'stringify');
  onTestFinished(() => void serializing.mockRestore());
  const { text } = serialized(body);
  expect(serializing).toHaveBeenCalledTimes(isCopied ? 0 : 1);
  text();
  expect(serializing).toHaveBeenCalledTimes(1);
});

it('respects a toJSON of every object', () => {
  Object.defineProperty(Object.prototype, 'toJSON', { value: () => 'shown', configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(Object.prototype, 'toJSON'));
  expect(serialized({ a: 1 }).value).toBe('shown');
});

it('throws what an accessor throws, and reads it once', () => {
  let reads = 0;
  const body = {
    get a() {
      reads += 1;
      if (reads === 1) throw new RangeError('no');
      return reads;
    },
  };
  expect(() => serialized(body)).toThrow(RangeError);
  expect(reads).toBe(1);
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
