import { expect, test } from 'vitest';
import { exampleAnswer, memberCheck, readDocument } from './index.ts';

const valid = {
  asset_id: '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51',
  amount: '0.5',
  trace_id: 'b5f3f2a4-7a6e-4c19-9a6b-4d2f7a2f3f50',
  follow_id: '0f5c4d3b-2a19-4807-96f5-e4d3c2b1a098',
  memo_base64: '',
};

test('members with the documented formats pass', async () => {
  const check = memberCheck(await readDocument('lending'), 'PayRequest');
  expect(() => check(valid)).not.toThrow();
});

test.each([
  ['asset_id', 'nonsense', 'asset_id is not a Uuid'],
  ['amount', '1e3', 'amount is not a DecimalString'],
  ['trace_id', '', 'trace_id is not a Uuid'],
  ['follow_id', 7, 'follow_id is not a Uuid'],
  ['memo_base64', 'a', 'memo_base64 is not a Base64'],
])('%s %j is rejected', async (member, value, message) => {
  const check = memberCheck(await readDocument('lending'), 'PayRequest');
  expect(() => check({ ...valid, [member]: value })).toThrow(
    expect.objectContaining({ name: 'Refusal', status: 400, message }),
  );
});

test('a schema or an example that is missing in the document is an internal error', async () => {
  const document = await readDocument('lending');
  expect(() => memberCheck(document, 'Unicorn')).toThrow('no schema Unicorn');
  expect(() => exampleAnswer(document, 'listUnicorns')).toThrow('no example of an answer of listUnicorns');
});
