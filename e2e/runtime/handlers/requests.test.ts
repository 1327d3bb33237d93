/**
 * What a handler can read of a request besides the documented inputs: disconnection, the client's address, and parts
 * that have not arrived.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { documentOf } from '@wallet-services/generators/testing/documents';
import type { Outcome, RequestInfo, ServeOptions } from '@wallet-services/runtime';
import { mountService } from '@wallet-services/runtime/express';
import { serviceFetchHandler } from '@wallet-services/runtime/fetch';
import { notImplementedHandlers } from '@wallet-services/runtime/not-implemented';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { type AnyHandlers, adapters, exampleHandlers, type Served, serve, serviceOf } from '../serve.ts';
import { exchange } from './wire.ts';

type Given = Parameters<AnyHandlers[string]>[0];

const open: Served[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

const examples = exampleHandlers(documentOf('vault'));
const time = examples['readTime']?.({} as Given);

async function vault(
  adapter: (typeof adapters)[number],
  handlers: AnyHandlers,
  options: ServeOptions<unknown> = {},
): Promise<string> {
  const served = await serve(adapter, 'vault', { ...examples, ...handlers }, options);
  open.push(served);
  return served.url;
}

/** Sends a request, and disconnects when the server has received it. */
async function leave(url: string, path: string, head: string, arrived: Promise<unknown>): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${head}\r\n`);
  await arrived;
  socket.destroy();
}

/** A promise that is resolved from outside. */
function later<Value>() {
  return Promise.withResolvers<Value>();
}

const aborted = (signal: AbortSignal) => signal.aborted || once(signal, 'abort').then(() => true);
/** Waits until the server notices a closed connection, without a fixed time limit. */
const untilAborted = async (read: () => AbortSignal) => {
  for (let turn = 0; turn < 1_000; turn += 1) {
    if (read().aborted) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
};

describe.each(adapters)('served with %s', (adapter) => {
  it('the signal is aborted when the client disconnects, which is no error', async () => {
    const faults: unknown[] = [];
    const outcomes: Outcome[] = [];
    const [arrived, ended] = [later<void>(), later<void>()];
    const url = await vault(
      adapter,
      {
        readTime: async ({ signal }: Given) => {
          arrived.resolve();
          await aborted(signal);
          throw signal.reason;
        },
      },
      {
        onFault: (error) => faults.push(error),
        observe: async (_call, run) => {
          outcomes.push(await run());
          ended.resolve();
        },
      },
    );
    await leave(url, '/time', '', arrived.promise);
    await ended.promise;
    expect(outcomes).toEqual([
      { kind: 'left', status: 499, milliseconds: expect.any(Number), error: expect.anything() },
    ]);
    expect(faults).toEqual([]);
  });

  it('the signal is always the same, also when it is read late or from a copy of the request', async () => {
    const [arrived, seen] = [later<void>(), later<unknown>()];
    const url = await vault(adapter, {
      readTime: async (request: Given) => {
        arrived.resolve();
        const copy = { ...request };
        // Read for the first time long after the client has disconnected.
        await new Promise((resolve) => setTimeout(resolve, 300));
        const signals = new Set([request.signal, request.signal, copy.signal]);
        seen.resolve([await untilAborted(() => request.signal), signals.size, copy.signal.aborted]);
        return time;
      },
    });
    await leave(url, '/time', '', arrived.promise);
    expect(await seen.promise).toEqual([true, 1, true]);
  });

  it('the signal is aborted for a client that disconnected while its credential was checked', async () => {
    const [arrived, go, seen] = [later<void>(), later<void>(), later<boolean>()];
    const url = await vault(
      adapter,
      {
        listMyVaults: async ({ signal }: Given) => {
          seen.resolve(await untilAborted(() => signal));
          return { status: 404, body: { code: 404 } };
        },
      },
      {
        authenticate: async () => {
          arrived.resolve();
          await go.promise;
          return 'caller';
        },
      },
    );
    await leave(url, '/me/vats', 'Authorization: Bearer t\r\n', arrived.promise);
    setTimeout(go.resolve, 100);
    expect(await seen.promise).toBe(true);
  });

  it('an error of a handler is reported, although the client has disconnected', async () => {
    const [arrived, fault] = [later<void>(), later<Error>()];
    const url = await vault(
      adapter,
      {
        readTime: async ({ signal }: Given) => {
          arrived.resolve();
          await aborted(signal);
          throw new TypeError('a bug');
        },
      },
      { onFault: fault.resolve },
    );
    await leave(url, '/time', '', arrived.promise);
    expect((await fault.promise).message).toBe('a bug');
  });

  it('a handler can read the request: its id, address and headers', async () => {
    const seen: RequestInfo[] = [];
    const url = await vault(adapter, {
      readTime: ({ request }: Given) => {
        seen.push(request);
        return { status: 404, body: { code: 404 } };
      },
    });
    await fetch(`${url}/time?x=1`, { headers: { 'x-request-id': 'abc-1', 'user-agent': 'wallet/1' } });
    await fetch(`${url}/time`, { headers: { 'x-request-id': 'a b' } });
    const [first, second] = seen;
    expect([first?.id, first?.method, first?.url, first?.headers['user-agent']]).toEqual([
      'abc-1',
      'GET',
      '/time?x=1',
      'wallet/1',
    ]);
    expect(second?.id).toMatch(/^[\da-f-]{36}$/);
    expect(second?.id).toBe(second?.id);
    // The Fetch API does not expose the client's address.
    expect(first?.address).toBe(adapter === 'fetch' ? undefined : '127.0.0.1');
  });

  it('the observer gets the operation, its status, and how it ended', async () => {
    const seen: unknown[] = [];
    const url = await vault(
      adapter,
      {
        readInfo: () => {
          throw new TypeError('a bug');
        },
      },
      {
        onFault: () => undefined,
        observe: async ({ service, operation }, run) => {
          const { kind, status } = await run();
          seen.push(`${service}.${operation.id} ${kind} ${status}`);
        },
      },
    );
    for (const path of ['/time', '/vats?limit=x', '/me/vats', '/info', '/nowhere']) await fetch(url + path);
    expect(seen).toEqual([
      'vault.readTime answered 200',
      'vault.listVaults refused 400',
      'vault.listMyVaults refused 401',
      'vault.readInfo fault 500',
    ]);
  });
});

it.each([
  ['OPTIONS *', { express: 404, node: 404, fetch: 400 }],
  ['GET ftp://x/time', { express: 200, node: 200, fetch: 400 }],
  ['GET http://x/time', { express: 200, node: 200, fetch: 200 }],
  ['GET http://[', { express: 404, node: 404, fetch: 400 }],
] as const)('%s gets the status that the table of the guide has', async (line, statuses) => {
  const seen: Record<string, number> = {};
  for (const adapter of adapters) {
    const url = await vault(adapter, {});
    const text = `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    seen[adapter] = (await exchange(Number(new URL(url).port), text)).status;
  }
  expect(seen).toEqual(statuses);
});

describe('services at one root', () => {
  it('the second one is rejected if the first answers everything', () => {
    const app = express();
    mountService(app, serviceOf('lending'), exampleHandlers(documentOf('lending')));
    expect(() => mountService(app, serviceOf('vault'), examples, { prefix: '/vault', authenticate: () => 1 })).toThrow(
      "vault at '/vault' would never be reached: lending answers everything below '/'",
    );
    mountService(express(), serviceOf('vault'), examples, { authenticate: () => 1 });
  });

  it('a method that none of them has is a 405 with the methods of all', async () => {
    const last = serviceFetchHandler(serviceOf('lending'), exampleHandlers(documentOf('lending')));
    const first = serviceFetchHandler(serviceOf('vault'), examples, { authenticate: () => 1, fallthrough: last });
    const send = async (method: string, path: string) => {
      const answer = await first(new Request(`http://x${path}`, { method }));
      return [answer.status, answer.headers.get('allow')];
    };
    expect(await send('POST', '/time')).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await send('POST', '/api/v1/markets/all')).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await send('POST', '/nowhere')).toEqual([404, null]);
    expect(await send('GET', '/api/v1/markets/all')).toEqual([200, null]);
  });

  it('a fallthrough that throws is a 500', async () => {
    const faults: unknown[] = [];
    const handler = serviceFetchHandler(serviceOf('vault'), examples, {
      authenticate: () => 1,
      onFault: (error) => faults.push(error),
      fallthrough: () => {
        throw new Error('no');
      },
    });
    expect((await handler(new Request('http://x/nowhere'))).status).toBe(500);
    expect(faults).toEqual([new Error('no')]);
  });
});

it('missing operations are listed, and answer 501', async () => {
  const { warn } = console;
  const lines: unknown[] = [];
  console.warn = (line: unknown) => lines.push(line);
  try {
    const service = serviceOf('lending');
    const handler = serviceFetchHandler(service, {
      ...notImplementedHandlers(service.operations),
      listMarkets: () => ({ status: 200, body: { data: [] } }),
    });
    const answer = await handler(new Request('http://x/api/v1/transactions'));
    expect([answer.status, await answer.json()]).toEqual([
      501,
      { code: 501, msg: 'listTransactions is not implemented yet' },
    ]);
    expect((await handler(new Request('http://x/api/v1/markets/all'))).status).toBe(200);
  } finally {
    console.warn = warn;
  }
  expect(lines).toEqual(['lending: not implemented yet: createPayRequest, listTransactions']);
});
