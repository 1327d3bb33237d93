/** Test helpers: the assistant service over HTTP, as an application uses it. */
import type { Conversation, PostedTurn, Turn } from '@wallet-services/contract/assistant';
import type { AssistantOptions } from '../assistant/config/options.ts';
import { demoApplications } from '../assistant/index.ts';
import { DEFAULT_CONFIG } from '../config/index.ts';
import type { ServerOptions } from '../index.ts';
import { type Answer, call, testServer } from './server.ts';

/** A client that acts as one application. */
export interface Caller {
  readonly appId: string;
  readonly headers: Readonly<Record<string, string>>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Object ids of the records that a search finds. */
  found(keywords: string, n?: number): Promise<string[]>;
  /** Adds records with these texts; their object ids are the given ones, or their positions. */
  index(texts: readonly string[] | Readonly<Record<string, string>>): Promise<void>;
  converse(botId?: number): Promise<Conversation>;
  /** Posts a turn and waits until it is processed. */
  sendTurn(conversationId: string, content: string, override?: object): Promise<Turn>;
}

/** A running service and its two applications. */
export interface Assistant {
  readonly api: string;
  readonly httpUrl: string;
  readonly rpcUrl: string;
  readonly one: Caller;
  readonly other: Caller;
  close(): Promise<void>;
}

export interface AssistantTestOptions extends Omit<ServerOptions, 'config'> {
  readonly assistant?: AssistantOptions;
}

export async function servedAssistant({ assistant, ...options }: AssistantTestOptions = {}): Promise<Assistant> {
  const server = await testServer({ services: ['assistant'], ...options, config: { ...DEFAULT_CONFIG, assistant } });
  const api = `${server.httpUrl}/assistant`;
  const [one, other] = await demoApplications();
  if (one === undefined || other === undefined) throw new Error('the sandbox has two applications');
  return {
    api,
    httpUrl: server.httpUrl,
    rpcUrl: server.rpcUrl,
    one: callerOf(api, one),
    other: callerOf(api, other),
    close: server.close,
  };
}

/** Creates a client for an application. */
export function callerOf(api: string, { app_id, secret }: { app_id: string; secret: string }): Caller {
  const headers = { 'X-ASSISTANT-APPID': app_id, 'X-ASSISTANT-SECRET': secret };
  const send = (method: string, path: string, body: unknown, more: Record<string, string> = headers) =>
    call(`${api}${path}`, {
      method,
      headers: { ...more, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const caller: Caller = {
    appId: app_id,
    headers,
    get: (path, more) => send('GET', path, undefined, more),
    post: (path, body, more) => send('POST', path, body, more),
    delete: (path, more) => send('DELETE', path, undefined, more),
    async found(keywords, n) {
      const limit = n === undefined ? '' : `&n=${n}`;
      const answer = await caller.get(`/indexes/search?keywords=${encodeURIComponent(keywords)}${limit}`);
      return dataOf<{ object_id: string }[]>(answer).map(({ object_id }) => object_id);
    },
    async index(texts) {
      const items = Object.entries(texts).map(([object_id, data]) => ({ object_id, category: 'plain-text', data }));
      dataOf(await caller.post('/indexes', { items }));
    },
    async converse(botId = 1) {
      return dataOf(await caller.post('/conversations', { bot_id: botId, user_identity: 'jonas@shop.example.org' }));
    },
    async sendTurn(conversationId, content, override) {
      const body = { content, ...(override === undefined ? {} : { bot_override: override }) };
      const { id } = dataOf<PostedTurn>(await caller.post(`/conversations/${conversationId}`, body));
      return dataOf(await caller.get(`/conversations/${conversationId}/${id}?block_until_response=true&timeout=4s`));
    },
  };
  return caller;
}

/** The payload of a successful answer. */
export function dataOf<Data>({ status, body }: Answer): Data {
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return (body as { data: Data }).data;
}
