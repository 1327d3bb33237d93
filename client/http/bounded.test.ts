import { expect, test } from 'vitest';
import { LONGEST_REFUSAL } from '../values/limits.ts';
import { bounded } from './bounded.ts';

/** A body in pieces of these lengths, which ends, fails or stays open; and how often it was read, and its cancellation. */
function bodyOf(lengths: readonly number[], end: 'end' | 'fail' | 'open' = 'end') {
  const state: { cancelled: unknown[] } = { cancelled: [] };
  const rest = [...lengths];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const length = rest.shift();
        if (length !== undefined) controller.enqueue(new Uint8Array(length));
        else if (end === 'end') controller.close();
        else if (end === 'fail') controller.error(new Error('reset'));
      },
      cancel: (reason) => void state.cancelled.push(reason),
    },
    { highWaterMark: 0 },
  );
  return { body, state };
}

test.each<[string, readonly number[], 'end' | 'fail' | 'open', number, number]>([
  ['short is sent whole', [3, 4], 'end', 7, 0],
  ['breaking off is cut there', [3], 'fail', 3, 0],
  ['as long as allowed ends at once', [LONGEST_REFUSAL - 1, 1], 'open', LONGEST_REFUSAL, 1],
  ['one byte longer is cut', [LONGEST_REFUSAL - 1, 2], 'open', LONGEST_REFUSAL, 1],
])('a body that is %s', async (_what, lengths, end, length, cancelled) => {
  const { body, state } = bodyOf(lengths, end);
  const cut = bounded(new Response(body, { status: 400 }));
  expect((await cut.arrayBuffer()).byteLength).toBe(length);
  expect(state.cancelled).toHaveLength(cancelled);
});

test('the rest of the response stays', () => {
  const given = new Response(bodyOf([1]).body, { status: 400, statusText: 'No', headers: { 'X-A': 'b' } });
  Object.defineProperties(given, { status: { value: 999 }, url: { value: 'http://x/a' } });
  const { ok, status, statusText, url, headers } = bounded(given);
  expect({ ok, status, statusText, url, header: headers.get('x-a') }).toEqual({
    ok: false,
    status: 999,
    statusText: 'No',
    url: 'http://x/a',
    header: 'b',
  });
});

test('a response without a body stays as it is', () => {
  const given = new Response(null, { status: 400 });
  expect(bounded(given)).toBe(given);
});

test('a reader that leaves cancels the body, with its reason', async () => {
  const { body, state } = bodyOf([1], 'open');
  await bounded(new Response(body)).body?.cancel('enough');
  expect(state.cancelled).toEqual(['enough']);
});
