/** The behaviours of hostile clients: each is one round of one client, which repeats it until it is stopped. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What a hostile client knows about the server. */
export interface Victim {
  readonly httpUrl: string;
  readonly rpcUrl: string;
  readonly headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A conversation with a history of the largest allowed size. */
  readonly conversation: string;
  /** Counts an answer by its status. */
  readonly count: (status: number) => void;
}

/** One round of attack. Its errors are ignored, because the server may cut the client off. */
export type Behaviour = (victim: Victim) => Promise<void>;

/** The page of comments that `prepare` fills, 4 MB of JSON. */
export const LARGE_PAGE = '/comment/comments?site_id=21&slug=hostile&limit=100';

/** How long a client that does not read keeps its connection open, in milliseconds, unless it is cut off before. */
const HOLDS = 30_000;

const JSON_BODY = { 'content-type': 'application/json' };

async function send(victim: Victim, path: string, init: RequestInit = {}): Promise<string> {
  const [, service = ''] = path.split('/');
  const response = await fetch(`${victim.httpUrl}${path}`, {
    ...init,
    headers: { ...victim.headers[service], ...init.headers },
    signal: AbortSignal.timeout(60_000),
  });
  victim.count(response.status);
  const text = await response.text();
  // A rejected client pauses shortly; without a pause the benchmark would measure the clients themselves.
  if (response.status === 503 || response.status === 429) await wait(20);
  return text;
}

const post = (victim: Victim, path: string, body: unknown) =>
  send(victim, path, { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) });

/** The head of a request that is sent over a raw socket. */
function head(victim: Victim, line: string, more: Readonly<Record<string, string>> = {}): string {
  const [, service = ''] = line.split('/');
  const headers = { host: 'victim', ...victim.headers[service], ...more };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** Opens a socket, writes once or repeatedly, reads nothing, and waits until it is cut off. */
async function holdOpen({ httpUrl }: Victim, text: string, isEndless = false): Promise<void> {
  const { hostname, port } = new URL(httpUrl);
  const socket: Socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.pause();
  const write = (error?: Error | null) => {
    if (error == null) socket.write(text, isEndless ? write : undefined);
  };
  write();
  await Promise.race([new Promise((resolve) => socket.once('close', resolve)), wait(HOLDS)]);
  socket.destroy();
}

/** Opens an HTTP/2 session with many calls, and reads none of their answers. */
async function holdStreams({ rpcUrl, headers }: Victim): Promise<void> {
  const session: ClientHttp2Session = connectHttp2(rpcUrl, { settings: { initialWindowSize: 1 } });
  session.on('error', () => undefined);
  for (let call = 0; call < 100; call += 1) {
    const stream = session.request({
      ':method': 'POST',
      ':path': '/comment.v1.CommentService/ListComments',
      'content-type': 'application/proto',
      ...headers.comment,
    });
    stream.on('error', () => undefined);
    // site_id 21, slug "hostile", limit 100.
    stream.end(Buffer.from([0x08, 21, 0x12, 7, ...Buffer.from('hostile'), 0x18, 100]));
  }
  await Promise.race([new Promise((resolve) => session.once('close', resolve)), wait(HOLDS)]);
  session.destroy();
}

/** Behaviours by name; the hundred clients are spread evenly over them. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  'reads no answer': (victim) => holdOpen(victim, head(victim, `GET ${LARGE_PAGE}`)),
  'reads no answer, asks 100 times': (victim) => holdOpen(victim, head(victim, `GET ${LARGE_PAGE}`).repeat(100)),
  'reads no answer, asks without end': (victim) => holdOpen(victim, head(victim, 'GET /vault/time').repeat(100), true),
  'reads no answer over HTTP/2': holdStreams,
  'never ends its body': (victim) =>
    holdOpen(
      victim,
      head(victim, 'POST /assistant/indexes', { ...JSON_BODY, 'content-length': '1000000' }) + 'x'.repeat(990_000),
    ),
  'never ends its headers': (victim) => holdOpen(victim, `GET / HTTP/1.1\r\nX: ${'x'.repeat(16_000)}`),
  'reads large pages': async (victim) => void (await send(victim, LARGE_PAGE)),
  'reads a large history': async (victim) =>
    void (await send(victim, `/assistant/conversations/${victim.conversation}`)),
  'searches for all there is': async (victim) =>
    void (await send(victim, '/assistant/indexes/search?keywords=hostile&n=128')),
  'sends large records': async (victim) => {
    const items = Array.from({ length: 15 }, () => ({
      object_id: randomUUID(),
      category: 'plain-text',
      data: `hostile ${randomBytes(22_000).toString('hex')}`,
    }));
    await post(victim, '/assistant/indexes', { items });
  },
  'sends what becomes much when it is parsed': async (victim) =>
    void (await send(victim, '/assistant/indexes', {
      method: 'POST',
      headers: JSON_BODY,
      body: `{"items":[${'{},'.repeat(300_000)}{}]}`,
    })),
  'sends a message of many empty ones': async (victim) =>
    void (await send(victim, '/assistant/assistant.v1.AssistantService/CreateIndexes', {
      method: 'POST',
      headers: { 'content-type': 'application/proto' },
      body: Buffer.alloc(1_000_000, Buffer.from([0x0a, 0x00])),
    })),
  'sends what is no request': async (victim) =>
    void (await post(
      victim,
      '/assistant/indexes',
      Array.from({ length: 200_000 }, (_, n) => ({ n: 0 - n })).slice(0, 100_000),
    )),
  'starts conversations and says much': async (victim) => {
    const { data }: { data?: { id?: string } } = JSON.parse(
      await post(victim, '/assistant/conversations', { bot_id: 1, user_identity: randomUUID() }),
    );
    await post(victim, `/assistant/conversations/${data?.id}`, { content: randomBytes(120_000).toString('hex') });
  },
  'says what takes long': async (victim) => {
    const { data }: { data?: { id?: string } } = JSON.parse(
      await post(victim, '/assistant/conversations', { bot_id: 1, user_identity: 'slow' }),
    );
    const middlewares = Array.from({ length: 16 }, () => ({ name: 'delay', options: { ms: 9_900 } }));
    await post(victim, `/assistant/conversations/${data?.id}`, { content: 'slow', bot_override: { middlewares } });
  },
  'writes long comments': async (victim) =>
    void (await post(victim, '/comment/comments?site_id=21&slug=flood', { content: '\u{1F33E}'.repeat(5_000) })),
  'makes users of the network': async (victim) =>
    void (await send(victim, `/wallet/accounts/0x${randomBytes(20).toString('hex').replace(/\D/g, '1')}`)),
  'asks for payments': async (victim) =>
    void (await post(victim, '/lending/api/v1/pay-requests', {
      amount: '1',
      asset_id: 'c6d0c728-2624-429b-8e0d-d9d19b6592fa',
      memo: randomUUID(),
      trace_id: randomUUID(),
    })),
  'asks for little, on a new connection each time': async (victim) => {
    const headers = { connection: 'close' };
    for (let time = 0; time < 20; time += 1) await send(victim, '/vault/time', { headers });
  },
};
