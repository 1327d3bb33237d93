import { type Client, Code, ConnectError, createClient, type Interceptor } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { rpc } from '@wallet-services/contract/assistant';
import { describe, expect, test } from 'vitest';
import { type Assistant, dataOf, servedAssistant } from '../testing/assistant.ts';
import { post } from '../testing/server.ts';

type AssistantClient = Client<typeof rpc.AssistantService>;
type Urls = Pick<Assistant, 'httpUrl' | 'rpcUrl'>;

/** Sends the credentials as metadata. */
const withHeaders =
  (headers: Readonly<Record<string, string>>): Interceptor =>
  (next) =>
  (request) => {
    for (const [name, value] of Object.entries(headers)) request.header.set(name, value);
    return next(request);
  };

const transports = [
  [
    'Connect, protobuf',
    ({ httpUrl }: Urls, interceptors: Interceptor[]) =>
      createConnectTransport({ baseUrl: httpUrl, httpVersion: '1.1', interceptors }),
  ],
  [
    'Connect, JSON',
    ({ httpUrl }: Urls, interceptors: Interceptor[]) =>
      createConnectTransport({
        baseUrl: `${httpUrl}/assistant`,
        httpVersion: '1.1',
        useBinaryFormat: false,
        interceptors,
      }),
  ],
  [
    'gRPC-Web',
    ({ httpUrl }: Urls, interceptors: Interceptor[]) =>
      createGrpcWebTransport({ baseUrl: httpUrl, httpVersion: '1.1', interceptors }),
  ],
  ['gRPC', ({ rpcUrl }: Urls, interceptors: Interceptor[]) => createGrpcTransport({ baseUrl: rpcUrl, interceptors })],
] as const;

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const json = (options: object) => new TextEncoder().encode(JSON.stringify(options));
const text = (bytes: Uint8Array | undefined) => JSON.parse(new TextDecoder().decode(bytes));

async function codeOf(call: Promise<unknown>): Promise<Code | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof ConnectError) return error.code;
    throw error;
  }
}

describe.each(transports)('the assistant over %s', (_name, transportOf) => {
  async function served(options = {}) {
    const assistant = await servedAssistant(options);
    const clientOf = (headers: Readonly<Record<string, string>>): AssistantClient =>
      createClient(rpc.AssistantService, transportOf(assistant, [withHeaders(headers)]));
    return { ...assistant, clientOf, client: clientOf(assistant.one.headers) };
  }

  test('indexes, finds, deletes and resets records', async () => {
    const { client, one } = await served();
    const items = [
      { objectId: 'a/b?c', category: 'plain-text', data: 'the dugong grazes', properties: '' },
      { objectId: 'd', category: 'plain-text', data: 'a dugong' },
    ];
    await client.createIndexes({ items });
    expect(await one.found('dugong')).toEqual(['d', 'a/b?c']);
    const { data } = await client.searchIndexes({ keywords: 'dugong grazes' });
    expect(data.map(({ objectId }) => objectId)).toEqual(['a/b?c', 'd']);
    expect(data.map(({ properties }) => properties)).toEqual(['', undefined]);
    expect(data[0]).toMatchObject({ category: 'plain-text', data: 'the dugong grazes' });
    expect(Number(data[0]?.createdAt)).toBeCloseTo(Date.now() / 1000, -2);
    expect(data[0]?.score).toBeGreaterThan(data[1]?.score ?? 0);
    expect((await client.searchIndexes({ keywords: 'dugong', n: 1n })).data).toHaveLength(1);
    await client.deleteIndex({ objectId: 'a/b?c' });
    expect(await one.found('dugong')).toEqual(['d']);
    await client.resetIndexes({});
    expect(await one.found('dugong')).toEqual([]);
  });

  test('holds conversations, the same as over HTTP', async () => {
    const { client, one } = await served();
    const { data: started } = await client.createConversation({ botId: 1n, userIdentity: 'mira@shop.example.org' });
    expect(started).toMatchObject({
      bot: { id: 1n, name: 'Echo' },
      app: { id: 3n, appId: one.appId },
      lang: '',
      history: [],
    });
    const conversationId = started?.id ?? '';
    const { data: posted } = await client.createTurn({
      conversationId,
      content: 'How do I redeem?',
      category: 'plain-text',
      botOverride: {
        temperature: 0,
        boundaryPrompt: '',
        middlewares: {
          items: [
            { name: 'search', options: json({ limit: 2 }) },
            { name: 'delay', options: json({ ms: 50 }) },
          ],
        },
      },
    });
    expect(posted).toMatchObject({
      conversationId,
      botId: 1n,
      userId: 88n,
      promptTokens: 0n,
      totalTokens: 0n,
      response: '',
    });
    expect(posted?.botOverride).toMatchObject({ temperature: 0, boundaryPrompt: '' });
    expect(posted?.botOverride?.prompt).toBeUndefined();

    const turnId = posted?.id ?? 0n;
    const { data: turn } = await client.readTurn({ conversationId, turnId, blockUntilResponse: true, timeout: '4s' });
    const http = dataOf<{ total_tokens: number; response: string }>(
      await one.get(`/conversations/${conversationId}/${turnId}`),
    );
    expect(turn).toMatchObject({ status: 2, response: http.response, totalTokens: BigInt(http.total_tokens) });
    expect(turn?.middlewareResults.map(({ name, opts, code, err }) => [name, text(opts), code, err])).toEqual([
      ['search', { limit: 2 }, undefined, undefined],
      ['delay', { ms: 50 }, undefined, undefined],
    ]);
    expect(turn?.botOverride?.middlewares?.items.map(({ options }) => text(options))).toEqual([
      { limit: 2 },
      { ms: 50 },
    ]);
    expect(turn?.error?.code).toBeUndefined();

    const { data: read } = await client.readConversation({ conversationId });
    expect(read?.history.map(({ id, request }) => [id, request])).toEqual([[turnId, 'How do I redeem?']]);
  });

  test('characters that only JSON can carry are replaced', async () => {
    const { client, one } = await served();
    await one.index({ '\ud800': 'an echidna \udfff \u0000' });
    const { data } = await client.searchIndexes({ keywords: 'echidna' });
    expect(data[0]).toMatchObject({ objectId: '\ufffd', data: 'an echidna \ufffd \u0000' });
    const { id } = await one.converse();
    await one.sendTurn(id, '\ud800', { prompt: '\ud800' });
    const { data: read } = await client.readConversation({ conversationId: id });
    expect(read?.history[0]).toMatchObject({ request: '\ufffd', botOverride: { prompt: '\ufffd' } });
  });

  test('the empty list of middlewares overrides, no list does not', async () => {
    const { client } = await served();
    const { data } = await client.createConversation({ botId: 2n, userIdentity: 'x' });
    const conversationId = data?.id ?? '';
    const ranFor = async (botOverride: object) => {
      const { data: posted } = await client.createTurn({ conversationId, content: 'redeem', botOverride });
      const { data: turn } = await client.readTurn({
        conversationId,
        turnId: posted?.id ?? 0n,
        blockUntilResponse: true,
      });
      return turn?.middlewareResults.map(({ name }) => name);
    };
    expect(await ranFor({ middlewares: { items: [] } })).toEqual([]);
    expect(await ranFor({ temperature: 0.1 })).toEqual(['search']);
  });

  test('a failed turn contains the reason', async () => {
    const { client } = await served();
    const { data } = await client.createConversation({ botId: 907n, userIdentity: 'x' });
    const conversationId = data?.id ?? '';
    const { data: posted } = await client.createTurn({ conversationId, content: 'x' });
    const { data: turn } = await client.readTurn({
      conversationId,
      turnId: posted?.id ?? 0n,
      blockUntilResponse: true,
    });
    expect(turn).toMatchObject({ status: 3, error: { code: 7, message: 'there is no such model' } });
  });

  test('rejects requests with the right code', async () => {
    const { client, clientOf, one, other } = await served();
    const { data } = await client.createConversation({ botId: 1n, userIdentity: 'x' });
    const conversationId = data?.id ?? '';
    // Longer than all the calls below take, also on a busy machine.
    const slow = { middlewares: { items: Array(16).fill({ name: 'delay', options: json({ ms: 9_900 }) }) } };
    const { data: posted } = await client.createTurn({ conversationId, content: 'slow', botOverride: slow });
    const turnId = posted?.id ?? 0n;
    const onlyId = clientOf({ 'X-ASSISTANT-APPID': one.appId });
    const broken = (bytes: Uint8Array) =>
      client.createTurn({
        conversationId,
        content: 'x',
        botOverride: { middlewares: { items: [{ name: 'search', options: bytes }] } },
      });

    const calls: [string, Code, () => Promise<unknown>][] = [
      ['no credentials', Code.Unauthenticated, () => clientOf({}).searchIndexes({ keywords: 'x' })],
      [
        'an unknown application',
        Code.Unauthenticated,
        () => clientOf({ 'X-ASSISTANT-APPID': UNKNOWN }).readConversation({ conversationId }),
      ],
      ['no secret', Code.Unauthenticated, () => onlyId.createIndexes({})],
      ['no secret', Code.Unauthenticated, () => onlyId.deleteIndex({ objectId: 'guide/redeem' })],
      ['no secret', Code.Unauthenticated, () => onlyId.resetIndexes({})],
      ['n below 1', Code.InvalidArgument, () => client.searchIndexes({ keywords: 'x', n: 0n })],
      [
        'another category',
        Code.InvalidArgument,
        () => client.createIndexes({ items: [{ objectId: 'x', category: 'html', data: '' }] }),
      ],
      [
        'another category',
        Code.InvalidArgument,
        () => client.createTurn({ conversationId, content: 'x', category: 'html' }),
      ],
      ['no record', Code.NotFound, () => client.deleteIndex({ objectId: 'nothing' })],
      ['no bot', Code.NotFound, () => client.createConversation({ botId: 77n, userIdentity: 'x' })],
      ['no id', Code.InvalidArgument, () => client.readConversation({})],
      ['no conversation', Code.NotFound, () => client.readConversation({ conversationId: UNKNOWN })],
      ['a conversation of another', Code.NotFound, () => clientOf(other.headers).readConversation({ conversationId })],
      ['no turn', Code.NotFound, () => client.readTurn({ conversationId, turnId: 1n })],
      ['options that are no JSON', Code.InvalidArgument, () => broken(new Uint8Array([0xff]))],
      ['options that are no object', Code.InvalidArgument, () => broken(new TextEncoder().encode('[]'))],
      [
        'no number',
        Code.InvalidArgument,
        () => client.createTurn({ conversationId, content: 'x', botOverride: { temperature: Number.NaN } }),
      ],
      ['a pending turn', Code.ResourceExhausted, () => client.createTurn({ conversationId, content: 'x' })],
      [
        'a malformed timeout',
        Code.InvalidArgument,
        () => client.readTurn({ conversationId, turnId, blockUntilResponse: true, timeout: 'soon' }),
      ],
      [
        'a short timeout',
        Code.DeadlineExceeded,
        () => client.readTurn({ conversationId, turnId, blockUntilResponse: true, timeout: '30ms' }),
      ],
      [
        'a short deadline',
        Code.DeadlineExceeded,
        () => client.readTurn({ conversationId, turnId, blockUntilResponse: true }, { timeoutMs: 50 }),
      ],
    ];
    for (const [what, code, call] of calls) expect(await codeOf(call()), what).toBe(code);
    expect((await onlyId.searchIndexes({ keywords: 'redeem' })).data.length).toBeGreaterThan(0);
  });
});

test('Twirp takes the credentials in headers as well', async () => {
  const { httpUrl, one } = await servedAssistant();
  const url = `${httpUrl}/twirp/assistant.v1.AssistantService`;
  const call = (method: string, body: object, headers = {}) => post(`${url}/${method}`, body, headers);
  expect(await call('SearchIndexes', { keywords: 'x' })).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  });
  expect(await call('ResetIndexes', {}, { 'X-ASSISTANT-APPID': one.appId })).toMatchObject({ status: 401 });
  expect(await call('SearchIndexes', { keywords: 'redeem receipt', n: 1 }, one.headers)).toMatchObject({
    status: 200,
    body: { data: [{ object_id: 'guide/redeem' }] },
  });
  expect(await call('ResetIndexes', {}, one.headers)).toMatchObject({ status: 200, body: {} });
  const started = await call('CreateConversation', { bot_id: 1, user_identity: 'x' }, one.headers);
  const { id } = dataOf<{ id: string }>(started);
  const turn = await call('CreateTurn', { conversation_id: id, content: 'Hi' }, one.headers);
  expect(turn).toMatchObject({ status: 200, body: { data: { request: 'Hi', user_identity: 'x' } } });
});
