import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { serviceFetchHandler } from './fetch/index.ts';
import { serviceNodeHandler } from './node/index.ts';
import { notImplementedYet } from './not-implemented.ts';
import type { CompiledValidator, Operation, Service } from './operation.ts';
import { Refusal } from './refusal.ts';
import type { ErrorBody } from './reply.ts';

const operation: Operation = {
  id: 'read',
  method: 'get',
  path: '/items/{id}',
  summary: '',
  parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }],
  security: [],
  statuses: ['200', '4XX'],
  answers: { '4XX': { types: ['application/problem+json'] } },
};

/** A validator that requires the title of a problem (RFC 9457). */
const problem: CompiledValidator = (data) => typeof data === 'object' && data !== null && 'title' in data;

const service: Service = {
  name: 'shop',
  operations: { read: operation },
  securitySchemes: {},
  validators: { read: { responses: { '200': () => true, '4XX': problem } } },
  document: () => ({}),
};

const asProblem: ErrorBody = ({ msg, hint }, status) => ({
  body: { title: msg, status, ...(hint === undefined ? {} : { detail: hint }) },
  type: 'application/problem+json',
});

const handlers = {
  read({ path }: { path: { id: number } }) {
    if (path.id === 404) throw new Refusal(404, 'there is no such item', { hint: 'look again' });
    if (path.id === 500) throw new Error('secret');
    if (path.id === 501) notImplementedYet();
    return { status: 200, body: path };
  },
};

type Send = (method: string, path: string) => Promise<Response>;

/** The adapters without a framework; the Express adapter sends with the code of the Node.js adapter. */
const adapters: readonly (readonly [
  string,
  (errorBody: ErrorBody, faults: unknown[], use: (send: Send) => Promise<void>) => Promise<void>,
])[] = [
  [
    'fetch',
    async (errorBody, faults, use) => {
      const handler = serviceFetchHandler(service, handlers, { errorBody, onFault: (error) => faults.push(error) });
      await use((method, path) => handler(new Request(`http://x${path}`, { method })));
    },
  ],
  [
    'node',
    async (errorBody, faults, use) => {
      const listener = serviceNodeHandler(service, handlers, { errorBody, onFault: (error) => faults.push(error) });
      const server = createServer(listener).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      await use((method, path) => fetch(`http://127.0.0.1:${port}${path}`, { method }));
      server.close();
    },
  ],
];

describe.each(adapters)('%s', (_name, serve) => {
  it.each([
    ['GET', '/items/7', 200, 'application/json; charset=utf-8', { id: 7 }],
    [
      'GET',
      '/items/seven',
      400,
      'application/problem+json',
      { title: 'path parameter id must be integer', status: 400 },
    ],
    [
      'GET',
      '/items/404',
      404,
      'application/problem+json',
      { title: 'there is no such item', status: 404, detail: 'look again' },
    ],
    ['GET', '/items/500', 500, 'application/problem+json', { title: 'internal error', status: 500 }],
    ['GET', '/items/501', 501, 'application/problem+json', { title: 'read is not implemented yet', status: 501 }],
    ['GET', '/nowhere', 404, 'application/problem+json', { title: 'there is nothing at /nowhere', status: 404 }],
    [
      'PUT',
      '/items/7',
      405,
      'application/problem+json',
      { title: '/items/7 does not support PUT', status: 405, detail: 'use GET, HEAD, OPTIONS' },
    ],
  ])('writes the errors of %s %s in the form of the document', async (method, path, status, type, body) => {
    await serve(asProblem, [], async (send) => {
      const response = await send(method, path);
      expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
      expect(await response.json()).toEqual(body);
    });
  });

  it.each<[string, ErrorBody]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['returns no body', () => ({ body: undefined })],
  ])('sends its own form, and reports a fault, when errorBody %s', async (_what, errorBody) => {
    const faults: unknown[] = [];
    await serve(errorBody, faults, async (send) => {
      const response = await send('GET', '/items/seven');
      expect([response.status, await response.json()]).toEqual([
        400,
        { code: 400, msg: 'path parameter id must be integer' },
      ]);
      expect(faults).toHaveLength(1);
    });
  });

  it("validates the form of a handler's refusal", async () => {
    const faults: unknown[] = [];
    await serve(
      ({ msg }) => ({ body: { text: msg } }),
      faults,
      async (send) => {
        const response = await send('GET', '/items/404');
        expect([response.status, await response.json()]).toEqual([500, { text: 'internal error' }]);
        expect(faults).toMatchObject([{ name: 'AnswerError' }]);
      },
    );
  });
});
