import { request as requestHttp } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openVaultJudging } from '../testing/judging.ts';
import { sendRaw, startSocketUpstream, startUpstream, type Upstream } from '../testing/upstream.ts';
import type { Judging } from './judge/judging.ts';
import { type ProxyOptions, type RunningProxy, startProxyWith } from './start.ts';

let judging: Judging;

beforeAll(async () => {
  judging = await openVaultJudging();
});

afterAll(() => judging.close());

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function before(upstream: Upstream, options: Partial<ProxyOptions> = {}): Promise<RunningProxy> {
  const proxy = await startProxyWith(judging, { upstreams: { vault: upstream.url }, port: 0, ...options });
  open.push(proxy, upstream);
  return proxy;
}

async function failures(proxy: RunningProxy): Promise<string[]> {
  await proxy.idle();
  return proxy.summary().failures.map(({ operation, text }) => `${operation}: ${text}`);
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

describe.each([false, true])('in strict mode %s, a service', (strict) => {
  it('that is down is replaced by a 502', async () => {
    const upstream = await startUpstream(() => {});
    const proxy = await before(upstream, { strict });
    await upstream.close();
    const { status, headers, body } = await sendRaw(`${proxy.urls.vault}/time`);
    expect([status, headers['content-type']]).toEqual([502, 'application/problem+json']);
    expect(JSON.parse(body.toString())).toMatchObject({ title: 'No response from the service', status: 502 });
    expect(await failures(proxy)).toEqual(['GET /time: connection refused: start the service, or correct its URL']);
  });

  it('that is silent is replaced by a 504', async () => {
    const proxy = await before(await startUpstream(() => {}), { strict, timeout: 150 });
    expect((await sendRaw(`${proxy.urls.vault}/time`)).status).toBe(504);
    expect(await failures(proxy)).toEqual(['GET /time: the service was silent for 0.15 s']);
  });

  it.each([
    ['speaks no HTTP', 'SSH-2.0-nonsense\r\n', /did not respond with HTTP/],
    ['hangs up', '', /closed the connection without a response/],
    ['has a head without end', `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`, /did not respond with HTTP/],
  ])('that %s is replaced by a 502', async (_what, text, reason) => {
    const proxy = await before(
      await startSocketUpstream((socket) => void socket.once('data', () => socket.end(text))),
      { strict },
    );
    expect((await sendRaw(`${proxy.urls.vault}/time`)).status).toBe(502);
    expect(await failures(proxy)).toEqual([expect.stringMatching(reason)]);
  });

  it.each([
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', /101/],
    ['only ever promises an answer', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100), /provisional/],
    ['has an unknown status', 'HTTP/1.1 099 What\r\nContent-Length: 0\r\n\r\n', /cannot be forwarded|with HTTP/],
    ['says that it will send more than passes', `${HEAD}Content-Length: 100000000000\r\n\r\n`, /larger than 3000000/],
  ])('that %s is replaced by a 502, and the next exchange works', async (_what, text, reason) => {
    let answer = text;
    const upstream = await startSocketUpstream((socket) => void socket.on('data', () => socket.write(answer)));
    const proxy = await before(upstream, { strict, timeout: PATIENCE, most: 3_000_000 });
    const { status, body } = await sendRaw(`${proxy.urls.vault}/time`);
    expect([status, JSON.parse(body.toString()).status]).toEqual([502, 502]);
    expect(await failures(proxy)).toEqual([expect.stringMatching(reason)]);
    answer = `${HEAD}Content-Length: 8\r\nConnection: close\r\n\r\n{"ts":1}`;
    expect((await sendRaw(`${proxy.urls.vault}/time`)).status).toBe(strict ? 502 : 200);
  });

  it('that never ends its answer is cut off', async () => {
    const upstream = await startUpstream((_, outgoing) => {
      outgoing.writeHead(200, { 'Content-Type': 'application/json' });
      const more = () => {
        while (!outgoing.destroyed && outgoing.write(Buffer.alloc(65_536, ' ')));
      };
      outgoing.on('drain', more);
      more();
    });
    const proxy = await before(upstream, { strict, limit: 1_000_000, most: 3_000_000 });
    await expect(sendRaw(`${proxy.urls.vault}/time`)).rejects.toThrow();
    expect(await failures(proxy)).toEqual([expect.stringMatching(/larger than 3000000 bytes/)]);
  });

  it('that sends nested decompression bombs is forwarded without decompression', async () => {
    const bomb = Array.from({ length: 12 }).reduce<Buffer>((packed) => gzipSync(packed), Buffer.alloc(50_000_000));
    const upstream = await startUpstream((_, outgoing) => {
      const coding = Array.from({ length: 13 }, () => 'gzip').join(', ');
      outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': coding }).end(bomb);
    });
    const proxy = await before(upstream, { strict });
    expect((await sendRaw(`${proxy.urls.vault}/time`)).body.equals(bomb)).toBe(true);
    await proxy.idle();
    expect(proxy.summary().unchecked).toMatchObject([{ text: expect.stringMatching(/too many content encodings/) }]);
  });

  it.each([
    ['in the middle of its body', `${HEAD}Content-Length: 100\r\n\r\n{"ts":`],
    ['in the middle of a chunk', `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"t`],
  ])('that stops %s does not look complete to the client', async (_where, text) => {
    const proxy = await before(
      await startSocketUpstream((socket) => void socket.once('data', () => socket.end(text))),
      { strict },
    );
    const outcome = await sendRaw(`${proxy.urls.vault}/time`).then(
      ({ status }) => status,
      () => 'broken off',
    );
    expect(outcome).toBe(strict ? 502 : 'broken off');
    expect(await failures(proxy)).toHaveLength(1);
  });

  it.each([
    ['is cut', gzipSync('{"ts": 1}').subarray(0, 12), 'gzip', 'the body is not valid gzip'],
    ['has an unknown coding', Buffer.from('x'), 'rot13', 'the content encoding is unknown'],
  ])(
    'may send what cannot be unpacked: a body that %s passes, and is not checked',
    async (_what, bytes, coding, why) => {
      const upstream = await startUpstream((_, outgoing) => {
        outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': coding }).end(bytes);
      });
      const proxy = await before(upstream, { strict });
      expect((await sendRaw(`${proxy.urls.vault}/time`)).body.equals(bytes)).toBe(true);
      await proxy.idle();
      expect(proxy.summary()).toMatchObject({
        violations: [],
        unchecked: [{ text: `the body of the response: ${why}` }],
      });
    },
  );
});

it('with an invalid reason phrase is replaced by a 502, and the proxy continues', async () => {
  const text = 'HTTP/1.1 200 O\u0001K\r\nContent-Length: 0\r\n\r\n';
  const proxy = await before(await startSocketUpstream((socket) => void socket.once('data', () => socket.write(text))));
  for (const time of [1, 2]) {
    expect((await sendRaw(`${proxy.urls.vault}/time`)).status).toBe(502);
    expect((await failures(proxy)).length).toBeGreaterThanOrEqual(Math.min(time, 1));
  }
  expect(proxy.summary().requests).toBe(2);
});

describe('a client', () => {
  it('may disconnect during its answer, and the connection to the service is closed', async () => {
    let ended: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const proxy = await before(
      await startUpstream((_, outgoing) => {
        outgoing.writeHead(200, { 'Content-Type': 'application/json' });
        outgoing.write('{"ts":');
        outgoing.once('close', () => ended?.());
      }),
    );
    const request = requestHttp(`${proxy.urls.vault}/time`, (answer) => {
      answer.on('error', () => {});
      answer.once('data', () => request.destroy());
    });
    request.on('error', () => {});
    request.end();
    await gone;
    expect(await failures(proxy)).toEqual(['GET /time: the client closed the connection before the response']);
  });

  it.each([false, true])('may disconnect in the middle of its request (strict mode %s)', async (strict) => {
    const proxy = await before(await startUpstream((incoming) => void incoming.on('error', () => {}).resume()), {
      strict,
    });
    const socket = connect(Number(new URL(proxy.urls.vault).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST /time HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nabc', () =>
      setTimeout(() => socket.destroy(), 50),
    );
    await new Promise((resolve) => socket.once('close', resolve));
    await expect.poll(() => proxy.summary().failures.length).toBe(1);
    expect(await failures(proxy)).toEqual(['POST /time: the client closed the connection before the response']);
  });

  it.each([
    'GET //[ HTTP/1.1',
    'GET * HTTP/1.1',
    'GET http://elsewhere.example.org/time?x=1 HTTP/1.1',
    'BREW /time HTTP/1.1',
    'GET',
    'CONNECT h:1 HTTP/1.1',
  ])('may send malformed requests: %s does not stop the proxy', async (line) => {
    const proxy = await before(await startUpstream((incoming, outgoing) => void outgoing.end(incoming.url)));
    const socket = connect(Number(new URL(proxy.urls.vault).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.end(`${line}\r\nHost: h\r\nConnection: close\r\n\r\n`);
    await new Promise((resolve) => socket.once('close', resolve));
    await proxy.idle();
    expect((await sendRaw(`${proxy.urls.vault}/time`)).body.toString()).toBe('/time');
  });

  it('is answered at once when the service answers before it has read everything', async () => {
    const proxy = await before(
      await startUpstream((_, outgoing) => {
        outgoing.writeHead(413, { 'Content-Type': 'application/json', Connection: 'close' }).end('{"code":413}');
      }),
    );
    const { status } = await new Promise<{ status: number | undefined }>((resolve, reject) => {
      const request = requestHttp(`${proxy.urls.vault}/time`, {
        method: 'POST',
        headers: { 'Content-Length': '1000' },
      });
      request.once('response', (answer) => {
        resolve({ status: answer.statusCode });
        answer.resume();
        request.destroy();
      });
      request.on('error', reject);
      request.write('{');
    });
    expect(status).toBe(413);
  });
});

describe('closing', () => {
  it('ends pending exchanges, and reports it', async () => {
    const proxy = await before(await startUpstream(() => {}));
    const sending = sendRaw(`${proxy.urls.vault}/time`).catch(() => 'ended');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await proxy.close();
    expect(await sending).toBe('ended');
    expect(proxy.summary()).toMatchObject({ requests: 1, failures: [{ operation: 'GET /time' }] });
  });
});
