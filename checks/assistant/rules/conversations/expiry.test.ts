import type { Judgement } from '@wallet-services/conformance/core';
import type { Call } from '@wallet-services/conformance/model';
import { type Handler, jsonReply } from '@wallet-services/conformance/mutation';
import { smallSuite } from '@wallet-services/conformance/testing/api';
import { sendingOf } from '@wallet-services/conformance/testing/small-server';
import { expect, test } from 'vitest';
import rules from './expiry.ts';

function suite() {
  const body = { schema: {}, example: { bot_id: 1, user_identity: 'someone' } };
  return smallSuite(
    {
      operations: {
        createConversation: { request: 'POST /conversations', body },
        readConversation: { request: 'GET /conversations/{conversation_id}' },
      },
    },
    { known: { bot_id: 1 } },
  );
}

/**
 * A server with conversations of given lifetimes in milliseconds, one after the other, after which they are deleted.
 */
function server(lives: readonly number[], outlive = 0): Handler {
  const ends: number[] = [];
  return ({ method, path }) => {
    const id = method === 'POST' ? ends.length : Number(path.split('/').pop());
    if (method === 'POST') ends.push(Date.now() + (lives[id] ?? 0));
    const end = ends[id] ?? 0;
    if (Date.now() >= end + outlive) return jsonReply(404, {});
    const data = { id: String(id), expired_at: new Date(end).toISOString() };
    return jsonReply(200, { ts: Date.now(), data });
  };
}

/** The judgement of the rule on a server, and its longest wait before a request. */
async function reported(handler: Handler) {
  const [rule] = rules;
  const [opened, verdicts, pauses] = [suite(), new Set<Judgement['verdict']>(), [0]];
  const sending = sendingOf(opened, handler);
  const send = (call: Call) => {
    if (call.kind === 'http') pauses.push(call.pauseMs ?? 0);
    return sending(call.kind === 'http' ? { ...call, pauseMs: Math.min(call.pauseMs ?? 0, 500) } : call);
  };
  const ctx = { suite: opened, send, until: <Found>(again: () => Promise<Found>) => again() };
  await rule?.check?.(ctx, (...judgements) => {
    for (const { verdict } of judgements) verdicts.add(verdict);
  });
  return { verdicts: [...verdicts], waited: Math.max(...pauses) };
}

test('conversations must be deleted at their end', async () => {
  expect((await reported(server([300, 300]))).verdicts).toEqual(['pass']);
  expect((await reported(server([300, 300], 60_000))).verdicts).toEqual(['broken']);
});

test('a conversation that lives longer than the one before is not waited for', async () => {
  const { verdicts, waited } = await reported(server([300, 600_000]));
  expect(verdicts).toEqual(['inconclusive']);
  expect(waited).toBeLessThan(2_000);
});
