import { describe, expect, it } from 'vitest';
import { normalised } from '../../model/document/normalised.ts';
import { modestyOf } from './modest.ts';

function documentOf(schema: object, operations = 1) {
  const content = { 'application/json': { schema } };
  const paths = Array.from({ length: operations }, (_, index) => [
    `/${index}`,
    { get: { responses: { 200: { description: '', content } } } },
  ]);
  return normalised({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: Object.fromEntries(paths) });
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

describe('an operation is tried in a process of its own where', () => {
  it.each([
    ['a text is long', { minLength: 2_000_000_000 }],
    ['a list is long', { minItems: 50 }],
    ['many values are listed', { enum: names(20_000) }],
    ['many members are required', { required: names(3_000) }],
    ['there are many alternatives', { anyOf: names(20_000).map((name) => ({ required: [name] })) }],
    ['a pattern is long', { pattern: 'a'.repeat(1_000) }],
    ['such a part is inside', { properties: { a: { items: { minLength: 1e9 } } } }],
  ])('%s', (_, schema) => {
    expect(modestyOf(documentOf(schema)).large).toHaveLength(1);
  });

  it('a name of a header cannot be sent', () => {
    const parameters = [{ name: 'X-A\r\nX-B', in: 'header', schema: {} }];
    const paths = { '/a': { get: { parameters, responses: {} } } };
    const document = normalised({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths });
    expect(modestyOf(document).large).toHaveLength(1);
  });

  it('such a part is referred to, and the other operations are not', () => {
    const schemas = { A: { items: { $ref: '#/components/schemas/B' } }, B: { minLength: 1e9 } };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/A' } } };
    const { paths, ...rest } = documentOf({}, 1_000);
    const a = { get: { responses: { 200: { description: '', content } } } };
    const document = normalised({ ...rest, paths: { ...paths, '/a': a }, components: { schemas } });
    expect(modestyOf(document)).toEqual({ large: [['/a', 'get']], isSmall: false });
  });
});

it('a usual document is tried in the process of the run', () => {
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string', pattern: '^[a-z]+$' } } };
  expect(modestyOf(documentOf({ type: 'array', items: schema }, 20))).toEqual({ large: [], isSmall: true });
});
