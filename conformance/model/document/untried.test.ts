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
  [
    'one beside a reference',
    { paths: { '/a': { $ref: '#/components/pathItems/A', trace: operation } }, components: { pathItems: { A: {} } } },
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

const unreadable = 'no operation can be read from it';
const called = (callbacks: unknown) => ({ paths: { '/a': { post: { ...operation, operationId: 'a', callbacks } } } });

it.each<[string, object, string, string]>([
  ['that is the document', called({ done: { $ref: '#' } }), 'done', unreadable],
  ['that is nothing', called({ done: null }), 'done', unreadable],
  ['that is a number', called({ done: 7 }), 'done', unreadable],
  ['that is a list', called({ done: [{ post: operation }] }), 'done', unreadable],
  ['with the document in the place of a path', called({ done: { x: { $ref: '#' } } }), 'done', unreadable],
  ['with a path of the API', called({ done: { x: { $ref: '#/paths/~1a' } } }), 'POST x', sent],
  ['in a list', called([{ done: { x: { post: operation } } }]), 'callbacks of a', unreadable],
  ['that is a webhook, and the document', { webhooks: { sold: { $ref: '#' } } }, 'webhooks', unreadable],
  ['in a list of webhooks', { webhooks: [{ post: operation }] }, 'webhooks', unreadable],
])('finds a callback %s', (_, document, name, why) => {
  expect(untriedIn({ ...document })).toEqual([{ operation: name, why }]);
});

it('finds the part of a callback that has no operation', () => {
  expect(untriedIn(called({ done: { x: { post: operation }, y: 7, 'x-z': {} } }))).toEqual([
    { operation: 'POST x', why: sent },
    { operation: 'y', why: unreadable },
  ]);
});

it('finds the callbacks of callbacks and of webhooks, those of one that leads to itself once', () => {
  const again = { $ref: '#/components/callbacks/again' };
  const reminder = { post: { ...operation, operationId: 'reminder', callbacks: { again } } };
  const components = { callbacks: { again: { z: { put: { ...operation, callbacks: { again } } } } } };
  expect(untriedIn({ ...called({ done: { x: reminder } }), components })).toEqual(
    ['reminder', 'PUT z', 'PUT z'].map((name) => ({ operation: name, why: sent })),
  );
  expect(untriedIn({ webhooks: { sold: reminder }, components })).toEqual(
    ['reminder', 'PUT z', 'PUT z'].map((name) => ({ operation: name, why: sent })),
  );
});

it('finds none among those that are sent', () => {
  const item = Object.fromEntries(['get', 'put', 'post', 'delete', 'patch', 'head', 'options'].map((one) => [one, {}]));
  expect(untriedIn({ paths: { '/a': item, 'x-b': { trace: {} } } })).toEqual([]);
});
