import { connect } from 'node:net';
import { documentOf } from '@wallet-services/generators/testing/documents';
import { Refusal, type ServeOptions } from '@wallet-services/runtime';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type AnyHandlers,
  adapters,
  exampleHandlers,
  listen,
  type Served,
  serve,
  serverOf,
  serviceOf,
} from './serve.ts';

const open: Served[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

const JSON_TYPE = { 'content-type': 'application/json' };

describe.each(adapters)('served with %s', (adapter) => {
  async function lending(options: ServeOptions<unknown> = {}, changed: AnyHandlers = {}): Promise<string> {
    const served = await serve(adapter, 'lending', { ...exampleHandlers(documentOf('lending')), ...changed }, options);
    open.push(served);
    return served.url;
  }

  describe.each(['compiled', 'express-openapi-validator'] as const)('validated by %s', (validator) => {
    it('accepts the queries that real clients send', async () => {
      const seen: unknown[] = [];
      const url = await lending(
        { validator },
        {
          listTransactions: ({ query }) => {
            seen.push(query);
            return { status: 200, body: [] };
          },
        },
      );
      const queries = [
        '',
        'limit=10&offset=',
        'offset=2020-12-12T12:12:12.999999999Z',
        'offset=2020-12-12T12:12:12%2B08:00',
        'offset=2020-12-12T12:12:12+08:00',
        'offset=2020-12-12T12:12:12-03:30&unknown=a:b/c@d',
        'limit=7&limits=8',
      ];
      for (const query of queries) {
        const { status } = await fetch(`${url}/api/v1/transactions?${query}`);
        expect([query, status]).toEqual([query, 200]);
      }
      expect(seen).toEqual([
        { limit: '500' },
        { limit: '10', offset: '' },
        { limit: '500', offset: '2020-12-12T12:12:12.999999999Z' },
        { limit: '500', offset: '2020-12-12T12:12:12+08:00' },
        { limit: '500', offset: '2020-12-12T12:12:12+08:00' },
        { limit: '500', offset: '2020-12-12T12:12:12-03:30' },
        { limit: '7' },
      ]);
    });

    it('reports which input is wrong, and how', async () => {
      const url = await lending({ validator });
      const refusal = async (path: string, init?: RequestInit) => {
        const response = await fetch(url + path, init);
        return { status: response.status, ...((await response.json()) as object) };
      };
      expect(await refusal('/api/v1/transactions?offset=yesterday')).toMatchObject({
        status: 400,
        code: 400,
        msg: expect.stringContaining('query parameter offset must match pattern "^([0-9]{4}-'),
      });
      expect(await refusal('/api/v1/transactions?limit=1&limit=2')).toMatchObject({
        msg: 'query parameter limit is given more than once',
      });
      const body = JSON.stringify({ asset_id: 'x' });
      expect(await refusal('/api/v1/pay-requests', { method: 'POST', headers: JSON_TYPE, body })).toMatchObject({
        status: 400,
        msg: expect.stringContaining('body must have required property'),
      });
    });

    it('does not send an answer that violates the document, and reports why to onFault', async () => {
      const faults: Error[] = [];
      const url = await lending(
        { validator, onFault: (error) => faults.push(error) },
        { listMarkets: () => ({ status: 200, body: { data: [{ id: 'secret' }] } }) },
      );
      const response = await fetch(`${url}/api/v1/markets/all`);
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({ code: 500, msg: 'internal error' });
      expect(faults.map(String)).toEqual([expect.stringMatching(/listMarkets answered 200, but \/data\/0/)]);
    });

    it('does not send a status that is not documented', async () => {
      const faults: Error[] = [];
      const url = await lending(
        { validator, onFault: (error) => faults.push(error) },
        { listMarkets: () => ({ status: 201, body: { data: [] } }) },
      );
      expect((await fetch(`${url}/api/v1/markets/all`)).status).toBe(500);
      expect(faults.map(String)).toEqual([expect.stringContaining('a status that is not documented (200, 4XX are)')]);
    });

    it('answers 500 without details when a handler throws', async () => {
      const faults: Error[] = [];
      const url = await lending(
        { validator, onFault: (error) => faults.push(error) },
        {
          listMarkets: () => {
            throw new Error('the password is hunter2');
          },
        },
      );
      const response = await fetch(`${url}/api/v1/markets/all`);
      expect([response.status, await response.text()]).toEqual([500, '{"code":500,"msg":"internal error"}']);
      expect(faults).toHaveLength(1);
    });

    it('sends the refusal of a handler with its headers', async () => {
      const url = await lending(
        { validator },
        {
          listMarkets: () => {
            throw new Refusal(429, 'too many requests', { hint: 'wait', headers: { 'Retry-After': '2' } });
          },
        },
      );
      const response = await fetch(`${url}/api/v1/markets/all`);
      expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
        429,
        '2',
        { code: 429, msg: 'too many requests', hint: 'wait' },
      ]);
    });
  });

  describe('the requirements of HTTP for a server', () => {
    it('404 for an unknown path, in the error form', async () => {
      const url = await lending();
      const response = await fetch(`${url}/nowhere?x=1`);
      expect([response.status, await response.json()]).toEqual([
        404,
        { code: 404, msg: 'there is nothing at /nowhere' },
      ]);
    });

    it('405 with Allow for a method that the path does not take', async () => {
      const url = await lending();
      const response = await fetch(`${url}/api/v1/markets/all`, { method: 'DELETE' });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    });

    it('HEAD like GET without a body; OPTIONS with Allow', async () => {
      const url = await lending();
      const got = await fetch(`${url}/api/v1/markets/all`);
      const head = await fetch(`${url}/api/v1/markets/all`, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(await got.text())));
      const options = await fetch(`${url}/api/v1/pay-requests`, { method: 'OPTIONS' });
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
    });

    it('415 for another content type, 400 for a body that is not JSON, 413 for one that is too large', async () => {
      const url = await lending({ bodyLimit: 1000 });
      const post = async (body: BodyInit, headers: Record<string, string> = JSON_TYPE) =>
        (await fetch(`${url}/api/v1/pay-requests`, { method: 'POST', headers, body })).status;
      expect(await post('{}', { 'content-type': 'text/plain' })).toBe(415);
      expect(await post('{}', { 'content-type': 'application/jsonp' })).toBe(415);
      expect(await post('{', JSON_TYPE)).toBe(400);
      expect(await post('')).toBe(400);
      expect(await post(Buffer.from([0x22, 0xff, 0xfe, 0x22]))).toBe(400);
      expect(await post(`"${'x'.repeat(1001)}"`)).toBe(413);
      expect(await post('{}', { ...JSON_TYPE, 'content-encoding': 'gzip' })).toBe(400);
      expect(await post('{}', { ...JSON_TYPE, 'content-encoding': 'bzip2' })).toBe(415);
    });

    it('400 for a body that is nested too deeply', async () => {
      const url = await lending();
      const body = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
      const response = await fetch(`${url}/api/v1/pay-requests`, { method: 'POST', headers: JSON_TYPE, body });
      expect([response.status, await response.json()]).toEqual([
        400,
        { code: 400, msg: 'the body is nested more than 100 levels deep' },
      ]);
    });

    it('413 at once for a body that is announced as too large', async () => {
      const url = await lending();
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
          socket.write(
            'POST /api/v1/pay-requests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{',
          );
        });
        socket.once('data', (data) => {
          socket.destroy();
          resolve(data.toString());
        });
      });
      expect(answer).toMatch(/^HTTP\/1.1 413 /);
    });

    it('400 for a path that cannot be decoded', async () => {
      const served = await serve(adapter, 'vault', exampleHandlers(documentOf('vault')));
      open.push(served);
      expect((await fetch(`${served.url}/assets/%ff`)).status).toBe(400);
    });

    it('survives a client that disconnects in the middle of a body', async () => {
      const url = await lending();
      const { port } = new URL(url);
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => {
          socket.write(
            'POST /api/v1/pay-requests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a":',
          );
          setTimeout(() => socket.destroy(), 50);
        });
        socket.on('close', () => resolve());
      });
      expect((await fetch(`${url}/api/v1/markets/all`)).status).toBe(200);
    });
  });

  describe('credentials', () => {
    const handlers = exampleHandlers(documentOf('assistant'));

    async function assistant(options: ServeOptions<unknown> = {}, changed: AnyHandlers = {}): Promise<string> {
      const served = await serve(adapter, 'assistant', { ...handlers, ...changed }, options);
      open.push(served);
      return served.url;
    }

    it('401 when one is required and none is presented', async () => {
      const url = await assistant();
      const response = await fetch(`${url}/indexes/reset`, { method: 'POST', headers: { 'x-assistant-appid': 'a' } });
      expect([response.status, await response.json()]).toEqual([
        401,
        { code: 401, msg: 'this operation needs a credential (AppId and AppSecret)' },
      ]);
    });

    it('passes the presented credential to authenticate, and the caller to the handler', async () => {
      const presented: unknown[] = [];
      const callers: unknown[] = [];
      const url = await assistant(
        {
          authenticate: (credentials, operation) => {
            presented.push([operation.id, credentials]);
            return 'the caller';
          },
        },
        {
          resetIndexes: ({ caller }) => {
            callers.push(caller);
            return { status: 200, body: { ts: 1, data: {} } };
          },
        },
      );
      const headers = { 'x-assistant-appid': 'a', 'x-assistant-secret': 's' };
      expect((await fetch(`${url}/indexes/reset`, { method: 'POST', headers })).status).toBe(200);
      expect(presented).toEqual([['resetIndexes', { AppId: 'a', AppSecret: 's' }]]);
      expect(callers).toEqual(['the caller']);
    });

    it('an operation that requires one is not served without authenticate', async () => {
      const service = serviceOf('assistant');
      expect(() => serverOf(adapter, service, handlers, {})).toThrow(/needs a credential/);
    });
  });

  describe('a service', () => {
    it('reports a missing handler', async () => {
      const service = serviceOf('lending');
      expect(() => serverOf(adapter, service, {}, {})).toThrow(/the handlers of lending lack listMarkets/);
    });

    it('serves under a prefix, and optionally passes unknown paths on', async () => {
      const handlers = exampleHandlers(documentOf('lending'));
      const served = await listen(serverOf(adapter, serviceOf('lending'), handlers, { prefix: '/a/b' }, 'mine'));
      open.push(served);
      expect((await fetch(`${served.url}/a/b/api/v1/markets/all`)).status).toBe(200);
      expect(await (await fetch(`${served.url}/a/b/other`)).text()).toBe('mine');
    });

    it('prefers a literal path to a parameter', async () => {
      const served = await serve(adapter, 'assistant', exampleHandlers(documentOf('assistant')));
      open.push(served);
      const response = await fetch(`${served.url}/indexes/search?keywords=apple`, {
        headers: { 'x-assistant-appid': 'a' },
      });
      expect(await response.json()).toMatchObject({ data: expect.any(Array) });
    });
  });
});
