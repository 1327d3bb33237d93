import { describe, expect, it } from 'vitest';
import type { Contract } from '../contract/contract.ts';
import { lineInJson } from './json-lines.ts';
import { locator } from './lines.ts';
import { lineInYaml } from './yaml-lines.ts';

const YAML = `# An API.
openapi: 3.1.0
paths:
  /a/{id}:
    get:
      parameters:
      - name: one
        in: query

      - in: header
        name: two
        schema: { type: string }
      responses:
        '200':
          description: |
            paths: none
            get: none
          "content": {}
components:
  schemas: { A: { type: object } }
`;

describe('the line of a pointer', () => {
  it.each([
    ['openapi', 2],
    ['paths', 3],
    ['paths|/a/{id}|get', 5],
    ['paths|/a/{id}|get|parameters|0', 7],
    ['paths|/a/{id}|get|parameters|0|in', 8],
    ['paths|/a/{id}|get|parameters|1', 10],
    ['paths|/a/{id}|get|parameters|1|name', 11],
    ['paths|/a/{id}|get|parameters|1|schema|type', 12],
    ['paths|/a/{id}|get|responses|200|content', 18],
    ['components|schemas|A|type', 20],
  ])('is found in YAML: %s', (pointer, line) => {
    expect(lineInYaml(YAML, pointer.split('|'))).toBe(line);
  });

  it('is unknown for a missing value', () => {
    expect(lineInYaml(YAML, ['webhooks'])).toBeNull();
    expect(lineInJson('{"a": 1}', ['b'])).toBeNull();
  });

  it.each([
    ['a', 2],
    ['b|1', 5],
    ['b|1|c', 6],
    ['b|2', 8],
    ['d"|e', 9],
  ])('is found in JSON: %s', (pointer, line) => {
    const text =
      '{\n  "a": "x,}\\"]",\n  "b": [\n    1,\n    {\n      "c": [[]]\n    },\n    null],\n  "d\\"": {"e": 2}\n}\n';
    expect(lineInJson(text, pointer.split('|'))).toBe(line);
  });
});

it.each([
  '{\n  type: object,\n  required: [b]\n}\n',
  '{type: object, required: [b]}',
  '{"type": object, required: [b]}',
  '[a, b: c]',
])('reads YAML in braces, which looks like JSON: %j', (text) => {
  const texts = new Map([['a', new Map([['a.yaml', text]])]]);
  const locate = locator({ texts } as unknown as Contract);
  for (let times = 0; times < 2; times += 1) expect(() => locate('a', '#/required')).not.toThrow();
});
