import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Operation, Service } from '../operation.ts';
import { type FetchOptions, serviceFetchHandler } from './handler.ts';
import { write } from './testing/notes.ts';

describe('a request', () => {
  interface Setting {
    readonly init?: RequestInit & { readonly duplex?: 'half' };
    readonly path?: string;
    readonly handler?: (request: { readonly signal: AbortSignal; readonly body: unknown }) => unknown;
    readonly options?: FetchOptions;
  }

  /** The response to a request, and the reported faults. */
  async function sentBy({ init, path = '/notes/1', handler, options }: Setting, use = (_: Request) => undefined) {
    const faults: string[] = [];
    const read: Operation = { ...write, id: 'read', method: 'get', body: { required: false } };
    const service: Service = {
      name: 'notes',
      operations: { read, write },
      securitySchemes: {},
      validators: {},
      document: () => ({}),
    };
    const each = handler ?? (({ body }) => ({ status: 200, body: body ?? 'caf\u00e9', headers: { 'X-A': 'b' } }));
    const handle = serviceFetchHandler(
      service,
      { read: each, write: each },
      { ...options, onFault: ({ message }) => faults.push(message) },
    );
    const request = new Request(`http://x${path}`, init);
    use(request);
    return { response: await handle(request), faults };
  }

  const json = { 'content-type': 'application/json', 'content-length': '3' };
  const open = (end: (controller: ReadableStreamDefaultController) => void): Setting['init'] => ({
    method: 'PUT',
    headers: json,
    body: new ReadableStream({ start: end }),
    duplex: 'half',
  });

  it.each([
    ['/other?a=1#b', 'GET', 404, { code: 404, msg: 'there is nothing at /other' }],
    ['/notes/1', 'POST', 405, expect.objectContaining({ msg: '/notes/1 does not support POST' })],
  ])('of %s with %s is answered without an operation', async (path, method, status, body) => {
    const { response } = await sentBy({ path, init: { method } });
    expect([response.status, await response.json()]).toEqual([status, body]);
  });

  it('with HEAD is answered with the headers of GET', async () => {
    const { response } = await sentBy({ init: { method: 'HEAD' } });
    expect([response.status, await response.text(), Object.fromEntries(response.headers)]).toEqual([
      200,
      '',
      { 'x-a': 'b', 'content-type': 'application/json; charset=utf-8', 'content-length': '7' },
    ]);
  });

  it('has the text of its body', async () => {
    const { response } = await sentBy({ init: { method: 'PUT', headers: json, body: '[1]' } });
    expect(await response.text()).toBe('[1]');
  });

  it('whose body was consumed is a fault', async () => {
    const { response, faults } = await sentBy({ init: { method: 'PUT', headers: json, body: '[1]' } }, (request) => {
      void request.text();
    });
    expect([response.status, faults]).toEqual([500, [expect.stringContaining('a middleware has read the body')]]);
  });

  it.each<[string, Setting, number, string]>([
    ['late', { init: open(() => undefined), options: { bodyTimeout: 1 } }, 408, 'the body did not arrive in time'],
    ['broken off', { init: open((controller) => controller.error(new Error('no'))) }, 400, 'the body ended early'],
  ])('whose body is %s is rejected', async (_what, setting, status, msg) => {
    const { response, faults } = await sentBy(setting);
    expect([response.status, await response.json(), faults]).toEqual([status, { code: status, msg }, []]);
  });

  it('keeps no timer after its body has arrived', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await sentBy({ init: { method: 'PUT', headers: json, body: '[1]' } });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has the signal of its client', async () => {
    const controller = new AbortController();
    const handler: Setting['handler'] = ({ signal }) => {
      controller.abort();
      throw signal.reason;
    };
    const { response, faults } = await sentBy({ init: { signal: controller.signal }, handler });
    expect([response.status, faults]).toEqual([500, []]);
  });

  it('has an answer when none can be made', async () => {
    const { Response: Made } = globalThis;
    let times = 0;
    vi.stubGlobal('Response', function Response(...given: ConstructorParameters<typeof Made>) {
      times += 1;
      if (times < 3) throw new Error(`failure ${times}`);
      return new Made(...given);
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { response, faults } = await sentBy({});
    expect([response.status, await response.json()]).toEqual([500, { code: 500, msg: 'internal error' }]);
    expect(faults).toEqual(['failure 1', 'failure 2']);
  });
});
