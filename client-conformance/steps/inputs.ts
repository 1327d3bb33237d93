/** Inputs of every kind, as they are sent. */
import type { Fault } from '@wallet-services/conformance/testing/clients';
import type { CallCommand } from '../protocol.ts';
import type { ClientSuite } from '../suite.ts';
import { carried, requestCount, understoodAnswer } from './expect.ts';
import type { Step } from './step.ts';

/** A call, and the behaviour of the service during it. */
interface Called extends Omit<CallCommand, 'do'> {
  readonly fault?: () => Fault;
}

/** A call that carries its inputs, once, and has an answer that the client reads correctly. */
export function callStep(
  id: string,
  title: string,
  source: string | null,
  call: Called | ((suite: ClientSuite) => Promise<Called>),
): Step {
  return {
    id,
    title,
    source,
    async prepare(suite) {
      const { fault, ...called } = typeof call === 'function' ? await call(suite) : call;
      const command: CallCommand = { do: 'call', ...called };
      return { command, fault: fault?.(), expect: [requestCount(1), carried(command.input), understoodAnswer] };
    },
  };
}

/** Two assets of the reference server's. */
export const BITCOIN = '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51';
export const DOLLAR = 'b2f4c6d8-0a1e-3d5f-a7c9-4e6b8d0f2a13';

/** Characters with a meaning in addresses, and some that are not allowed in addresses at all. */
const AWKWARD = 'guide/how to?redeem=100%#é+&日';

const endpoints = (document: number) => `document ${document}, Endpoints`;

export const inputSteps: readonly Step[] = [
  callStep('inputs.none', 'Calls an operation without inputs and reads the response', endpoints(1), {
    service: 'lending',
    operation: 'listMarkets',
  }),
  callStep('inputs.path', 'Sends ids in the path and a duration in the query', endpoints(2), {
    service: 'swap',
    operation: 'listPairStats',
    input: { path: { base: BITCOIN, quote: DOLLAR }, query: { dur: '4320h' } },
  }),
  callStep('inputs.path-encoding', 'Encodes any characters of an id in the path', endpoints(3), async (suite) => {
    const object_id = `${AWKWARD}${crypto.randomUUID()}`;
    await suite.direct('/assistant/indexes', {
      method: 'POST',
      headers: { 'X-ASSISTANT-APPID': suite.appId, 'X-ASSISTANT-SECRET': suite.appSecret },
      body: { items: [{ object_id, category: 'plain-text', data: 'To be deleted.' }] },
    });
    return { service: 'assistant', operation: 'deleteIndex', input: { path: { object_id } } };
  }),
  callStep('inputs.query', 'Sends numbers in the query as digits', endpoints(3), {
    service: 'vault',
    operation: 'listFlips',
    input: { query: { limit: 2 } },
  }),
  callStep('inputs.query-encoding', 'Encodes any characters of a text in the query', endpoints(3), {
    service: 'assistant',
    operation: 'searchIndexes',
    input: { query: { keywords: 'a+b & c=d 100% #1 “é” 日本?', n: 3 } },
  }),
  callStep('inputs.query-left-out', 'Omits optional parameters that it was not given', endpoints(2), {
    service: 'swap',
    operation: 'listPairs',
  }),
  callStep('inputs.time', 'Sends a time with all of its nanoseconds', endpoints(1), {
    service: 'lending',
    operation: 'listTransactions',
    input: { query: { limit: '3', offset: '2021-08-12T11:14:49.123456789Z' } },
  }),
  callStep('inputs.site-header', 'Chooses a site with headers', 'document 2, Choosing a site', {
    service: 'comment',
    operation: 'listComments',
    input: {
      header: { 'X-COMMENT-SITE-ID': 21, 'X-COMMENT-SITE-SLUG': 'posts/august-harvest' },
      query: { limit: 2 },
    },
  }),
  callStep('inputs.site-query', 'Chooses a site with the query', 'document 2, Choosing a site', {
    service: 'comment',
    operation: 'listComments',
    input: { query: { site_id: 21, slug: 'posts/august-harvest' } },
  }),
  callStep(
    'inputs.decimal',
    'Sends every digit of a decimal number, as a string',
    'document 1, Resources',
    async () => ({
      service: 'lending',
      operation: 'createPayRequest',
      input: {
        body: {
          asset_id: BITCOIN,
          amount: '90071992547409931.12345678',
          trace_id: crypto.randomUUID(),
          follow_id: '0f5c4d3b-2a19-4807-96f5-e4d3c2b1a098',
          memo_base64: 'AQAPXE07KhlIB5b15NPCsaCY',
        },
      },
    }),
  ),
  callStep('inputs.body-left-out', 'Omits optional members of the body instead of sending null', endpoints(2), {
    service: 'swap',
    operation: 'createAction',
    input: { body: { action: `3,5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d,,${BITCOIN},,` } },
  }),
  callStep(
    'inputs.body-zero',
    'Sends 0 and the empty string as values, and omits what it does not override',
    'document 3, Endpoints, Assistant service',
    async (suite) => ({
      service: 'assistant',
      operation: 'createTurn',
      input: {
        path: { conversation_id: await newConversation(suite) },
        body: { content: 'Which pears keep?', bot_override: { temperature: 0, boundary_prompt: '' } },
      },
    }),
  ),
  callStep('inputs.body-text', 'Sends text in any language, with line breaks and quotes', endpoints(3), {
    service: 'assistant',
    operation: 'createIndexes',
    input: {
      body: {
        items: [
          {
            object_id: 'check/text',
            category: 'plain-text',
            data: 'Äpfel, 梨 and “🍐”:\n\tkeep\\cool </script>',
            properties: '{"n": 1.50}',
          },
        ],
      },
    },
  }),
];

/** Starts a conversation with the bot that repeats its input. */
export async function newConversation(suite: ClientSuite): Promise<string> {
  const answer = await suite.direct('/assistant/conversations', {
    method: 'POST',
    headers: { 'X-ASSISTANT-APPID': suite.appId },
    body: { bot_id: 1, user_identity: 'watched client' },
  });
  return (answer as { data: { id: string } }).data.id;
}
