import { expect, it } from 'vitest';
import { upgraded } from './upgrade.ts';

const head = { info: { title: 'a', version: '1' }, paths: {} };
const none = { type: 'null' };

/** An object with `nullable`, as data. */
const data = { nullable: true, oneOf: [1] };

it.each<[object, object]>([
  [{ nullable: true, $ref: '#/b' }, { anyOf: [{ $ref: '#/b' }, none] }],
  [
    { nullable: true, allOf: [{ $ref: '#/c' }], title: 'x' },
    { title: 'x', anyOf: [{ $ref: '#/c' }, none] },
  ],
  [{ nullable: true, allOf: [{ a: 1 }, { b: 1 }] }, { anyOf: [{ allOf: [{ a: 1 }, { b: 1 }] }, none] }],
  [{ nullable: true, oneOf: [{ type: 'string' }] }, { oneOf: [{ type: 'string' }, none] }],
  [{ nullable: true, anyOf: [{ type: 'string' }] }, { anyOf: [{ type: 'string' }, none] }],
  [{ nullable: true, enum: ['a'] }, { enum: ['a', null] }],
  [{ nullable: true, enum: ['a', null] }, { enum: ['a', null] }],
  [{ nullable: true, title: 'x' }, { title: 'x' }],
  [
    { type: 'object', default: data, enum: [data] },
    { type: 'object', default: data, enum: [data] },
  ],
  [
    { properties: { default: data, nullable: { title: 'x' } } },
    { properties: { default: { oneOf: [1, none] }, nullable: { title: 'x' } } },
  ],
])('of OpenAPI 3.0, %j becomes %j', async (schema, expected) => {
  const { document, from, lost, ignored } = await upgraded('f', {
    openapi: '3.0.0',
    ...head,
    components: { schemas: { schema } },
  });
  expect(document['components']).toEqual({ schemas: { schema: expected } });
  expect([from, lost, ignored]).toEqual(['OpenAPI 3.0.0', [], 0]);
});

it.each(['3.0.0', '3.0.3'])('of OpenAPI %s, keywords beside a reference count for nothing', async (openapi) => {
  const more = { description: 'An id', 'x-own': 1, default: { $ref: '#/b', type: 'string' } };
  const reference = { $ref: '#/b', type: 'string', maxLength: 3, required: ['a'], ...more };
  const schema = { properties: { $ref: { type: 'string' }, type: reference }, items: { $ref: '#/b', nullable: true } };
  const { document, ignored } = await upgraded('f', {
    ...head,
    openapi,
    paths: { '/a': { $ref: '#/b', get: { responses: {} }, parameters: [] } },
    components: { schemas: { schema, also: reference } },
  });
  const kept = { $ref: '#/b', ...more };
  expect(document['components']).toEqual({
    schemas: {
      schema: { properties: { $ref: { type: 'string' }, type: kept }, items: { anyOf: [{ $ref: '#/b' }, none] } },
      also: kept,
    },
  });
  expect(document['paths']).toEqual({ '/a': { $ref: '#/b', get: { responses: {} }, parameters: [] } });
  expect(ignored).toBe(2);
});

it('reports the media types of responses without a schema', async () => {
  const responses = {
    200: { description: '' },
    201: { description: '' },
    400: { description: '', schema: {} },
    401: { $ref: '#/x' },
  };
  const { from, lost } = await upgraded('f', {
    ...head,
    swagger: 2,
    produces: ['text/plain'],
    paths: {
      '/a': { get: { responses, produces: ['image/png', 1] }, put: { responses }, post: { responses, produces: [] } },
      '/b': { get: { responses: { 400: responses[400] } }, summary: responses },
    },
  });
  expect(from).toBe('Swagger 2.0');
  expect(lost).toEqual([
    { path: '/a', method: 'get', mediaTypes: ['image/png'], responses: 2 },
    { path: '/a', method: 'put', mediaTypes: ['text/plain'], responses: 2 },
  ]);
});

it.each(['1.2', '2.1', 'x2', '2.0.0'])('Swagger %s is rejected', async (swagger) => {
  await expect(upgraded('f', { ...head, swagger })).rejects.toThrow(
    `f is a Swagger ${swagger} document; only 2.0 is read.`,
  );
});
