import { describe, expect, it } from 'vitest';
import type { Operation } from './operation.ts';
import { finder, methodsAt } from './routes.ts';

const operation = (method: Operation['method'], path: string): Operation => ({
  id: `${method} ${path}`,
  method,
  path,
  summary: '',
  parameters: [],
  security: [],
  statuses: ['200'],
});

const operations = [
  operation('get', '/indexes/{object_id}'),
  operation('delete', '/indexes/{object_id}'),
  operation('get', '/indexes/search'),
  operation('post', '/indexes'),
  operation('get', '/pairs/{base}/{quote}'),
  operation('get', '/pairs/{id}/best.json'),
  operation('get', '/pairs/{id}/{name}.json'),
  operation('get', '/files/{x}.json'),
  operation('delete', '/files/{y}'),
  operation('get', '/a.b+c'),
  operation('get', '/v(1)/{id}.x'),
];

describe('finds', () => {
  const find = (method: string, path: string) => finder(operations.map((each) => ({ operation: each })))(method, path);
  it.each([
    ['GET', '/indexes/search', 'get /indexes/search', {}],
    ['GET', '/indexes/search2', 'get /indexes/{object_id}', { object_id: 'search2' }],
    // A literal segment that does not accept the method leaves the request to a parameter.
    ['DELETE', '/indexes/search', 'delete /indexes/{object_id}', { object_id: 'search' }],
    ['HEAD', '/indexes/a%2Fb', 'get /indexes/{object_id}', { object_id: 'a/b' }],
    ['GET', '/pairs/1/2', 'get /pairs/{base}/{quote}', { base: '1', quote: '2' }],
    ['GET', '/pairs/1/best.json', 'get /pairs/{id}/best.json', { id: '1' }],
    // A branch without a match leaves no value behind.
    ['DELETE', '/files/b.json', 'delete /files/{y}', { y: 'b.json' }],
    ['GET', '/a.b+c', 'get /a.b+c', {}],
    ['GET', '/v(1)/1.x', 'get /v(1)/{id}.x', { id: '1' }],
    ['GET', '/pairs/1/two.json', 'get /pairs/{id}/{name}.json', { id: '1', name: 'two' }],
  ])('%s %s', (method, path, id, parameters) => {
    const found = find(method, path);
    expect([found?.at.operation.id, found?.path]).toEqual([id, parameters]);
  });

  it.each([
    '/aXb+c',
    '/v(1)/1yx',
    '/',
    '',
    '/indexes/',
    '/Indexes',
    '/indexes/1/',
    '/indexes//',
    '/pairs/1',
    '//indexes',
  ])('nothing at %j', (path) => {
    expect(['GET', 'POST', 'PATCH'].map((method) => find(method, path))).toEqual([undefined, undefined, undefined]);
  });

  it('rejects a parameter that is not UTF-8', () => {
    expect(() => find('GET', '/indexes/%ff')).toThrow(
      expect.objectContaining({ status: 400, message: "Failed to decode param '%ff'" }),
    );
  });
});

it('lists the methods of a path, from all templates that fit it', () => {
  const at = methodsAt(operations);
  expect(at('/indexes')).toEqual(['POST', 'OPTIONS']);
  expect(at('/indexes/7')).toEqual(['GET', 'HEAD', 'DELETE', 'OPTIONS']);
  expect(at('/indexes/7/8')).toEqual([]);
  expect([at('/a.b+c'), at('/aXb+c')]).toEqual([['GET', 'HEAD', 'OPTIONS'], []]);
});
