import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect as connectHttp2, constants } from 'node:http2';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../index.ts';
import type { Http2Handler } from '../rpc/grpc.ts';
import { StartError } from '../start-error.ts';
import { call, eventually, testServer } from '../testing/server.ts';
import { type HttpLimits, listenHttp, listenHttp2 } from './listen.ts';

const LOCAL = { host: '127.0.0.1', port: 0, option: '--port' };

/** Sends text over a raw socket, and returns everything received until the connection ends. */
function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let received = '';
    socket.setTimeout(PATIENCE, () => reject(new Error('the connection stayed open')));
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      socket.destroy();
      resolve(received);
    });
  });
}

describe('malformed HTTP', () => {
  test('RPC over HTTP/2 for an invalid host is rejected', async () => {
    const { rpcUrl, httpUrl } = await testServer();
    const session = connectHttp2(rpcUrl);
    onTestFinished(() => session.destroy());
    const status = await new Promise((resolve, reject) => {
      const stream = session.request({
        ':method': 'POST',
        ':path': '/lending.v1.Lending/AllMarkets',
        ':authority': 'a:99999',
        'content-type': 'application/grpc',
      });
      stream.on('response', (headers) => resolve(headers[':status']));
      stream.on('error', reject);
      stream.end();
    });
    expect(status).toBe(400);
    expect((await call(`${httpUrl}/healthz`)).status).toBe(200);
  });
});

test('a client that sends its headers too slowly is answered with 408', async () => {
  const { httpUrl } = await testServer({ limits: { requestTimeout: 300, headersTimeout: 300 } });
  expect(await raw(httpUrl, 'GET / HTTP/1.1\r\nHost: a\r\n')).toMatch(/^HTTP\/1.1 408 /);
});

describe('when it cannot listen', () => {
  test('the error names a port in use and the option that changes it, and nothing stays open', async () => {
    const { httpUrl, rpcUrl } = await testServer();
    const [taken, takenRpc] = [httpUrl, rpcUrl].map((url) => Number(new URL(url).port));
    await expect(startServer({ port: taken, rpcPort: 0 })).rejects.toThrow(
      new StartError(`port ${taken} of 127.0.0.1 is taken: choose another with --port, or 0 for any free one`),
    );
    await expect(startServer({ port: 0, rpcPort: takenRpc })).rejects.toThrow(/with --rpc-port, or 0/);
  });

  test('the error names an address of another machine', async () => {
    await expect(startServer({ port: 0, rpcPort: 0, host: '192.0.2.1' })).rejects.toThrow(
      /^192\.0\.2\.1 is not an address of this machine: choose another with --host/,
    );
  });
});

describe('closing', () => {
  /** A server with a delay of each answer that the test controls. */
  async function slowServer() {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { promise: requested, resolve: send } = Promise.withResolvers<void>();
    const listening = await listenHttp(
      (_request, response) => {
        send();
        void answered.then(() => response.end('done'));
      },
      { host: '127.0.0.1', port: 0, option: '--port' },
    );
    return { ...listening, answer, requested };
  }

  test('finishes the accepted requests and accepts no new ones', async () => {
    const { url, close, answer, requested } = await slowServer();
    const pending = fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
    await requested;
    const closed = close(2 * PATIENCE);
    await expect(fetch(url, { signal: AbortSignal.timeout(PATIENCE) })).rejects.toThrow();
    answer();
    expect(await (await pending).text()).toBe('done');
    await closed;
  });

  test('cuts off connections after the limit', async () => {
    const { url, close, requested } = await slowServer();
    const pending = fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
    const outcome = expect(pending).rejects.toThrow();
    await requested;
    await close(50);
    await outcome;
  });

  test('does not wait for connections that are idle', async () => {
    const server = await startServer({ port: 0, rpcPort: 0, shutdownLimit: 2 * PATIENCE });
    await call(`${server.httpUrl}/healthz`);
    const session = connectHttp2(server.rpcUrl);
    await new Promise((resolve) => session.once('connect', resolve));
    // Clients open connections in advance; this one never sends a byte.
    const unused = connect(Number(new URL(server.httpUrl).port), '127.0.0.1');
    unused.on('error', () => undefined);
    await new Promise((resolve) => unused.once('connect', resolve));
    await Promise.all([server.close(), server.close()]);
    await expect(call(`${server.httpUrl}/healthz`)).rejects.toThrow();
  });
});

describe('a client that does not read its answer', () => {
  const large = 'x'.repeat(30_000_000);

  /**
   * Sends a request and does not read the answer.
   *
   * @returns whether the server has sent the complete answer when it closes the connection
   */
  async function responseTo(limits: HttpLimits) {
    const sent = Promise.withResolvers<boolean>();
    const server = await listenHttp(
      (_request, response) => {
        response.once('close', () => sent.resolve(response.writableFinished));
        response.end(large);
      },
      { host: '127.0.0.1', port: 0, option: '--port' },
      limits,
    );
    onTestFinished(() => server.close(0));
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return { socket, sent: sent.promise };
  }

  test('is cut off when it makes no progress', async () => {
    expect(await (await responseTo({ stallTimeout: 200 })).sent).toBe(false);
  });

  test('is cut off when its reading takes too long', async () => {
    const { socket, sent } = await responseTo({ stallTimeout: 60_000, sendTimeout: 1_000 });
    const sip = setInterval(() => socket.read(1_000), 50);
    expect(await sent).toBe(false);
    clearInterval(sip);
  });

  test('is not cut off when it reads slowly', async () => {
    const { socket, sent } = await responseTo({ stallTimeout: 5_000 });
    socket.on('data', () => {
      socket.pause();
      setTimeout(() => socket.resume(), 15);
    });
    expect(await sent).toBe(true);
  });
});

test('a client that pipelines too many requests is cut off', async () => {
  let begun = 0;
  const listening = await listenHttp(() => {
    begun += 1;
  }, LOCAL);
  onTestFinished(() => listening.close(0));
  expect(await raw(listening.url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200))).toBe('');
  expect(begun).toBe(1);
});

test('pipelined requests are answered in order, each after the previous answer', async () => {
  const paths = Array.from({ length: 32 }, (_, n) => `/${n}`);
  const seen: string[] = [];
  const listening = await listenHttp(({ url }, response) => {
    seen.push(`begun ${url}`);
    setImmediate(() => {
      seen.push(`ended ${url}`);
      response.end(`answer ${url};`);
    });
  }, LOCAL);
  onTestFinished(() => listening.close(0));
  const last = 'GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';
  const ahead = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`);
  const received = await raw(listening.url, `${ahead.join('')}${last}`);
  const answered = [...paths, '/last'];
  expect(received.match(/answer [^;]+/g)).toEqual(answered.map((path) => `answer ${path}`));
  expect(seen).toEqual(answered.flatMap((path) => [`begun ${path}`, `ended ${path}`]));
});

test('a request to upgrade is answered in HTTP/1.1; a tunnel is not opened', async () => {
  const listening = await listenHttp((_request, response) => void response.end('as ever'), LOCAL);
  onTestFinished(() => listening.close(0));
  const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n';
  expect(await raw(listening.url, `GET / HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n`)).toContain('as ever');
  expect(await raw(listening.url, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
});

test('above the limit of HTTP/2 streams, those of the connections with the most are rejected', async () => {
  let begun = 0;
  const listening = await listenHttp2(() => {
    begun += 1;
  }, LOCAL);
  onTestFinished(() => listening.close(0));
  const codes: (number | undefined)[] = [];
  const open = async (streams: number) => {
    const session = connectHttp2(listening.url);
    await once(session, 'remoteSettings');
    for (let n = 0; n < streams; n += 1) {
      const stream = session.request({ ':path': '/' }).on('error', () => undefined);
      stream.once('close', () => codes.push(stream.rstCode));
    }
  };
  for (let n = 0; n < 5; n += 1) await open(250);
  await expect.poll(() => begun + codes.length).toBe(1_250);
  expect(codes).toEqual(Array.from({ length: 1_250 - begun }, () => constants.NGHTTP2_REFUSED_STREAM));
  const before = begun;
  expect(before).toBeLessThan(1_100);
  await open(1);
  await expect.poll(() => begun).toBe(before + 1);
});

test('a client that cancels very many calls over HTTP/2 is cut off, one that cancels some is not', async () => {
  const listening = await listenHttp2(() => undefined, LOCAL);
  onTestFinished(() => listening.close(0));
  const session = connectHttp2(listening.url).on('error', () => undefined);
  onTestFinished(() => session.destroy());
  await once(session, 'remoteSettings');
  const cutOff = once(session, 'goaway').then(() => true);
  const takeBack = async (calls: number) => {
    for (let n = 0; n < calls; n += 1) {
      const stream = session.request({ ':path': '/' }).on('error', () => undefined);
      stream.close(constants.NGHTTP2_CANCEL);
    }
    return Promise.race([cutOff, new Promise<boolean>((resolve) => session.ping(() => resolve(false)))]);
  };
  expect(await takeBack(150)).toBe(false);
  for (let times = 0; times < 20 && !session.closed; times += 1) await takeBack(200);
  expect(await cutOff).toBe(true);
});

test('an unsupported expectation is rejected in the error form', async () => {
  const { httpUrl } = await testServer();
  const answer = await raw(httpUrl, 'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1.1 417 /);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: 417 });
});

test.each(['x:99999', '999.999.999.999', 'a b', '[::1'])('the host %s is rejected, in every position', async (host) => {
  const { httpUrl } = await testServer();
  for (const path of ['/', '/lending/api/v1/markets/all']) {
    const answer = await raw(httpUrl, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
  }
});

test('a shutdown loses no write on a keep-alive connection: each answer marks the last one', async () => {
  const server = await startServer({ port: 0, rpcPort: 0, services: ['lending'] });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let answered = 0;
  const faults: unknown[] = [];
  const body = JSON.stringify({});
  const write = () =>
    new Promise<boolean>((resolve) => {
      const sent = request(
        `${server.httpUrl}/lending/api/v1/pay-requests`,
        { agent, method: 'POST', headers: { 'Content-Type': 'application/json', 'Content-Length': body.length } },
        (answer) => {
          answer.resume().once('end', () => resolve(answer.headers.connection !== 'close'));
        },
      );
      sent.once('error', (error: NodeJS.ErrnoException) => {
        // The port is closed, so the client knows that the server did not accept the request.
        if (error.code !== 'ECONNREFUSED') faults.push(error);
        resolve(false);
      });
      sent.end(body);
    });
  const writers = Array.from({ length: 8 }, async () => {
    while (await write()) answered += 1;
  });
  await eventually(() => answered > 40);
  const closed = server.close();
  await Promise.all([...writers, closed]);
  agent.destroy();
  expect(faults).toEqual([]);
});

test('a shutdown answers what arrived while the process was held up', async () => {
  const server = await startServer({ port: 0, rpcPort: 0, services: ['lending'] });
  const socket = connect(Number(new URL(server.httpUrl).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  await eventually(() => received.includes('200 OK'));
  const ended = once(socket, 'close');
  const closed = server.close();
  await wait(20);
  // After this phase of the event loop timers come first, then what was received.
  await new Promise((resolve) => setImmediate(resolve));
  received = '';
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  // Longer than a shutdown waits for a last request.
  const until = performance.now() + 300;
  while (performance.now() < until);
  await Promise.all([ended, closed]);
  expect(received).toMatch(/^HTTP\/1.1 .*Connection: close/s);
});

/** A frame of HTTP/2 (RFC 9113, 4.1). */
function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUIntBE(type, 3, 1);
  head.writeUIntBE(flags, 4, 1);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A header block in HPACK for `/`: POST, http, / and the authority x. */
const ROOT = Buffer.from([0x83, 0x86, 0x84, 0x01, 0x01, 0x78]);
const [HEADERS, RESET, SETTINGS, END_HEADERS] = [1, 3, 4, 4];
const CANCEL = Buffer.from([0, 0, 0, 8]);

describe('calls over HTTP/2 that are cancelled at once', () => {
  test('are not started, and too many of them end their connection', async () => {
    let begun = 0;
    const handler: Http2Handler = (_request, response) => {
      begun += 1;
      response.end();
    };
    const listening = await listenHttp2(handler, LOCAL);
    const { port } = new URL(listening.url);
    const calls = Array.from({ length: 2_000 }, (_, index) => [
      frame(HEADERS, END_HEADERS, 2 * index + 1, ROOT),
      frame(RESET, 0, 2 * index + 1, CANCEL),
    ]);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write(
      Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(SETTINGS, 0, 0, Buffer.alloc(0))]),
    );
    for (let at = 0; at < calls.length; at += 50) {
      socket.write(Buffer.concat(calls.slice(at, at + 50).flat()));
      await wait(1);
    }
    if (!socket.destroyed) await once(socket, 'close');
    // A packet may end between a call and its cancellation, so a few calls start.
    expect(begun).toBeLessThan(50);
    const client = connectHttp2(listening.url);
    const stream = client.request({ ':path': '/' });
    const [headers] = await once(stream, 'response');
    expect(headers[':status']).toBe(200);
    client.destroy();
    await listening.close(0);
  });
});
