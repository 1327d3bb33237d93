import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import type { Operation, Service } from '../operation.ts';
import { serviceNodeHandler } from './handler.ts';

const write: Operation = {
  id: 'write',
  method: 'put',
  path: '/notes',
  summary: '',
  parameters: [],
  body: { required: false },
  security: [],
  statuses: ['200', '204'],
};
const service: Service = {
  name: 'notes',
  operations: { write },
  securitySchemes: {},
  validators: {},
  document: () => ({}),
};

type Before = (request: IncomingMessage, response: ServerResponse) => void;
type Handler = (request: { readonly body: unknown }) => unknown;

/** The port of a server with this handler, and the reported faults. */
async function served(handler: Handler, options = {}, before: Before = () => undefined) {
  const faults: string[] = [];
  const onFault = ({ message }: Error) => faults.push(message);
  const listener = serviceNodeHandler(service, { write: handler }, { bodyLimit: 10, ...options, onFault });
  const server = createServer((request, response) => {
    before(request, response);
    listener(request, response);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, faults };
}

/** The response to a request with a body that is sent in these pieces. */
async function answered(
  port: number,
  pieces: readonly string[],
  headers: Readonly<Record<string, string>> = {},
  path = '/notes',
) {
  const type = { 'content-type': 'application/json' };
  const outgoing = send({ host: '127.0.0.1', port, path, method: 'PUT', headers: { ...type, ...headers } });
  for (const piece of pieces) outgoing.write(piece);
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

const echo: Handler = ({ body }) => ({ status: 200, body: body ?? null });

it.each<[string, readonly string[], Readonly<Record<string, string>>, number, string]>([
  ['in one piece', ['[1]'], { 'content-length': '3' }, 200, '[1]'],
  ['after a byte order mark', ['\ufeff[1]'], { 'content-length': '6' }, 200, '[1]'],
  ['in chunks', ['[1', ']'], {}, 200, '[1]'],
  ['in too many chunks', ['[1', '         ]'], {}, 413, '{"code":413,"msg":"the body is too large"}'],
  ['that is too long', ['[1        ]'], { 'content-length': '11' }, 413, '{"code":413,"msg":"the body is too large"}'],
  ['that is empty', [], { 'content-length': '0' }, 200, 'null'],
])('accepts a body %s', async (_what, pieces, headers, status, expected) => {
  const { port, faults } = await served(echo);
  expect(await answered(port, pieces, headers)).toMatchObject({ status, text: expected });
  expect(faults).toEqual([]);
});

it('sends a status without a body', async () => {
  const { port } = await served(() => ({ status: 204 }));
  const { status, headers, text: body } = await answered(port, []);
  expect([status, headers['content-length'], body]).toEqual([204, undefined, '']);
});

it('keeps the headers and cookies that were set before, in addition to its own', async () => {
  const answer = { status: 200, body: 1, headers: { 'Set-Cookie': 'a=1', 'X-A': 'own' } };
  const { port } = await served(
    () => answer,
    {},
    (_request, response) => {
      response.setHeader('Set-Cookie', 'b=2');
      response.setHeader('X-B', 'earlier');
    },
  );
  expect((await answered(port, [])).headers).toMatchObject({
    'set-cookie': expect.arrayContaining(['a=1', 'b=2']),
    'x-a': 'own',
    'x-b': 'earlier',
    'content-type': 'application/json; charset=utf-8',
    'content-length': '1',
  });
});

it('sends nothing if an answer has already been sent', async () => {
  const { port, faults } = await served(echo, {}, (_request, response) => response.writeHead(203).end('early'));
  expect(await answered(port, [])).toMatchObject({ status: 203, text: 'early' });
  expect(faults).toEqual([]);
});

it('leaves unknown paths to the option fallthrough, and reports its faults', async () => {
  const fallthrough = ({ url }: IncomingMessage, response: ServerResponse) => {
    if (url === '/broken') throw new Error('no');
    response.writeHead(203).end('other');
  };
  const { port, faults } = await served(echo, { fallthrough });
  expect(await answered(port, [], {}, '/other')).toMatchObject({ status: 203, text: 'other' });
  expect(await answered(port, [], {}, '/broken')).toMatchObject({ status: 500 });
  expect(faults).toEqual(['no']);
  expect(() => serviceNodeHandler(service, { write: echo }, { fallthrough: true as never })).toThrow(TypeError);
});
