import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BodyLimits } from './bytes.ts';
import { notImplementedHandlers } from './not-implemented.ts';
import type { Operation, Service } from './operation.ts';
import type { ServeOptions } from './options.ts';
import type { ErrorBody } from './reply.ts';
import type { HandlerRequest, Sent } from './request.ts';
import { serveService } from './serve.ts';

const operation = (
  id: string,
  method: Operation['method'],
  path: string,
  more: Partial<Operation> = {},
): Operation => ({
  id,
  method,
  path,
  summary: '',
  parameters: [],
  security: [],
  statuses: ['200'],
  ...more,
});

const shopWith = (...operations: readonly Operation[]): Service => ({
  name: 'shop',
  operations: Object.fromEntries(operations.map((each) => [each.id, each])),
  securitySchemes: { Token: { type: 'bearer' } },
  validators: {},
  document: () => ({}),
});

const read = operation('read', 'get', '/items');
const write = operation('write', 'put', '/items', { body: { required: false } });
const answer = () => ({ status: 200, body: 1 });
const handlers = { read: answer, write: answer };

type Request = { readonly name: string };
type Options = ServeOptions<Request, unknown, never> & { fallthrough?: unknown };

function sentBy(url: string, more: Partial<Sent<Request>> = {}): Sent<Request> {
  return {
    request: { name: 'request' },
    method: 'GET',
    url,
    header: () => undefined,
    headers: () => ({}),
    signal: () => new AbortController().signal,
    hasLeft: () => false,
    address: () => undefined,
    isConsumed: () => false,
    bytes: async () => new Uint8Array(),
    ...more,
  };
}

/** The reply of a service to a request, as plain data. */
async function replied(method: string, target: string, options: Options = {}, request: Request = { name: 'request' }) {
  const served = serveService<Request>(shopWith(read, write), handlers, options);
  const reply = await served.reply(method, target, request, sentBy);
  if (reply === undefined) return undefined;
  const { status, headers, content } = reply;
  return [status, headers === undefined ? undefined : { ...headers }, content];
}

const Allow = 'GET, HEAD, PUT, OPTIONS';
const NOTHING = '{"code":404,"msg":"there is nothing at /other"}';
const OTHER_METHOD = `{"code":405,"msg":"/items does not support POST","hint":"use ${Allow}"}`;
const asProblem: ErrorBody = ({ msg }) => ({ body: { title: msg } });

describe('a request', () => {
  it.each<[string, string, Options, unknown]>([
    ['GET', '/items?a', {}, [200, undefined, '1']],
    ['GET', 'http://x/items', {}, [200, undefined, '1']],
    ['GET', '/shop/items', { prefix: '/shop/' }, [200, undefined, '1']],
    ['GET', '/items', { prefix: '/shop' }, undefined],
    ['GET', '/other?a', {}, [404, undefined, NOTHING]],
    ['GET', '/other', { fallthrough: false }, [404, undefined, NOTHING]],
    ['GET', '/other', { fallthrough: true }, undefined],
    ['POST', '/items', {}, [405, { Allow }, OTHER_METHOD]],
    ['POST', '/items', { fallthrough: true }, undefined],
    ['OPTIONS', '/items', {}, [204, { Allow }, undefined]],
    ['OPTIONS', '/items', { fallthrough: true }, [204, { Allow }, undefined]],
    ['OPTIONS', '/other', { fallthrough: true }, undefined],
    ['OPTIONS', '/other', {}, [404, undefined, NOTHING]],
    ['GET', '/other', { errorBody: asProblem }, [404, undefined, '{"title":"there is nothing at /other"}']],
    ['GET', '/items', { errorBody: asProblem }, [200, undefined, '1']],
  ])('%s %s with %j', async (method, target, options, expected) => {
    expect(await replied(method, target, options)).toEqual(expected);
  });

  it('that was passed on has the methods of all services', async () => {
    const request = { name: 'one' };
    const first = serveService<Request>(shopWith(read), { read: answer }, { fallthrough: true });
    const last = serveService<Request>(shopWith(write), { write: answer }, {});
    for (const one of [request, { name: 'other' }]) {
      expect(first.reply('POST', '/items', one, sentBy)).toBeUndefined();
      expect(await last.reply('POST', '/items', one, sentBy)).toMatchObject({
        status: 405,
        headers: { Allow: 'GET, HEAD, OPTIONS, PUT' },
      });
    }
    expect(await last.reply('POST', '/items', { name: 'new' }, sentBy)).toMatchObject({
      headers: { Allow: 'PUT, OPTIONS' },
    });
  });

  it('that cannot be opened is a fault, in the form of the document', async () => {
    const faults: unknown[] = [];
    const onFault = (error: Error, request: Request) => void faults.push([error.message, request]);
    const served = serveService<Request>(shopWith(read), { read: answer }, { onFault, errorBody: asProblem });
    const request = { name: 'request' };
    const reply = await served.reply('GET', '/items', request, () => {
      throw new Error('no');
    });
    expect(reply).toMatchObject({ status: 500, content: '{"title":"internal error"}' });
    expect(faults).toEqual([['no', request]]);
  });
});

describe('a service', () => {
  it('answers for an adapter, in the form of the document', () => {
    const faults: unknown[] = [];
    const onFault = (error: Error, request: Request) => void faults.push([error.message, request.name]);
    const options = { prefix: '/shop/', errorBody: asProblem, onFault };
    const served = serveService<Request>(shopWith(read), { read: answer }, options);
    const request = { name: 'request' };
    expect(served.prefix).toBe('/shop');
    expect(served.nothingAt('http://x/a?b', request)).toMatchObject({
      status: 404,
      content: '{"title":"there is nothing at /a"}',
    });
    expect(served.refused(new Error('no'), request)).toMatchObject({
      status: 500,
      content: '{"title":"internal error"}',
    });
    served.onFault(new Error('other'), request);
    expect(faults).toEqual([
      ['no', 'request'],
      ['other', 'request'],
    ]);
  });

  it('reports a broken form', () => {
    const faults: unknown[] = [];
    const options: Options = {
      onFault: (error, request) => void faults.push([error.message, request.name]),
      errorBody: () => {
        throw new Error('no form');
      },
    };
    const served = serveService<Request>(shopWith(read), { read: answer }, options);
    expect(served.nothingAt('/other', { name: 'request' })).toMatchObject({ status: 404, content: NOTHING });
    expect(faults).toEqual([['no form', 'request']]);
  });

  it('writes faults to standard error by default', async () => {
    const written = vi.spyOn(console, 'error').mockReturnValue(undefined);
    onTestFinished(() => void written.mockRestore());
    const broken = () => {
      throw new Error('no');
    };
    const served = serveService<Request>(shopWith(read), { read: broken }, {});
    expect(await served.reply('GET', '/items', { name: 'request' }, sentBy)).toMatchObject({ status: 500 });
    expect(written.mock.calls).toEqual([[new Error('no')]]);
  });

  it('has its options checked', () => {
    expect(() => serveService(shopWith(read), { read: answer }, { bodyLimit: -1 })).toThrow('the option bodyLimit');
  });

  it.each<[Options, BodyLimits]>([
    [{}, { size: 1_048_576, time: 60_000 }],
    [
      { bodyLimit: 0, bodyTimeout: 0 },
      { size: 0, time: 0 },
    ],
  ])('with %j has the limits %j', async (options, limits) => {
    const seen: BodyLimits[] = [];
    const served = serveService<Request>(shopWith(write), { write: answer }, options);
    const bytes = async (given: BodyLimits) => {
      seen.push(given);
      return new Uint8Array();
    };
    await served.reply('PUT', '/items', { name: 'request' }, (url) => sentBy(url, { bytes }));
    expect(seen).toEqual([limits]);
  });

  it('calls authenticate as a method of its options', async () => {
    const options = {
      bodyLimit: 7,
      authenticate({ Token }: { Token: string }) {
        return this.bodyLimit === 7 ? `caller with ${Token}` : undefined;
      },
    };
    const guarded = shopWith({ ...read, security: [['Token']] });
    const whoAmI = ({ caller }: HandlerRequest<unknown>) => ({ status: 200, body: caller });
    const served = serveService<Request>(guarded, { read: whoAmI }, options as unknown as Options);
    const header = (name: string) => (name === 'authorization' ? 'Bearer t' : undefined);
    const reply = await served.reply('GET', '/items', { name: 'request' }, (url) => sentBy(url, { header }));
    expect(reply).toMatchObject({ status: 200, content: '"caller with t"' });
  });

  it('lists what is not implemented yet, once', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    onTestFinished(() => void warned.mockRestore());
    const shop = shopWith(read, write);
    const missing = notImplementedHandlers(shop.operations);
    serveService<Request>(shop, handlers, {});
    expect(warned).not.toHaveBeenCalled();
    serveService<Request>(shop, { ...missing, read: answer }, {});
    const served = serveService<Request>(shop, missing, {});
    expect(warned.mock.calls).toEqual([
      ['shop: not implemented yet: write'],
      ['shop: not implemented yet: read, write'],
    ]);
    expect(await served.reply('GET', '/items', { name: 'request' }, sentBy)).toStrictEqual({
      status: 501,
      headers: undefined,
      content: '{"code":501,"msg":"read is not implemented yet"}',
      error: { code: 501, msg: 'read is not implemented yet' },
    });
  });
});
