import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@wallet-services/contract/services';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { freePorts } from '@wallet-services/kit/testing/ports';
import { afterEach, describe, expect, it } from 'vitest';
import { type Mock, type MockOptions, startMock } from './start.ts';

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

async function started(options: MockOptions): Promise<Mock> {
  const mock = await startMock(options);
  open.push(() => mock.close());
  return mock;
}

/** A server that occupies a port between free ones. */
async function occupied(): Promise<number> {
  const port = (await freePorts(4)) + 1;
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  open.push(() => new Promise((resolve) => server.close(() => resolve())));
  return port;
}

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-'));
  open.push(() => rm(folder, { recursive: true }));
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  return folder;
}

/** A document of one operation, with the schema and the example of its answer. */
function documentOf(schema: object, example: unknown): string {
  const content = { 'application/json': { schema, example } };
  const get = { operationId: 'read', responses: { 200: { description: 'ok', content } } };
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Lending', version: '1' }, paths: { '/thing': { get } } });
}

describe('startMock', () => {
  it('serves all services, each on its own port', async () => {
    const { urls } = await started({ port: 0 });
    expect(Object.keys(urls)).toEqual(serviceNames);
    expect(new Set(Object.values(urls)).size).toBe(serviceNames.length);
    const haveInfo = serviceNames.filter((name) => name === 'swap' || name === 'vault');
    const answers = Object.entries(urls).map(async ([name, url]) => ((await fetch(`${url}/info`)).ok ? [name] : []));
    expect((await Promise.all(answers)).flat()).toEqual(haveInfo);
  });

  it('gives the chosen services ports in a row, in the order of the contract', async () => {
    const port = await occupied();
    const { urls } = await started({ services: ['swap', 'comment'], port: port + 1 });
    expect(urls).toEqual({ comment: `http://127.0.0.1:${port + 1}`, swap: `http://127.0.0.1:${port + 2}` });
  });

  it('opens no port when one is in use, and reports which', async () => {
    const port = await occupied();
    const starting = startMock({ services: ['lending', 'comment'], port: port - 1 });
    await expect(starting).rejects.toThrow(`port ${port} on 127.0.0.1, for comment, is taken: choose other ports`);
    await expect(fetch(`http://127.0.0.1:${port - 1}`)).rejects.toThrow();
  });

  it('writes an IPv6 address as in a URL', async () => {
    const { urls } = await started({ services: ['swap'], host: '::1', port: 0 });
    expect(urls.swap).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${urls.swap}/info`)).status).toBe(200);
  });

  it('ends open connections when it closes, and may be closed again', async () => {
    const mock = await started({ services: ['swap'], port: 0 });
    const socket = connect(Number(new URL(mock.urls.swap).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    const ended = new Promise((resolve) => socket.once('close', resolve));
    await mock.close();
    await ended;
    await mock.close();
    await expect(fetch(mock.urls.swap)).rejects.toThrow();
  });

  it.each<readonly [string, MockOptions, string]>([
    ['an address of another machine', { host: '192.0.2.1', port: 0 }, '192.0.2.1 is not an address of this machine'],
    [
      'ports above the last',
      { port: 65_535 },
      `need ports up to ${65_534 + serviceNames.length}, but the highest port is 65535`,
    ],
    ['no services', { services: [] }, `no service to mock: choose from ${serviceNames.join(', ')}`],
    [
      'no documents',
      { documents: '/nowhere', services: ['lending'], port: 0 },
      'there is no document at /nowhere/lending.json',
    ],
  ])('reports the problem of %s', async (_name, options, message) => {
    await expect(startMock(options)).rejects.toThrow(message);
  });

  it.each([
    ['not JSON', 'is not an OpenAPI document: it must be an object'],
    ['{"openapi": "3.1.0"}', 'is not an OpenAPI document with operations'],
    ['{"hello": "world"}', 'is not an OpenAPI document with operations'],
  ])('reports the problem of the document %s', async (text, message) => {
    const documents = await folderWith({ 'lending.json': text });
    await expect(startMock({ documents, services: ['lending'], port: 0 })).rejects.toThrow(message);
  });

  it('sends the example, and logs it, when no dynamic answer can be made', async () => {
    // No generated id is a multiple of this number: what is made knows nothing of allOf.
    const id = { type: 'integer', allOf: [{ multipleOf: 7_654_321 }] };
    const schema = { type: 'object', required: ['id'], properties: { id } };
    const documents = await folderWith({ 'lending.json': documentOf(schema, { id: 7_654_321 }) });
    const lines: string[] = [];
    const options = {
      documents,
      dynamic: true,
      port: 0,
      logLevel: 'warn',
      log: (line: string) => void lines.push(line),
    };
    const { urls } = await started({ ...options, logLevel: 'warn', services: ['lending'] });
    const response = await fetch(`${urls.lending}/thing`);
    expect([response.status, await response.json()]).toEqual([200, { id: 7_654_321 }]);
    expect(lines).toEqual([
      'lending    cannot generate a valid dynamic response for get /thing: sending the example\n',
    ]);
  });

  it('logs a line for each request, without its content', async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const { urls } = await started({ services: ['swap'], port: 0, logLevel: 'info', log });
    const headers = { Authorization: 'Bearer sandbox-secret' };
    await (await fetch(`${urls.swap}/transactions?limit=1`, { headers })).text();
    await (await fetch(`${urls.swap}/transactions?limit=many`, { headers })).text();
    expect(lines.map((line) => line.replace(/\d+ ms/, 'n ms'))).toEqual([
      'swap       GET /transactions?limit=1  200  n ms\n',
      'swap         Request query parameter limit must be integer\n',
      'swap       GET /transactions?limit=many  400  n ms\n',
    ]);
  });
});

describe('an unusual request', () => {
  it('is rejected with 413 when its body is too large', async () => {
    const { urls } = await started({ services: ['lending'], port: 0 });
    const response = await fetch(`${urls.lending}/api/v1/pay-requests`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: 'x'.repeat(11 * 1024 * 1024),
    });
    expect(response.status).toBe(413);
  });

  it('may carry the offset of a time unencoded', async () => {
    const { urls } = await started({ services: ['lending'], port: 0 });
    const response = await fetch(`${urls.lending}/api/v1/transactions?limit=10&offset=2021-08-17T19:20:11+08:00`);
    expect(response.status).toBe(200);
  });

  it('is rejected with 4xx when its target or its preference is invalid', async () => {
    const { urls } = await started({ services: ['swap'], port: 0 });
    const unclear = await fetch(`${urls.swap}/info`, { headers: { Prefer: 'code=teapot' } });
    expect(unclear.status).toBe(400);
    const unknown = await fetch(`${urls.swap}/info`, { headers: { Prefer: 'code=302' } });
    expect(unknown.status).toBe(404);
    expect(await rawStatus(urls.swap, 'GET //')).toBe(404);
  });

  it.each<Record<string, string>>([{ Accept: 'json' }, { 'Content-Type': 'json' }])(
    'is answered as if it did not have %j, which is no media type',
    async (headers) => {
      const { urls } = await started({ services: ['swap'], port: 0 });
      expect((await fetch(`${urls.swap}/info`, { headers })).status).toBe(200);
      const request = { method: 'POST', headers: { 'Content-Type': 'json' }, body: '{}' };
      expect((await fetch(`${urls.swap}/actions`, request)).status).toBe(415);
    },
  );

  it.each([
    'application/json',
    '*/*',
    'text/html, application/xhtml+xml;q=0.9, */*;q=0.8',
    'application/*',
    'application/json, ,',
    '',
  ])('is answered with JSON when it accepts %s', async (accept) => {
    const { urls } = await started({ services: ['swap'], port: 0 });
    const { status, headers } = await fetch(`${urls.swap}/info`, { headers: { Accept: accept } });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
  });

  it('gets its violations in a header of ASCII, whatever it contains', async () => {
    const { urls } = await started({ services: ['comment'], port: 0 });
    const response = await fetch(`${urls.comment}/comments?site_id=${encodeURIComponent('ключ')}`);
    expect(response.status).toBe(400);
    expect(response.headers.get('sl-violations')).toContain('site_id');
  });
});

/** The status of the answer to a request line that no client library can send. */
function rawStatus(url: string, line: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
    socket.once('data', (data) => {
      resolve(Number(data.toString().split(' ')[1]));
      socket.destroy();
    });
    socket.write(`${line} HTTP/1.1\r\nHost: mock\r\n\r\n`);
  });
}
