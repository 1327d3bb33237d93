import { expect, it } from 'vitest';
import type { Operation } from './operation.ts';
import { inMatchingOrder, methodsAt } from './routes.ts';

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
];

it('tries a literal segment before a parameter', () => {
  const order = inMatchingOrder(operations.map((each) => ({ operation: each })));
  expect(order.map(({ operation: { path } }) => path)).toEqual([
    '/indexes',
    '/indexes/search',
    '/indexes/{object_id}',
    '/indexes/{object_id}',
  ]);
});

it('tells what a path takes, of all templates that fit it', () => {
  const at = methodsAt(operations);
  expect(at('/indexes')).toEqual(['POST', 'OPTIONS']);
  expect(at('/indexes/7')).toEqual(['GET', 'HEAD', 'DELETE', 'OPTIONS']);
  expect(at('/indexes/7/8')).toEqual([]);
});
