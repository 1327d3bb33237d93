/** Waits for a turn of the assistant. */
import { valueAt } from '@wallet-services/conformance/testing/clients';
import type { Problem } from '../judge/problem.ts';
import type { CallCommand, WaitCommand } from '../protocol.ts';
import type { ClientSuite } from '../suite.ts';
import { carried, failed, requestCount, understood } from './expect.ts';
import { always, firstly, refusal } from './faults.ts';
import { newConversation } from './inputs.ts';
import type { Outcome, Step } from './step.ts';

const SOURCE = 'document 3, Assistant service, rules 2 and 3';

const READ = /^GET \/assistant\/conversations\/[^/]+\/\d+$/;

/** Longest wait of a client, in milliseconds. */
const LIMIT = 8_000;

/** The duration of a slow turn, in milliseconds. */
async function slowTurn(suite: ClientSuite, ms: number) {
  const conversation = await newConversation(suite);
  const answer = await suite.direct(`/assistant/conversations/${conversation}`, {
    method: 'POST',
    headers: { 'X-ASSISTANT-APPID': suite.appId },
    body: { content: 'Take your time.', bot_override: { middlewares: [{ name: 'delay', options: { ms } }] } },
  });
  return { conversation_id: conversation, turn_id: Number(valueAt(answer, '/data/id')) };
}

function blockingProblems({ requests }: Outcome): readonly Problem[] {
  return requests.every(({ request }) => request.query.get('block_until_response') === 'true')
    ? []
    : [{ expected: 'block_until_response=true in the query', actual: 'a request without it' }];
}

export const turnSteps: readonly Step[] = [
  {
    id: 'turns.not-yet',
    title: 'Sends a boolean and a duration, and reports the 408',
    source: SOURCE,
    async prepare(suite) {
      const path = await slowTurn(suite, 0);
      const command: CallCommand = {
        do: 'call',
        service: 'assistant',
        operation: 'readTurn',
        input: { path, query: { block_until_response: true, timeout: '100ms' } },
      };
      return {
        command,
        fault: always(READ, refusal(408)),
        expect: [requestCount(1, 5), carried(command.input), failed('refused', 408)],
      };
    },
  },
  {
    id: 'turns.wait',
    title: 'Waits until a turn is processed, even after a 408',
    source: SOURCE,
    async prepare(suite) {
      const command: WaitCommand = { do: 'wait', ...(await slowTurn(suite, 100)), limit_ms: LIMIT };
      return {
        command,
        fault: firstly(READ, [refusal(408)]),
        expect: [
          requestCount(2, 40),
          blockingProblems,
          (outcome) => understood(valueAt(outcome.requests.at(-1)?.answer?.json, '/data'))(outcome),
        ],
      };
    },
  },
];
