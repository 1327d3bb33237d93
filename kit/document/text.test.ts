import { describe, expect, it } from 'vitest';
import { type Numbers, parseText } from './text.ts';

describe('a document is read', () => {
  it.each<[string, string, Numbers, unknown]>([
    ['a.json', '{"a":9007199254740993}', 'exact', { a: '9007199254740993' }],
    ['a.json', '{"a":9007199254740993}', 'rounded', { a: 9007199254740992 }],
    ['a.json', '{"a":9007199254740991,"b":1.5}', 'exact', { a: 9007199254740991, b: 1.5 }],
    ['a.json', '[0.12345678901234567]', 'exact', ['0.12345678901234567']],
    ['a.json', '[0.10000000000000000]', 'exact', [0.1]],
    ['a.json', '{"a":"9007199254740993"}', 'exact', { a: '9007199254740993' }],
    ['a.json', '\uFEFF[1]', 'exact', [1]],
    ['a.json', '{"a":["a","a",{"a":"\\\\"}],"b":"a"}', 'exact', { a: ['a', 'a', { a: '\\' }], b: 'a' }],
    ['a.yaml', ' {"a":[9007199254740993]}', 'exact', { a: ['9007199254740993'] }],
    ['a.yaml', '{a: 1}', 'exact', { a: 1 }],
    ['a.yaml', 'a: 9007199254740993', 'exact', { a: '9007199254740993' }],
    ['a.yaml', 'a: +9007199254740993', 'exact', { a: '9007199254740993' }],
    ['a.yaml', 'a: 9007199254740993', 'rounded', { a: 9007199254740992 }],
    ['a.yaml', '[-5, 0x10, 0o10, .5, 1., 1e3]', 'exact', [-5, 16, 8, 0.5, 1, 1000]],
    ['a.yaml', '[.inf, -.inf, .nan]', 'exact', [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]],
    ['a.yaml', '- -.12345678901234567', 'exact', ['-0.12345678901234567']],
    ['a.yaml', '- 0.12345678901234567', 'rounded', [0.12345678901234566]],
    ['a.yaml', '[no, 2020-12-12, x]', 'exact', ['no', '2020-12-12', 'x']],
    ['a.yaml', 'a: &a { b: 1 }\nc: { <<: *a, d: 2 }', 'exact', { a: { b: 1 }, c: { b: 1, d: 2 } }],
    ['a.yaml', 'a: &a { b: 1 }\nc: { <<: *a, d: 2 }', 'rounded', { a: { b: 1 }, c: { b: 1, d: 2 } }],
  ])('%s %j, numbers %s', (name, text, numbers, expected) => {
    expect(parseText(name, text, numbers)).toEqual(expected);
  });

  it('with exact numbers by default', () => {
    expect(parseText('a.json', '[9007199254740993]')).toEqual(['9007199254740993']);
  });
});

describe('a text that is no document is rejected in one sentence', () => {
  const laughs = ['a: &a [1,1,1,1,1,1,1,1,1,1]'];
  for (const [one, other] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg']) {
    laughs.push(`${other}: &${other} [${Array(10).fill(`*${one}`).join()}]`);
  }
  it.each([
    ['a.json', '{"a": [', /^a\.json is not JSON: [^\n]*[^.:]\.$/],
    ['a.json?raw', 'a: [', /^a\.json\?raw is not JSON: /],
    ['a.json', '{"a": {"b": [{"c": ":"}, {"c": 1}], "\\u0062" : 2}}', /^a\.json is not JSON: .* name "b" twice\.$/],
    ['a.json', '{"__proto__": 1, "__proto__": 2}', /name "__proto__" twice\.$/],
    ['a.yaml', '{"a":', /^a\.yaml is not JSON: /],
    ['a.yaml', 'a: [', /^a\.yaml is not YAML: [^\n]*[^.:]\.$/],
    ['a.yaml', 'a: 1\na: 2', /^a\.yaml is not YAML: /],
    ['a.yaml', 'a: &a [*a]', /its aliases make more than 5000000 values of it\.$/],
    ['a.yaml', laughs.join('\n'), /its aliases make more than 5000000 values of it\.$/],
  ])('%s %j', (name, text, message) => {
    expect(() => parseText(name, text)).toThrow(message);
  });
});
