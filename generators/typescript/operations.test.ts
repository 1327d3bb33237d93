import { describe, expect, it } from 'vitest';
import type { OpenApiDocument, OperationObject, Schema } from '../openapi/document.ts';
import { operationTable, writeOperations } from './operations.ts';

const string = { type: 'string' };

function documentWith(
  operation: Partial<OperationObject>,
  securitySchemes: OpenApiDocument['components']['securitySchemes'] = {},
): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Board', version: '1' },
    components: { schemas: {}, securitySchemes },
    paths: { '/notices': { post: { operationId: 'write', responses: { '200': { description: '' } }, ...operation } } },
  };
}

const body = (content: Record<string, Schema>) => ({
  requestBody: { content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])) },
});

describe('unsupported operations are rejected, by name', () => {
  it.each<[string, Partial<OperationObject>, RegExp]>([
    [
      'a parameter that is an object',
      { parameters: [{ name: 'where', in: 'query', schema: { type: 'object' } }] },
      /^Board, write: the query parameter where must be of one primitive type, or an array of one/,
    ],
    [
      'a parameter of two types',
      { parameters: [{ name: 'id', in: 'path', schema: { anyOf: [string, { type: 'integer' }] } }] },
      /^Board, write: the path parameter id must be of one primitive type/,
    ],
    [
      'an array in a style of objects',
      { parameters: [{ name: 'ids', in: 'query', style: 'deepObject', schema: { type: 'array', items: string } }] },
      /^Board, write: the query parameter ids has the style deepObject/,
    ],
    [
      'a body with two schemas',
      body({ 'application/json': string, 'text/plain': { type: 'string', maxLength: 2 } }),
      /^Board, write: the body has another schema for each of application\/json, text\/plain/,
    ],
    ['multipart of another kind', body({ 'multipart/mixed': string }), /^Board, write: the body is multipart\/mixed/],
    [
      'a stream of events',
      { responses: { '200': { description: '', content: { 'text/event-stream': { schema: string } } } } },
      /^Board, write: the stubs do not answer with text\/event-stream/,
    ],
    [
      'a header that is an object',
      { responses: { '200': { description: '', headers: { 'X-A': { schema: { type: 'object' } } } } } },
      /^Board, write: the header X-A of 200 must be of one primitive type/,
    ],
  ])('%s', (_what, operation, message) => {
    expect(() => operationTable(documentWith(operation))).toThrow(message);
  });

  it('a credential in a query', () => {
    const schemes = { Key: { type: 'apiKey', in: 'query', name: 'key' } };
    expect(() => writeOperations(documentWith({ security: [{ Key: [] }] }, schemes))).toThrow(
      'Board, write: the security scheme Key is apiKey query; the stubs read bearer tokens and API keys in headers',
    );
  });
});

it('describes how bodies, arrays and headers are read', () => {
  const [entry] = operationTable(
    documentWith({
      parameters: [
        { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
        { name: 'a', in: 'cookie', schema: string },
      ],
      ...body({
        'multipart/form-data': {
          properties: { title: string, file: {}, more: { type: 'array', items: {} }, about: { type: 'object' } },
        },
      }),
      responses: {
        '201': { description: '', headers: { Location: { required: true, schema: string }, 'Content-Type': {} } },
        '400': { description: '', content: { 'application/json': { schema: {} } } },
      },
    }),
  );
  expect(entry).toMatchObject({
    parameters: [
      { name: 'ids', type: 'integer', list: 'repeated' },
      { name: 'a', in: 'cookie', type: 'string' },
    ],
    body: {
      types: ['multipart/form-data'],
      fields: [
        { name: 'file', type: 'file' },
        { name: 'more', type: 'file', isList: true },
        { name: 'about', type: 'json' },
      ],
    },
    answers: { '201': { types: [], headers: [{ name: 'Location', required: true, type: 'string' }] } },
  });
});
