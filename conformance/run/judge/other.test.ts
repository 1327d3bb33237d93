import { expect, test } from 'vitest';
import { broken, pass } from '../../core/judgement.ts';
import { strayCall } from '../../model/call.ts';
import type { Exchange } from '../../model/exchange.ts';
import { withOther } from './other.ts';

function exchange(operation: string, path: string, text: string, status = 200): Exchange {
  const body = { text, bytes: text.length, json: { ok: true, value: JSON.parse(text) } } as const;
  return {
    call: { ...strayCall(path, path), operation },
    url: `http://127.0.0.1${path}`,
    method: 'GET',
    headers: {},
    requestBody: null,
    outcome: { kind: 'answer', status, contentType: 'application/json', retryAfter: null, body },
  };
}

const others = exchange('list', '/things?page=1', '[{"id":"a1"}]');
const own = exchange('list', '/things?page=2', '[{"id":"b2"}]');
const latest = exchange('list', '/things?page=3', '[{"id":"c3"}]');
const denied = exchange('list', '/things?page=4', '{}', 403);
const alone = exchange('read', '/things/b2', '{"id":"b2"}');

const breach = { expected: 'a', actual: 'b', against: 'list', exchange: alone };

test.each([
  ['has what is read', [others, own, latest, denied, alone], own],
  ['is the last success before, where none has it', [others, latest, denied, alone], latest],
  ['comes after, where none comes before', [alone, denied, others], others],
])('the other response %s', (_, exchanges, other) => {
  expect(withOther(broken(breach), exchanges)).toEqual(broken({ ...breach, other }));
});

test.each([
  ['a pass', pass],
  ['a breach that compares nothing', broken({ expected: 'a', actual: 'b', exchange: alone })],
  ['a breach that names the exchange', broken({ ...breach, other: others })],
  ['a breach with an operation that was not called', broken({ ...breach, against: 'none' })],
])('%s is unchanged', (_, judgement) => {
  expect(withOther(judgement, [own, alone])).toBe(judgement);
});
