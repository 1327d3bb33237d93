import { Agent, createServer, type IncomingHttpHeaders, type ServerResponse, request as send } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { NoReply } from './exchange.ts';
import { forward, requestOf, sendCut, sendNoReply, sendSlowly } from './wire.ts';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function served(answer: (response: ServerResponse, text: string) => void): Promise<string> {
  const server = createServer(async (incoming, response) => {
    const { method, url, headers } = incoming;
    answer(response, JSON.stringify([method, url, headers['x-own'], headers['x-dropped'], await text(incoming)]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a received request is forwarded unchanged, without the headers of its connection', async () => {
  const origin = await served((response, text) => response.setHeader('x-answered', 'yes').end(text));
  const agent = new Agent();
  closing.push(() => agent.destroy());
  const headers = { host: 'here', 'x-own': 'kept', 'x-dropped': 'not', 'content-type': 'application/json' };
  const request = requestOf('PUT', '/a?b=1', headers, Buffer.from('"ä"'));
  expect(request).toMatchObject({ method: 'PUT', path: '/a', body: '"ä"' });
  const reply = await forward({ origin: `${origin}/base`, agent, limit: 60_000, without: ['x-dropped'] }, request);
  expect(JSON.parse(reply.body)).toEqual(['PUT', '/base/a?b=1', 'kept', null, '"ä"']);
  expect(reply).toMatchObject({ status: 200, contentType: null, headers: { 'x-answered': 'yes' } });
});

describe('in place of a reply', () => {
  /** Resolves to the beginning of a response, or to the error. */
  const came = (origin: string) =>
    new Promise<string>((resolve) => {
      const requested = send(origin, { agent: false }, (response) => {
        let first = '';
        response.on('data', (part: Buffer) => {
          first ||= part.toString().trim() || 'spaces';
          if (first === 'spaces') requested.destroy();
        });
        response.on('error', () => resolve(`${first} and no end`));
      });
      requested.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
      requested.end();
    });

  test.each<[NoReply['kind'], string, string]>([
    ['close', 'closed in the middle of the body', '{"data": [ and no end'],
    ['hang', 'never responded', 'ECONNRESET'],
    ['drop', 'closed without a response', 'ECONNRESET'],
    ['endless', 'sent an endless body', 'spaces and no end'],
    ['garbage', 'responded with something that is not HTTP', 'HPE_INVALID_CONSTANT'],
  ])('%s: %s', async (kind, words, expected) => {
    const text: string[] = [];
    const origin = await served((response) => {
      text.push(sendNoReply({ kind }, response));
      // No event follows, so the test ends the request.
      if (kind === 'hang') setImmediate(() => response.destroy());
    });
    expect([await came(origin), text]).toEqual([expected, [words]]);
  });

  test('half of a body', async () => {
    let text = '';
    const origin = await served((response) => {
      response.setHeader('content-length', '8');
      text = sendCut(Buffer.from('12345678'), response);
    });
    expect([await came(origin), text]).toEqual(['1234 and no end', 'closed in the middle of the body']);
    const odd = await served((response) => void sendCut(Buffer.from('123'), response));
    expect(await came(odd)).toBe('1 and no end');
  });
});

test('a request is read with its headers, and its body by its type', () => {
  const headers = { ':method': 'GET', 'x:y': 'kept', 'set-cookie': ['a', 'b'], 'content-type': 'image/png' };
  const { query, ...request } = requestOf('POST', '/a%20b?c=1&c=2', headers, Buffer.from([0xff, 0x41]));
  expect(request).toEqual({
    method: 'POST',
    path: '/a%20b',
    headers: { 'x:y': 'kept', 'set-cookie': 'a, b', 'content-type': 'image/png' },
    body: '\u00ffA',
  });
  expect(query.getAll('c')).toEqual(['1', '2']);
});

describe('an upstream server', () => {
  /** Responds with the headers and the bytes that it received. */
  async function behind(more: (response: ServerResponse) => void = () => undefined) {
    const server = createServer(async (incoming, response) => {
      const { rawHeaders, method, url } = incoming;
      const body = (await buffer(incoming)).toString('hex');
      more(response);
      response.end(JSON.stringify({ method, url, rawHeaders, body }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const agent = new Agent({ keepAlive: true });
    closing.push(() => server.close().closeAllConnections());
    closing.push(() => agent.destroy());
    const { port } = server.address() as AddressInfo;
    return { origin: `http://127.0.0.1:${port}`, agent, limit: 60_000 };
  }

  const got = ({ body }: { readonly body: string }) => JSON.parse(body);

  test('gets no header of the previous connection, and no length of a missing body', async () => {
    const headers = {
      host: 'before',
      connection: 'close',
      'keep-alive': 'timeout=1',
      'content-length': '7',
      'transfer-encoding': 'chunked',
      accept: 'text/plain',
    };
    const to = await behind();
    const requested = got(await forward(to, requestOf('GET', '/a', headers, Buffer.alloc(0))));
    expect(requested.url).toBe('/a');
    const host = new URL(to.origin).host;
    expect(requested.rawHeaders).toEqual(['accept', 'text/plain', 'Host', host, 'Connection', 'keep-alive']);
  });

  test('gets the host of the request, where it is kept', async () => {
    const to = await behind();
    const hostOf = async (keepsHost: boolean | undefined, headers: IncomingHttpHeaders) => {
      const request = requestOf('GET', '/', headers, Buffer.alloc(0));
      const { rawHeaders } = got(await forward(keepsHost === undefined ? to : { ...to, keepsHost }, request));
      return rawHeaders.filter((_: string, place: number) => /^host$/i.test(rawHeaders[place - 1] ?? ''));
    };
    const own = new URL(to.origin).host;
    const headers = { host: 'asked.example' };
    expect(await hostOf(undefined, headers)).toEqual([own]);
    expect(await hostOf(false, headers)).toEqual([own]);
    expect(await hostOf(true, headers)).toEqual(['asked.example']);
    expect(await hostOf(true, {})).toEqual([own]);
  });

  test.each([
    ['/base', '/a/../b', '/base/a/../b'],
    ['/base/', '/a?', '/base/a'],
    ['/', '/a?b=1&b=2#c?d', '/a?b=1&b=2'],
    ['', '/a?b=%20', '/a?b=+'],
    ['', '/\u00e4\ud800 b?c', '/%C3%A4%EF%BF%BD%20b?c='],
  ])('below %j gets %j as %j', async (base, url, expected) => {
    const to = await behind();
    const request = requestOf('GET', url, {}, Buffer.alloc(0));
    expect(got(await forward({ ...to, origin: `${to.origin}${base}` }, request)).url).toBe(expected);
  });

  test('may have an address of IPv6', async () => {
    const to = await behind();
    const hosts: unknown[] = [];
    const agent = new Agent();
    closing.push(() => agent.destroy());
    agent.createConnection = (options) => {
      hosts.push(Reflect.get(options, 'host'));
      return connect(Number(new URL(to.origin).port), '127.0.0.1');
    };
    await forward({ ...to, agent, origin: 'http://[::1]:8080' }, requestOf('GET', '/', {}, Buffer.alloc(0)));
    expect(hosts).toEqual(['::1']);
  });

  test('gets the bytes of a body, and their number', async () => {
    const png = { 'content-type': 'image/png' };
    const requested = got(await forward(await behind(), requestOf('PUT', '/', png, Buffer.from([0xff, 0x00]))));
    expect(requested).toMatchObject({ method: 'PUT', body: 'ff00' });
    expect(requested.rawHeaders.join()).toContain('content-length,2');
    const json = { 'content-type': 'application/json' };
    expect(got(await forward(await behind(), requestOf('PUT', '/', json, Buffer.from('"ä"')))).body).toBe('22c3a422');
  });

  test.each([
    ['text', { 'content-type': 'text/plain' }, false],
    ['bytes', { 'content-type': 'image/png' }, true],
    ['what is encoded', { 'content-type': 'application/json', 'content-encoding': 'x' }, true],
    ['what is encoded and has no type', { 'content-encoding': 'x' }, true],
    ['what has no type', {}, false],
  ])('answers with %s', async (_, headers, binary) => {
    const to = await behind((response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.statusCode = 201;
      response.setHeader('keep-alive', 'timeout=9').setHeader('x-list', ['a', 'b']).setHeader('x-out', 'not');
      response.removeHeader('date');
      response.sendDate = false;
      response.write('\u00e4');
    });
    const reply = await forward({ ...to, without: ['x-out'] }, requestOf('GET', '/', {}, Buffer.alloc(0)));
    const { 'content-type': contentType, ...others }: Record<string, string> = headers;
    expect(reply).toMatchObject({ kind: 'reply', status: 201, contentType: contentType ?? null, binary });
    expect(reply.headers).toEqual({ ...others, 'x-list': 'a, b' });
    expect(reply.body.startsWith(binary ? '\u00c3\u00a4{' : '\u00e4{')).toBe(true);
  });

  test('that closed a kept-alive connection gets the request again', async () => {
    let requested = 0;
    const sockets: Socket[] = [];
    const server = createServer((_incoming, response) => {
      requested += 1;
      response.end(String(requested));
    });
    server.on('connection', (socket) => sockets.push(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close().closeAllConnections());
    const agent = new Agent({ keepAlive: true });
    closing.push(() => agent.destroy());
    const to = { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, agent, limit: 60_000 };
    const request = requestOf('GET', '/', {}, Buffer.alloc(0));
    expect((await forward(to, request)).body).toBe('1');
    await new Promise((resolve) => setImmediate(resolve));
    // The client does not know yet that the connection is closed when it sends the next request.
    sockets[0]?.resetAndDestroy();
    expect((await forward(to, request)).body).toBe('2');
  });

  test('that cannot be reached, or breaks off a response, is an error', async () => {
    const to = await behind();
    const request = requestOf('GET', '/', {}, Buffer.alloc(0));
    await expect(forward({ ...to, origin: 'http://127.0.0.1:1' }, request)).rejects.toThrow('ECONNREFUSED');
    const broken = await served((response) => void sendNoReply({ kind: 'close' }, response));
    await expect(forward({ ...to, origin: broken }, request)).rejects.toThrow('aborted');
    const dropped = await served((response) => void sendNoReply({ kind: 'drop' }, response));
    await expect(forward({ ...to, origin: dropped }, request)).rejects.toThrow('socket hang up');
  });

  test('is given no more time than the limit', async () => {
    const silent = await served(() => undefined);
    const to = { ...(await behind()), origin: silent, limit: 20 };
    await expect(forward(to, requestOf('GET', '/', {}, Buffer.alloc(0)))).rejects.toThrow('aborted');
  });
});

test('a body that begins and never ends is JSON, and one that is cut off declares its full length', async () => {
  const headersOf = async (kind: NoReply['kind']) => {
    const origin = await served((response) => void sendNoReply({ kind }, response));
    return new Promise<IncomingHttpHeaders>((resolve) => {
      const requested = send(origin, { agent: false }, (response) => {
        response.on('error', () => undefined);
        resolve(response.headers);
        requested.destroy();
      });
      requested.on('error', () => undefined).end();
    });
  };
  expect(await headersOf('close')).toMatchObject({ 'content-type': 'application/json', 'content-length': '1000' });
  const endless = await headersOf('endless');
  expect(endless['content-type']).toBe('application/json');
  expect(endless['content-length']).toBeUndefined();
});

test('an endless body continues for as long as it is read', async () => {
  const origin = await served((response) => void sendNoReply({ kind: 'endless' }, response));
  const read = await new Promise<number>((resolve) => {
    let bytes = 0;
    const requested = send(origin, { agent: false }, (response) => {
      response.on('error', () => undefined);
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > 2 ** 24) {
          resolve(bytes);
          requested.destroy();
        }
      });
    });
    requested.on('error', () => undefined).end();
  });
  expect(read).toBeGreaterThan(2 ** 24);
});

test('an endless body ends when nothing was read for ten seconds', () => {
  vi.useFakeTimers({ now: 0 });
  try {
    const events = new Map<string, () => void>();
    let room = 2;
    const response = {
      destroyed: false,
      setHeader: () => response,
      write: vi.fn(() => {
        room -= 1;
        return room > 0;
      }),
      on: (name: string, listener: () => void) => events.set(name, listener),
      once: (name: string, listener: () => void) => events.set(name, listener),
      destroy: vi.fn(),
    };
    sendNoReply({ kind: 'endless' }, response as unknown as ServerResponse);
    expect(response.write.mock.calls).toEqual([[Buffer.alloc(2 ** 14, ' ')], [Buffer.alloc(2 ** 14, ' ')]]);
    vi.advanceTimersByTime(9_999);
    room = 1;
    events.get('drain')?.();
    expect(response.write).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(9_999);
    expect(response.destroy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(response.destroy).toHaveBeenCalledOnce();
    response.destroyed = true;
    events.get('drain')?.();
    expect(response.write).toHaveBeenCalledTimes(3);
    events.get('close')?.();
    vi.advanceTimersByTime(10_000);
    expect(response.destroy).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

describe('a body that is sent slowly', () => {
  test.each(['', 'a', 'abcdefg'])('arrives completely: %j', async (body) => {
    const origin = await served((response) => sendSlowly(Buffer.from(body), 150, response, () => response.end()));
    expect(await (await fetch(origin)).text()).toBe(body);
  });

  test('is not sent as an answer to HEAD', async () => {
    const origin = await served((response) => sendSlowly(Buffer.from('abc'), 60_000, response, () => response.end()));
    expect((await fetch(origin, { method: 'HEAD' })).status).toBe(200);
  });

  test.each([
    ['abcdefg', 150, ['50 ab', '100 cd', '150 efg']],
    ['abcdefg', 148, ['74 abc', '148 defg']],
    ['abcdefg', 10, ['10 abcdefg']],
    ['ab', 1_000, ['500 a', '1000 b']],
  ])('is sent in equal pieces: %j in %i ms', (body, milliseconds, expected) => {
    vi.useFakeTimers({ now: 0 });
    try {
      const pieces: string[] = [];
      let close: () => void = () => undefined;
      const response = {
        req: { method: 'GET' },
        flushHeaders: () => pieces.push('headers'),
        write: (bytes: Buffer) => pieces.push(`${Date.now()} ${bytes}`),
        once: (_: string, listener: () => void) => {
          close = listener;
        },
      };
      const end = vi.fn();
      sendSlowly(Buffer.from(body), milliseconds, response as unknown as ServerResponse, end);
      vi.advanceTimersByTime(milliseconds - 1);
      expect(end).not.toHaveBeenCalled();
      vi.advanceTimersByTime(milliseconds);
      expect([pieces, end.mock.calls.length]).toEqual([['headers', ...expected], 1]);
      pieces.length = 0;
      sendSlowly(Buffer.from(body), milliseconds, response as unknown as ServerResponse, end);
      close();
      vi.advanceTimersByTime(milliseconds);
      expect([pieces, end.mock.calls.length]).toEqual([['headers'], 1]);
    } finally {
      vi.useRealTimers();
    }
  });
});
