import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openVaultJudging } from '../testing/judging.ts';
import { type RawRequest, sendRaw, startUpstream, type Upstream } from '../testing/upstream.ts';
import type { Judging } from './judge/judging.ts';
import { type ProxyOptions, type RunningProxy, startProxy, startProxyWith } from './start.ts';

let judging: Judging;

beforeAll(async () => {
  judging = await openVaultJudging();
});

afterAll(() => judging.close());

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

type Listener = Parameters<typeof startUpstream>[0];

async function before(
  listener: Listener,
  options: Partial<ProxyOptions> = {},
): Promise<Upstream & { proxy: RunningProxy }> {
  const upstream = await startUpstream(listener);
  const given = { upstreams: { vault: `${upstream.url}/base/` }, port: 0, ...options };
  const proxy = options.limit === undefined ? await startProxyWith(judging, given) : await startProxy(given);
  open.push(proxy, upstream);
  return { ...upstream, proxy };
}

/** A request that reached the service. */
interface Received {
  readonly method: string | undefined;
  readonly target: string | undefined;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

async function received(request: RawRequest, path = '/time'): Promise<Received> {
  let seen: Received | undefined;
  const { proxy } = await before((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method, url: target, rawHeaders } = incoming;
      seen = { method, target, rawHeaders, body: Buffer.concat(chunks) };
      outgoing.end('done');
    });
  });
  await sendRaw(`${proxy.urls.vault}${path}`, request);
  if (seen === undefined) throw new Error('nothing came through');
  return seen;
}

describe('a request', () => {
  it('reaches the service with its method, and with its target unchanged below the base address', async () => {
    const { method, target } = await received({ method: 'DELETE' }, '/indexes/a%2Fb%20c;d=1/../x?q=%7e+%E2%82%AC&&=');
    expect([method, target]).toEqual(['DELETE', '/base/indexes/a%2Fb%20c;d=1/../x?q=%7e+%E2%82%AC&&=']);
  });

  it('keeps its headers: order, spelling, number, and bytes that are not ASCII', async () => {
    const headers = [
      'Host',
      'client',
      'x-OWN',
      'one',
      'X-own',
      'two',
      'Authorization',
      'Bearer t',
      'X-Umlaut',
      '\xe4\xf6',
    ];
    const { rawHeaders } = await received({ headers });
    expect(rawHeaders.slice(0, 8)).toEqual(headers.slice(2));
    expect(rawHeaders.filter((_, index) => index % 2 === 0).filter((name) => name === 'Host')).toHaveLength(1);
    expect(rawHeaders).not.toContain('client');
  });

  it('leaves out headers about the connection to the proxy', async () => {
    const headers = {
      Connection: 'close, X-Hop',
      'X-Hop': '1',
      'Proxy-Authorization': 'Basic c2VjcmV0',
      TE: 'trailers',
    };
    const { rawHeaders } = await received({ headers });
    const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    expect(names).not.toContain('x-hop');
    expect(names).not.toContain('proxy-authorization');
    expect(names).not.toContain('te');
  });

  it.each<[string, RawRequest, string[]]>([
    ['with a length', { method: 'POST', headers: { 'Content-Length': '5' }, body: 'hello' }, ['Content-Length', '5']],
    ['in chunks', { method: 'POST', body: [Buffer.from('he'), Buffer.from('llo')] }, ['Transfer-Encoding', 'chunked']],
    ['with a GET', { headers: { 'Content-Length': '5' }, body: 'hello' }, ['Content-Length', '5']],
  ])('is forwarded with its body %s', async (_how, request, framing) => {
    const { body, rawHeaders } = await received(request);
    expect(body.toString()).toBe('hello');
    expect(rawHeaders.join('\n')).toContain(framing.join('\n'));
  });

  it('has no body when a POST came without one', async () => {
    const { body, rawHeaders } = await received({ method: 'POST', headers: ['Host', 'h', 'Content-Length', '0'] });
    expect(body).toHaveLength(0);
    expect(rawHeaders).not.toContain('chunked');
  });
});

describe('an answer', () => {
  it('keeps status, reason and headers: order, spelling and number; nothing is added', async () => {
    const { proxy } = await before((_, outgoing) => {
      outgoing.sendDate = false;
      outgoing.writeHead(299, 'Rather Fine', [
        'set-COOKIE',
        'a=1',
        'Set-Cookie',
        'b=2',
        'X-Umlaut',
        '\xe4',
        'Content-Length',
        '2',
      ]);
      outgoing.end(Buffer.from('{}'));
    });
    const { status, reason, rawHeaders, body } = await sendRaw(`${proxy.urls.vault}/time`);
    expect([status, reason, body.toString()]).toEqual([299, 'Rather Fine', '{}']);
    expect(rawHeaders.slice(0, 8)).toEqual([
      'set-COOKIE',
      'a=1',
      'Set-Cookie',
      'b=2',
      'X-Umlaut',
      '\xe4',
      'Content-Length',
      '2',
    ]);
    expect(rawHeaders.slice(8)).toEqual(['Connection', 'close']);
  });

  const time = JSON.stringify({ ts: 1629198889000, data: { iso: '2021-08-17T11:14:49Z', epoch: 1629198889 } });

  it.each([
    ['gzip', gzipSync(time)],
    ['br', brotliCompressSync(time)],
    ['zstd', zstdCompressSync(time)],
    ['gzip, br', brotliCompressSync(gzipSync(time))],
    ['identity', Buffer.from(time)],
  ])('is passed as compressed by %s, and its content is checked', async (coding, bytes) => {
    const { proxy } = await before((_, outgoing) => {
      outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': coding });
      outgoing.end(bytes);
    });
    const { body, headers } = await sendRaw(`${proxy.urls.vault}/time`);
    expect([body.equals(bytes), headers['content-encoding']]).toEqual([true, coding]);
    await proxy.idle();
    expect(proxy.summary()).toMatchObject({ requests: 1, violations: [], warnings: [], unchecked: [], failures: [] });
  });

  it('is forwarded in chunks with trailers', async () => {
    const { proxy } = await before((_, outgoing) => {
      outgoing.writeHead(200, { 'Content-Type': 'application/json', Trailer: 'X-Sum' });
      outgoing.write(time.slice(0, 9));
      outgoing.addTrailers([['X-Sum', '7']]);
      outgoing.end(time.slice(9));
    });
    const { body, headers, rawTrailers } = await sendRaw(`${proxy.urls.vault}/time`);
    expect([body.toString(), headers['transfer-encoding'], rawTrailers]).toEqual([time, 'chunked', ['X-Sum', '7']]);
    await proxy.idle();
    expect(proxy.summary().violations).toEqual([]);
  });

  it('may be a redirect, which the proxy does not follow', async () => {
    const { proxy } = await before((_, outgoing) => {
      outgoing.writeHead(302, { Location: 'http://elsewhere.example.org/' }).end();
    });
    const { status, headers } = await sendRaw(`${proxy.urls.vault}/time`);
    expect([status, headers.location]).toEqual([302, 'http://elsewhere.example.org/']);
    await proxy.idle();
    const { violations, warnings } = proxy.summary();
    expect([violations, warnings.map(({ pointer }) => pointer)]).toEqual([[], ['/status']]);
  });

  it.each([
    ['HEAD', 200],
    ['GET', 304],
  ])('to %s with %d has no body, and none is expected', async (method, status) => {
    const { proxy } = await before((_, outgoing) => {
      outgoing.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': '78' }).end();
    });
    const answer = await sendRaw(`${proxy.urls.vault}/time`, { method });
    expect([answer.status, answer.headers['content-length'], answer.body.length]).toEqual([status, '78', 0]);
    await proxy.idle();
    expect(proxy.summary().violations).toEqual([]);
  });

  it('to OPTIONS is forwarded, and not checked', async () => {
    const { proxy } = await before((_, outgoing) => {
      outgoing.writeHead(204, { Allow: 'GET' }).end();
    });
    const { status, headers } = await sendRaw(`${proxy.urls.vault}/time`, { method: 'OPTIONS' });
    expect([status, headers.allow]).toEqual([204, 'GET']);
    await proxy.idle();
    expect(proxy.summary()).toMatchObject({ violations: [], unchecked: [{ operation: 'OPTIONS /time', count: 1 }] });
  });

  it('may exceed the limit of checks, as may a request: it is forwarded, and the report notes it', async () => {
    const large = Buffer.alloc(3 * 1024 * 1024, ' ');
    const { proxy } = await before(
      (incoming, outgoing) => {
        outgoing.writeHead(200, { 'Content-Type': 'application/json' });
        incoming.pipe(outgoing);
      },
      { limit: 1024 * 1024 },
    );
    const headers = { 'Content-Type': 'application/json' };
    const { body } = await sendRaw(`${proxy.urls.vault}/time`, {
      headers: { ...headers, 'Content-Length': String(large.length) },
      body: large,
    });
    expect(body.equals(large)).toBe(true);
    await proxy.idle();
    expect(proxy.summary().unchecked.map(({ text }) => text)).toEqual([
      'the body of the request: the body is larger than 1048576 bytes',
      'the body of the response: the body is larger than 1048576 bytes',
    ]);
  });

  it('is not checked when its decompressed size exceeds the limit', async () => {
    const { proxy } = await before(
      (_, outgoing) => {
        outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
        outgoing.end(gzipSync(Buffer.alloc(5 * 1024 * 1024, ' ')));
      },
      { limit: 1024 * 1024 },
    );
    await sendRaw(`${proxy.urls.vault}/time`);
    await proxy.idle();
    expect(proxy.summary().unchecked.map(({ text }) => text)).toEqual([
      'the body of the response: the decoded body is larger than 1048576 bytes',
    ]);
  });
});
