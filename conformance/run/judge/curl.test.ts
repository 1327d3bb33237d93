import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Exchange, HttpCall, RpcCall } from '../../model/exchange.ts';
import { commandOf } from './curl.ts';

const run = promisify(execFile);

const call: HttpCall = {
  kind: 'http',
  label: 'pay',
  operation: 'createPayRequest',
  schemes: ['AccessToken'],
  method: 'POST',
  path: '/pay',
  headers: {},
  body: null,
  intent: 'valid',
  credentials: 'given',
};

const exchange: Exchange = {
  call,
  url: 'http://127.0.0.1:4000/pay',
  method: 'POST',
  headers: { accept: 'application/json', authorization: 'Bearer the-secret-token' },
  requestBody: null,
  outcome: {
    kind: 'answer',
    status: 200,
    contentType: null,
    retryAfter: null,
    body: { text: '', bytes: 0, json: { ok: false, problem: 'an empty body' } },
  },
};

const secrets = ['the-secret-token', 'pass"word$1'];

describe('a command of a finding', () => {
  test('variables replace credentials, with a description of their values', () => {
    const { line, variables } = commandOf(exchange, secrets);
    expect(line).toBe(
      `curl -i -X POST -H 'accept: application/json' -H "authorization: Bearer $TOKEN" 'http://127.0.0.1:4000/pay'`,
    );
    expect(variables).toEqual([{ name: 'TOKEN', holds: 'a token (AccessToken)' }]);
  });

  test.each([
    ['other', 'OTHER_TOKEN', 'a token (AccessToken) of another user'],
    ['expired', 'EXPIRED_TOKEN', 'a token (AccessToken) that has expired'],
  ] as const)('%s credentials have variables of their own', (credentials, name, holds) => {
    const { variables } = commandOf({ ...exchange, call: { ...call, credentials } }, secrets);
    expect(variables).toEqual([{ name, holds }]);
  });

  test('a token that a rule made up is shown, since the finding is about it', () => {
    const headers = { authorization: 'Bearer nonsense' };
    expect(commandOf({ ...exchange, headers, call: { ...call, headers } }, secrets).line).toContain('Bearer nonsense');
    const real = { authorization: 'Bearer the-secret-token' };
    expect(commandOf({ ...exchange, headers: real, call: { ...call, headers: real } }, secrets).line).not.toContain(
      'the-secret',
    );
  });

  test('a request that hangs does not hang the shell', () => {
    const outcome = { kind: 'failure', reason: 'timeout', message: 'no answer' } as const;
    expect(commandOf({ ...exchange, outcome }, secrets).line).toContain('curl -i --max-time 10 ');
  });
});

interface Observation {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

describe('a command in a shell', () => {
  let origin: string;
  let folder: string;
  let seen: Observation | undefined;
  const server = createServer((request, response) => {
    text(request).then((body) => {
      seen = { method: request.method, url: request.url, headers: request.headers, body };
      response.end('ok');
    });
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder = await mkdtemp(join(tmpdir(), 'commands-'));
    // Replaces tools that a machine may not have: prints the arguments that the shell made of the command.
    for (const name of ['grpcurl', 'npx']) {
      await writeFile(
        join(folder, name),
        `#!${process.execPath}\nconsole.log(JSON.stringify(process.argv.slice(2)));\n`,
      );
      await chmod(join(folder, name), 0o755);
    }
  });

  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  async function sent(
    changes: Partial<Exchange>,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Observation> {
    const { line } = commandOf({ ...exchange, ...changes, url: `${origin}${changes.url ?? '/pay'}` }, secrets);
    seen = undefined;
    await run('bash', ['--norc', '-c', `${line} -s`], {
      env: { PATH: process.env['PATH'], ...variables },
      timeout: PATIENCE,
    });
    if (seen === undefined) throw new Error(`nothing was sent by ${line}`);
    return seen;
  }

  test('any body arrives unchanged, with the secrets filled in', async () => {
    const body = (secret: string) => `{"memo":"it's \\"$HOME\\" \`x\` !\\n","password":${JSON.stringify(secret)}}\n@ü`;
    const headers = { 'content-type': 'application/json', 'x-assistant-secret': 'pass"word$1' };
    const variables = { PASSWORD: String.raw`pass\"word$1`, X_ASSISTANT_SECRET: 'pass"word$1' };
    const { line } = commandOf({ ...exchange, headers, requestBody: body('pass"word$1') }, secrets);
    expect(line).not.toContain('word$1');
    expect(await sent({ headers, requestBody: body('pass"word$1') }, variables)).toMatchObject({
      method: 'POST',
      body: body('pass"word$1'),
      headers: { 'x-assistant-secret': 'pass"word$1', 'content-type': 'application/json' },
    });
  });

  test.each([
    ['/a/../b?x={1}&y=[2]', 'GET'],
    ["/it's/$HOME?q=`x`", 'DELETE'],
    ['/%2e%2e/a?limit=', 'PUT'],
  ])('%s is requested unchanged', async (url, method) => {
    expect(await sent({ url, method })).toMatchObject({ url, method });
  });

  test('HEAD is sent, and so is an empty header', async () => {
    expect(await sent({ method: 'HEAD' })).toMatchObject({ method: 'HEAD' });
    expect((await sent({ method: 'GET', headers: { 'x-comment-site-id': '' } })).headers).toMatchObject({
      'x-comment-site-id': '',
    });
  });

  test.each(['grpc', 'grpc-web'] as const)('%s is called by a tool for its protocol', async (protocol) => {
    const rpc: RpcCall = { kind: 'rpc', label: 'x', method: 'AllMarkets', protocol, message: {}, intent: 'valid' };
    const url = 'http://127.0.0.1:4001/lending.v1.Lending/AllMarkets';
    const { line } = commandOf({ ...exchange, call: rpc, url, requestBody: `{"note":"it's"}` }, secrets);
    const { stdout } = await run('bash', ['--norc', '-c', line], {
      env: { PATH: `${folder}:${process.env['PATH']}`, TOKEN: 'x y' },
      timeout: PATIENCE,
    });
    const args: readonly string[] = JSON.parse(stdout);
    expect(args).toContain(`{"note":"it's"}`);
    expect(args).toContain('authorization: Bearer x y');
    expect(args.at(-1)).toBe(protocol === 'grpc' ? 'lending.v1.Lending/AllMarkets' : url);
    const protos = args[args.indexOf(protocol === 'grpc' ? '-import-path' : '--schema') + 1] ?? '';
    expect((await stat(join(protos, 'lending/v1/lending.proto'))).isFile()).toBe(true);
  });
});
