import { Agent, request as ask, createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import type { NoReply } from './exchange.ts';
import { forward, requestOf, sendCut, sendNoReply } from './wire.ts';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function served(answer: (response: ServerResponse, said: string) => void): Promise<string> {
  const server = createServer(async (incoming, response) => {
    const { method, url, headers } = incoming;
    answer(response, JSON.stringify([method, url, headers['x-own'], headers['x-dropped'], await text(incoming)]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a request that came is handed on as it was, without what belongs to its connection', async () => {
  const origin = await served((response, said) => response.setHeader('x-answered', 'yes').end(said));
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
  /** Resolves to what came of an answer: its beginning, or the error. */
  const came = (origin: string) =>
    new Promise<string>((resolve) => {
      const asked = ask(origin, { agent: false }, (response) => {
        let first = '';
        response.on('data', (part: Buffer) => {
          first ||= part.toString().trim() || 'spaces';
          if (first === 'spaces') asked.destroy();
        });
        response.on('error', () => resolve(`${first} and no end`));
      });
      asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
      asked.end();
    });

  test.each<[NoReply['kind'], string, string]>([
    ['close', 'closed in the middle of the body', '{"data": [ and no end'],
    ['drop', 'closed without a response', 'ECONNRESET'],
    ['endless', 'sent an endless body', 'spaces and no end'],
    ['garbage', 'responded with something that is not HTTP', 'HPE_INVALID_CONSTANT'],
  ])('%s: %s', async (kind, words, expected) => {
    const said: string[] = [];
    const origin = await served((response) => said.push(sendNoReply({ kind }, response)));
    expect([await came(origin), said]).toEqual([expected, [words]]);
  });

  test('half of a body', async () => {
    const origin = await served((response) => {
      response.setHeader('content-length', '8');
      sendCut(Buffer.from('12345678'), response);
    });
    expect(await came(origin)).toBe('1234 and no end');
  });
});
