import { Action, type PayRequest } from '@wallet-services/contract/lending';
import { expect, test } from 'vitest';
import { exampleRequest, readDocument } from '../../contract/index.ts';
import { type Memo, readMemo, writeMemo } from './memo.ts';

const followId = '0f5c4d3b-2a19-4807-96f5-e4d3c2b1a098';

test('the memo of the documented example is a supply', async () => {
  const { memo_base64, follow_id } = exampleRequest<PayRequest>(await readDocument('lending'), 'createPayRequest');
  expect(readMemo(memo_base64)).toEqual({ action: Action.Supply, followId: follow_id });
  expect(writeMemo({ action: Action.Supply, followId: follow_id })).toBe(memo_base64);
});

test.each<Memo>([
  { action: Action.Pledge, followId },
  { action: Action.Borrow, followId, wanted: { assetId: '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51', amount: '0.5' } },
])('reads a written memo: %j', (memo) => {
  expect(readMemo(writeMemo(memo))).toEqual(memo);
});

test.each([
  ['nothing', ''],
  ['too short', Buffer.alloc(17)],
  ['an unknown action', Buffer.from([38, 0, ...Buffer.alloc(16)])],
  ['an unknown version', Buffer.from([1, 1, ...Buffer.alloc(16)])],
  ['an asset without an amount', Buffer.from([2, 0, ...Buffer.alloc(32)])],
  ['half an asset', Buffer.from([2, 0, ...Buffer.alloc(24)])],
  ['an amount that is none', Buffer.from([2, 0, ...Buffer.alloc(32), ...Buffer.from('1e5')])],
  ['a negative amount', Buffer.from([2, 0, ...Buffer.alloc(32), ...Buffer.from('-1')])],
])('rejects %s', (_what, bytes) => {
  expect(readMemo(Buffer.from(bytes).toString('base64'))).toBeUndefined();
});
