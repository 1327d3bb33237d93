import { expect, test } from 'vitest';
import { unmet } from './condition.ts';

const requested = {
  inputs: { vat: '7' },
  query: new URLSearchParams('limit=2'),
  headers: { 'x-app': 'a' },
  body: JSON.stringify({ trace_id: 't', 'a/b': [{ id: 1 }] }),
};

test.each([
  [{ path: { vat: '7' }, query: { limit: '2' }, headers: { 'X-App': 'a' } }],
  [{ body: { trace_id: 't' } }],
  [{ body: { '/a~1b/0': { id: 1 } } }],
])('%j holds', (condition) => {
  expect(unmet(condition, requested)).toEqual([]);
});

test.each([
  [{ path: { vat: '8' } }, 'path parameter vat was "7"'],
  [{ query: { cursor: '1' } }, 'query parameter cursor was missing'],
  [{ headers: { 'x-app': 'b' } }, 'header x-app was "a"'],
  [{ body: { trace_id: 'u' } }, 'body /trace_id was "t"'],
  [{ body: { '/a~1b/1/id': 1 } }, 'body /a~1b/1/id was missing'],
])('%j does not, since %s', (condition, why) => {
  expect(unmet(condition, requested)).toEqual([why]);
});
