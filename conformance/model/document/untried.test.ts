import { expect, it } from 'vitest';
import { untriedIn } from './untried.ts';

const operation = { responses: { 200: { description: '' } } };
const sent = 'the API sends this request; the suite only receives responses';

it.each([
  ['TRACE', { paths: { '/a': { trace: operation } } }, 'TRACE /a', 'the suite sends no TRACE requests'],
  ['QUERY', { paths: { '/a': { query: { operationId: 'q' } } } }, 'q', 'the suite sends no QUERY requests'],
  [
    'a method of its own',
    { paths: { '/a': { additionalOperations: { COPY: operation } } } },
    'COPY /a',
    'the suite sends no COPY requests',
  ],
  [
    'one behind a reference',
    { paths: { '/a': { $ref: '#/components/pathItems/A' } }, components: { pathItems: { A: { trace: operation } } } },
    'TRACE /a',
    'the suite sends no TRACE requests',
  ],
  ['a webhook', { webhooks: { sold: { post: operation } } }, 'POST sold', sent],
  ['a webhook of an earlier version', { 'x-webhooks': { sold: { post: operation } } }, 'POST sold', sent],
  [
    'a callback',
    { paths: { '/a': { post: { callbacks: { done: { '{$request.body#/url}': { post: operation } } } } } } },
    'POST {$request.body#/url}',
    sent,
  ],
])('finds %s', (_, document, name, why) => {
  expect(untriedIn(document)).toEqual([{ operation: name, why }]);
});

it('finds none among those that are sent', () => {
  const item = Object.fromEntries(['get', 'put', 'post', 'delete', 'patch', 'head', 'options'].map((one) => [one, {}]));
  expect(untriedIn({ paths: { '/a': item, 'x-b': { trace: {} } } })).toEqual([]);
});
