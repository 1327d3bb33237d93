import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { servedAssistant } from '../../../../testing/assistant.ts';
import { keptLog } from '../../../../testing/server.ts';
import type { AssistantOptions, OpenAiModel } from '../../../config/options.ts';

const KEY = 'sk-very-secret-key';

interface Requested {
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly body: {
    model: string;
    messages: { role: string; content: string }[];
    temperature?: number;
    stream: boolean;
  };
}

/** A small server with the API of chat completions. */
async function endpoint(answer: (response: ServerResponse, requested: Requested) => void) {
  const requested: Requested[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const one: Requested = { url: request.url, authorization: request.headers.authorization, body: JSON.parse(text) };
    requested.push(one);
    answer(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requested, base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

const completion = (content: unknown, usage?: object) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  ...(usage === undefined ? {} : { usage }),
});

function configured(model: Partial<OpenAiModel> & Pick<OpenAiModel, 'base_url'>): AssistantOptions {
  return {
    models: { writer: { kind: 'openai', model: 'small-1', api_key: KEY, ...model } },
    bots: [
      {
        id: 1,
        name: 'Writer',
        model: 'writer',
        prompt: 'Be kind.',
        boundary_prompt: 'Stay on the subject.',
        temperature: 0.4,
        middlewares: [{ name: 'search', options: { limit: 1 } }],
      },
    ],
  };
}

/** A short time limit for endpoints without an end; others have the usual one, also on a busy machine. */
const limitFor = (what: string) => (/says nothing|never ends/.test(what) ? { timeout_ms: 300 } : {});

describe('a bot behind an endpoint', () => {
  test('gets the prompt, the records, the language, the history and the current input', async () => {
    const { requested, base_url } = await endpoint((response, { body }) =>
      json(
        response,
        200,
        completion(`Answer ${body.messages.length}`, { prompt_tokens: 120, completion_tokens: 7, total_tokens: 127 }),
      ),
    );
    const { one } = await servedAssistant({ assistant: configured({ base_url: `${base_url}//` }) });
    await one.post('/indexes/reset');
    await one.index({ a: 'The wombat sleeps by day.' });
    const started = await one.post('/conversations', { bot_id: 1, user_identity: 'mira', lang: 'de' });
    const { id } = (started.body as { data: { id: string } }).data;

    expect(await one.sendTurn(id, 'When does the wombat sleep?')).toMatchObject({
      status: 2,
      response: 'Answer 2',
      total_tokens: 127,
      error: {},
    });
    await one.sendTurn(id, 'Hm', middlewareOnly('fail'));
    await one.sendTurn(id, 'Thanks', { middlewares: [], temperature: 0, prompt: '', boundary_prompt: '' });
    await one.sendTurn(id, 'Bye', { middlewares: [] });

    expect(requested.map(({ url }) => url)).toEqual(Array(3).fill('/v1/chat/completions'));
    expect(requested.map(({ authorization }) => authorization)).toEqual(Array(3).fill(`Bearer ${KEY}`));
    const [first, second, third] = requested.map(({ body }) => body);
    expect(first).toEqual({
      model: 'small-1',
      stream: false,
      temperature: 0.4,
      messages: [
        {
          role: 'system',
          content:
            'Be kind.\n\nAnswer in this language: de.\n\nRecords:\n- The wombat sleeps by day.\n\nStay on the subject.',
        },
        { role: 'user', content: 'When does the wombat sleep?' },
      ],
    });
    // 0 and empty texts are values; the failed turn is not sent.
    expect(second).toMatchObject({
      temperature: 0,
      messages: [
        { role: 'system', content: 'Answer in this language: de.' },
        { role: 'user', content: 'When does the wombat sleep?' },
        { role: 'assistant', content: 'Answer 2' },
        { role: 'user', content: 'Thanks' },
      ],
    });
    // The next turn has the bot's settings again.
    expect(third).toMatchObject({ temperature: 0.4 });
    expect(third?.messages[0]?.content).toMatch(/^Be kind\..*Stay on the subject\.$/s);
  });

  test('without a key gets none, and tokens that it does not count are counted by the service', async () => {
    const { requested, base_url } = await endpoint((response) => json(response, 200, completion('Fine.')));
    const { one } = await servedAssistant({
      assistant: { ...configured({ base_url }), models: { writer: { kind: 'openai', base_url, model: 'm' } } },
    });
    const { id } = await one.converse();
    expect((await one.sendTurn(id, 'How are you?')).total_tokens).toBeGreaterThan(5);
    expect(requested[0]?.authorization).toBeUndefined();
  });

  test('reads its key from the environment, and fails as misconfigured when there is none', async () => {
    const name = 'TEST_OF_A_MODEL_KEY';
    onTestFinished(() => {
      delete process.env[name];
    });
    const { requested, base_url } = await endpoint((response) => json(response, 200, completion('Fine.')));
    const model: OpenAiModel = { kind: 'openai', base_url, model: 'm', api_key_env: name };
    const { one } = await servedAssistant({ assistant: { ...configured({ base_url }), models: { writer: model } } });
    const { id } = await one.converse();
    const { status, error } = await one.sendTurn(id, 'Hello');
    expect({ status, error }).toEqual({ status: 3, error: { code: 3, message: expect.stringContaining(name) } });
    process.env[name] = KEY;
    expect(await one.sendTurn(id, 'Hello')).toMatchObject({ status: 2, response: 'Fine.' });
    expect(requested.map(({ authorization }) => authorization)).toEqual([`Bearer ${KEY}`]);
  });

  test.each<[string, 3 | 4 | 7, (response: ServerResponse) => void]>([
    ['refuses the key', 3, (response) => json(response, 401, { error: { message: `Incorrect API key: ${KEY}` } })],
    ['forbids', 3, (response) => json(response, 403, {})],
    ['has no such model', 7, (response) => json(response, 404, { error: { code: 'model_not_found' } })],
    ['fails', 4, (response) => json(response, 500, { error: { message: KEY } })],
    ['is busy', 4, (response) => json(response, 429, {})],
    ['redirects', 4, (response) => response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end()],
    ['answers no JSON', 4, (response) => response.end('hello')],
    ['answers null', 4, (response) => json(response, 200, null)],
    ['answers without choices', 4, (response) => json(response, 200, { choices: [] })],
    ['answers something else', 4, (response) => json(response, 200, { choices: [{ message: null }] })],
    ['answers no text', 4, (response) => json(response, 200, completion(null))],
    ['answers too much', 4, (response) => json(response, 200, completion('x'.repeat(1_200_000)))],
    ['hangs up', 4, (response) => response.destroy()],
    [
      'hangs up in the middle',
      4,
      (response) => {
        response.writeHead(200, { 'Content-Length': '1000' });
        response.write('{"choices":');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['says nothing', 4, () => undefined],
    [
      'never ends',
      4,
      (response) => {
        response.writeHead(200);
        response.write('{');
      },
    ],
  ])('that %s ends the turn with code %d and without a secret', async (what, code, answer) => {
    const { log, lines } = keptLog('trace');
    const { base_url } = await endpoint(answer);
    const { one } = await servedAssistant({ log, assistant: configured({ base_url, ...limitFor(what) }) });
    const { id } = await one.converse();
    const turn = await one.sendTurn(id, 'Hello');
    expect(turn).toMatchObject({ status: 3, response: '', error: { code, message: expect.stringMatching(/model/) } });
    expect(JSON.stringify([turn, lines])).not.toContain(KEY);
  });

  test.each([
    ['without a server', 'http://127.0.0.1:1/v1', 4],
    ['of another kind', 'ftp://models.example.org', 3],
    ['that is none', 'nowhere', 3],
  ])('at an address %s', async (_what, base_url, code) => {
    const { one } = await servedAssistant({ assistant: configured({ base_url }) });
    const { id } = await one.converse();
    expect(await one.sendTurn(id, 'Hello')).toMatchObject({ status: 3, error: { code } });
  });
});

function middlewareOnly(name: string): object {
  return { middlewares: [{ name, options: {} }] };
}
