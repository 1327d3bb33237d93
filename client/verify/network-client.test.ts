import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createNetworkClient } from './index.ts';

const mira = {
  user_id: '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d',
  identity_number: '28865',
  full_name: 'Mira Sandoval',
  avatar_url: 'https://images.example.org/avatars/mira.png',
  contract_address: `0x${'0'.repeat(40)}`,
  client_id: '1f8a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b',
  scopes: ['FULL'],
};

/** A network with scripted answers. */
async function networkThat(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

function answers(status: number, body: unknown, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

const client = (url: string, more = {}) => createNetworkClient({ url, timeout: PATIENCE, ...more });

test('a token is presented to GET {network_api_url}/me', async () => {
  const seen: unknown[] = [];
  const url = await networkThat((request, response) => {
    seen.push([request.method, request.url, request.headers.authorization]);
    answers(200, { data: mira })(request, response);
  });
  expect(await client(`${url}/`).me('a.b.c')).toEqual({
    userId: mira.user_id,
    identityNumber: '28865',
    fullName: 'Mira Sandoval',
    avatarUrl: mira.avatar_url,
    contractAddress: undefined,
    clientId: mira.client_id,
    scopes: ['FULL'],
  });
  expect(seen).toEqual([['GET', '/api/me', 'Bearer a.b.c']]);
});

test.each([
  [null, undefined],
  ['', undefined],
  [mira.contract_address, undefined],
  ['0x24f411dc66035a2501105d1d297eb97e915b9678', '0x24f411DC66035a2501105D1D297Eb97E915B9678'],
])('the contract address %j is understood', async (contract_address, contractAddress) => {
  const url = await networkThat(answers(200, { data: { ...mira, contract_address } }));
  expect(await client(url).me('a.b.c')).toMatchObject({ contractAddress });
});

test.each([400, 401, 403])('a rejection with %d is a refusal with 401, and gives the reason', async (status) => {
  const url = await networkThat(answers(status, { code: status, msg: 'the token has expired' }));
  await expect(client(url).me('a.b.c')).rejects.toMatchObject({
    name: 'Refusal',
    status: 401,
    message: 'the wallet network refuses: the token has expired',
  });
});

const errorForm = (status: number, code: number) => ({ error: { status, code, description: 'Unauthorized.' } });

test.each<[number, unknown]>([
  [200, errorForm(202, 401)],
  [202, errorForm(202, 401)],
  [200, errorForm(202, 20_116)],
  [202, errorForm(202, 403)],
  [401, errorForm(401, 401)],
  [200, { error: { description: 'Unauthorized.' } }],
])('a rejection with HTTP %d in the form of an error is a refusal with 401: %j', async (status, body) => {
  const url = await networkThat(answers(status, body));
  await expect(client(url).me('a.b.c')).rejects.toMatchObject({
    status: 401,
    message: 'the wallet network refuses: Unauthorized.',
  });
});

test.each<[number, number, unknown]>([
  [503, 429, ''],
  [503, 503, '<html>'],
  [503, 202, errorForm(429, 429)],
  [502, 200, errorForm(500, 500)],
  [502, 202, errorForm(202, 404)],
  [502, 500, errorForm(500, 7_000)],
  [502, 404, errorForm(404, 404)],
  [502, 202, { data: mira }],
])('is %d when it answers %d %j', async (expected, status, body) => {
  const url = await networkThat(answers(status, body));
  await expect(client(url).me('a.b.c')).rejects.toMatchObject({ name: 'Refusal', status: expected });
});

test.each(['', ' ', 'a b', 'a\r\nX-Evil: 1', 'ä.b.c', 'x'.repeat(8_193), 'a.b.c\u0000'])(
  'the token %j is rejected without a request to the network',
  async (token) => {
    await expect(client('http://127.0.0.1:1').me(token)).rejects.toMatchObject({ status: 401 });
  },
);

describe('a problem of the network is reported as 502 or 503 and not as a refusal of the token, when it', () => {
  async function fault(url: string, timeout = PATIENCE): Promise<string> {
    const error: unknown = await client(url, { timeout })
      .me('a.b.c')
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'Refusal', status: expect.toBeOneOf([502, 503]) });
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error ? cause.message : '';
  }

  test('cannot be reached', async () => {
    expect(await fault('http://127.0.0.1:1/api')).toMatch(/http:\/\/127\.0\.0\.1:1\/api\/me does not respond/);
  });

  test.each<[string, RequestListener]>([
    ['says nothing', () => undefined],
    ['begins and never ends', (_request, response) => void response.writeHead(200).write('{"data":')],
  ])('%s in time', async (_what, listener) => {
    expect(await fault(await networkThat(listener), 300)).toMatch(/^the wallet network/);
  });

  test.each<[string, RequestListener]>([
    ['hangs up', (request) => void request.socket.destroy()],
    [
      'hangs up in the middle',
      (_request, response) => {
        response.writeHead(200, { 'Content-Length': '100' }).write('{');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      'answers without end',
      (_request, response) => {
        response.writeHead(200);
        const more = () => {
          while (response.writable && response.write('x'.repeat(16_384)));
        };
        response.on('drain', more);
        more();
      },
    ],
    ['fails', answers(500, { code: 500, msg: 'internal error' })],
    ['is busy', answers(429, { code: 429, msg: 'too many requests' })],
    ['has no such path', answers(404, { code: 404, msg: 'not found' })],
    ['sends us elsewhere', answers(302, '', { Location: 'http://127.0.0.1:1/' })],
    ['sends us elsewhere for good', answers(308, '', { Location: 'http://127.0.0.1:1/' })],
    ['answers with nothing', answers(200, '')],
    ['answers with a page', answers(200, '<html>')],
    ['answers with a list', answers(200, [mira])],
    ['answers with null', answers(200, null)],
    ['answers without data', answers(200, mira)],
    ['answers 201', answers(201, { data: mira })],
    ['lacks the user id', answers(200, { data: { ...mira, user_id: undefined } })],
    ['has an empty user id', answers(200, { data: { ...mira, user_id: '' } })],
    ['has a number as user id', answers(200, { data: { ...mira, user_id: 7 } })],
    ['lacks the client id', answers(200, { data: { ...mira, client_id: undefined } })],
    ['lacks the scopes', answers(200, { data: { ...mira, scopes: undefined } })],
    ['has scopes as text', answers(200, { data: { ...mira, scopes: 'FULL' } })],
    ['lacks the contract address', answers(200, { data: { ...mira, contract_address: undefined } })],
    ['has a contract address that is none', answers(200, { data: { ...mira, contract_address: '0x12' } })],
  ])('%s', async (_what, listener) => {
    expect(await fault(await networkThat(listener))).toMatch(/^the wallet network/);
  });
});

test('a code is exchanged with the secret of its application', async () => {
  const bodies: string[] = [];
  const url = await networkThat((request, response) => {
    request.on('data', (chunk) => bodies.push(String(chunk)));
    request.on('end', () => answers(200, { data: { access_token: 't', scope: 'PROFILE:READ' } })(request, response));
  });
  const network = client(url, { secrets: new Map([['app', 'secret']]) });
  expect(await network.exchange('app', 'code')).toEqual({ accessToken: 't', scope: 'PROFILE:READ' });
  expect(bodies.map((body) => JSON.parse(body))).toEqual([{ client_id: 'app', client_secret: 'secret', code: 'code' }]);
  await expect(network.exchange('other', 'code')).rejects.toMatchObject({ name: 'Refusal', status: 400 });
});
