/** Waits for a turn (document 3, Assistant service, rules 2 and 3). */
import type { Turn } from '@wallet-services/contract/assistant/models';
import { ServiceError, sleep } from '../http/index.ts';
import { LONGEST_BLOCK, SHORTEST_BLOCK } from '../values/limits.ts';
import type { AssistantClient } from './client.ts';

/** The turn to wait for, and the time limits. */
export interface WaitOptions {
  readonly conversationId: string;
  readonly turnId: number;
  /** Longest wait in total, in milliseconds. Default: 60,000. */
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const LIMIT = 60_000;

/** Allowance for the network in addition to the wait, in milliseconds. */
const MARGIN = 5_000;

/**
 * Waits until a turn is processed and returns it. It sends `block_until_response`, again after each 408, until the
 * limit. The turn may have failed: see its `error`.
 *
 * @throws ServiceError 408 when the turn is not processed within the limit; any other refusal
 * @example
 * const { data: turn } = await unwrap(assistant.POST('/conversations/{conversation_id}', { params, body }));
 * const { response } = await waitForTurn(assistant, { conversationId: turn.conversation_id, turnId: turn.id });
 */
export async function waitForTurn(client: AssistantClient, options: WaitOptions): Promise<Turn> {
  const { conversationId, turnId, limit = LIMIT, signal } = options;
  const end = performance.now() + limit;
  for (;;) {
    const started = performance.now();
    const round = Math.max(1, Math.min(LONGEST_BLOCK, Math.ceil(end - started)));
    const answer = await client.GET('/conversations/{conversation_id}/{turn_id}', {
      params: {
        path: { conversation_id: conversationId, turn_id: turnId },
        query: { block_until_response: true, timeout: `${round}ms` },
      },
      timeout: round + MARGIN,
      signal,
    });
    if (answer.error === undefined) return answer.data.data;
    if (answer.response.status !== 408 || performance.now() >= end)
      throw new ServiceError(answer.error, answer.response);
    const pause = Math.min(SHORTEST_BLOCK - (performance.now() - started), end - performance.now());
    await sleep(pause, signal);
  }
}
