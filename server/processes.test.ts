/** Runs several processes on one PostgreSQL, with clients that may reach any of them. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Conversation, PostedTurn, Turn } from '@wallet-services/contract/assistant';
import type { CommentList, Session } from '@wallet-services/contract/comment';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { demoApplications } from './assistant/index.ts';
import { type RunningServer, type ServerOptions, startServer } from './index.ts';
import { callerOf, dataOf } from './testing/assistant.ts';
import { mustSkipPostgres, type Postgres, startPostgres } from './testing/postgres.ts';
import { type Answer, call, post } from './testing/server.ts';
import { keystoreOf, payAs, signedMessage, testAccount, walletToken } from './testing/wallet.ts';
import { ORCHARD_NOTES } from './wallet/seed/cast.ts';

const run = promisify(execFile);

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url));

/** The site and page of the written comments. */
const PAGE = 'site_id=21&slug=many%2Fprocesses';

const taken = ({ status }: Answer) => status === 200;

describe.skipIf(mustSkipPostgres(process.env))('several processes on one PostgreSQL', () => {
  let postgres: Postgres;
  let data: string;
  beforeAll(async () => {
    postgres = await startPostgres(process.env);
    data = await postgres.create();
  });
  afterAll(() => postgres.stop());

  async function started(options: ServerOptions = {}): Promise<RunningServer> {
    const server = await startServer({ port: 0, rpcPort: 0, data, ...options });
    onTestFinished(() => server.close());
    return server;
  }

  async function application(httpUrl: string) {
    const [one] = await demoApplications();
    if (one === undefined) throw new Error('the sandbox has two applications');
    return callerOf(`${httpUrl}/assistant`, one);
  }

  test('start together, fill the database once, and are ready', async () => {
    const [one, other] = await Promise.all([started(), started()]);
    const lists = await Promise.all(
      [one, other].map(({ httpUrl }) => call(`${httpUrl}/comment/comments?site_id=21&limit=100`)),
    );
    const [first, second] = lists.map(({ body }) => (body as { data: CommentList }).data);
    expect(first?.comments).not.toEqual([]);
    expect(second).toEqual(first);
    for (const { httpUrl } of [one, other]) {
      await expect.poll(async () => (await call(`${httpUrl}/readyz`)).status).toBe(200);
    }
  });

  test('a blocking read is woken by a turn of any process, and each turn is processed once', async () => {
    const servers = await Promise.all([started(), started()]);
    const [one, other] = await Promise.all(servers.map(({ httpUrl }) => application(httpUrl)));
    if (one === undefined || other === undefined) throw new Error('there are two');
    const conversations = await Promise.all(Array.from({ length: 10 }, () => one.converse()));
    const turns = await Promise.all(
      conversations.map(async ({ id }, place) => {
        const posting = place % 2 === 0 ? one : other;
        const reading = place % 2 === 0 ? other : one;
        const body = { content: `turn ${place}` };
        const { id: turn } = dataOf<PostedTurn>(await posting.post(`/conversations/${id}`, body));
        return dataOf<Turn>(await reading.get(`/conversations/${id}/${turn}?block_until_response=true&timeout=10s`));
      }),
    );
    expect(turns.map(({ response }) => response)).toEqual(turns.map((_turn, place) => `You said: turn ${place}`));
    for (const { id } of conversations) {
      const { history } = dataOf<Conversation>(await other.get(`/conversations/${id}`));
      expect(history).toMatchObject([{ status: 2 }]);
    }
  });

  test('a nonce, an OAuth code and a payment are accepted once, a token by every process', async () => {
    const [one, other] = await Promise.all([started(), started()]);
    const servers = [one, other];
    const account = testAccount();
    const message = signedMessage(account);
    const logins = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((place) =>
        post(`${servers[place % 2]?.httpUrl}/comment/auth/login`, { method: 'mvm', ...message }),
      ),
    );
    expect(logins.filter(taken)).toHaveLength(1);

    const login = { method: 'mixin_token', mixin_token: await walletToken(one, 'Mira') };
    const session = await post(`${one.httpUrl}/comment/auth/login`, login);
    const { access_token } = (session.body as { data: Session }).data;
    const headers = { Authorization: `Bearer ${access_token}` };
    expect(await call(`${other.httpUrl}/comment/me`, { headers })).toMatchObject({ status: 200 });

    const verifier = 'v'.repeat(64);
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const client_id = ORCHARD_NOTES.clientId;
    const wish = { client_id, scope: 'PROFILE:READ', code_challenge, user_id: keystoreOf(one, 'Mira').clientId };
    const granted = await post(`${one.networkUrl}/oauth/authorize`, wish);
    const { code } = (granted.body as { data: { code: string } }).data;
    const exchanged = await Promise.all(
      servers.map(({ networkUrl }) => post(`${networkUrl}/oauth/token`, { client_id, code, code_verifier: verifier })),
    );
    expect(exchanged.map(({ status }) => status).toSorted()).toEqual([200, 401]);

    const trace_id = crypto.randomUUID();
    const asset_id = '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51';
    const request = { trace_id, asset_id, amount: '0.5', follow_id: trace_id, memo_base64: 'AA==' };
    const requested = await Promise.all(
      servers.map(({ httpUrl }) => post(`${httpUrl}/lending/api/v1/pay-requests`, request)),
    );
    const links = requested.map(({ body }) => /[0-9a-f-]{36}/.exec(JSON.stringify(body))?.[0]);
    expect(new Set(links).size).toBe(1);
    const link = links[0] ?? '';
    const paid = await Promise.all([0, 1, 2, 3].map((place) => payAs(servers[place % 2] ?? one, 'Mira', link)));
    expect(paid.filter(taken)).toHaveLength(4);
    expect(new Set(paid.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('concurrent comments are all stored, each with its own position', async () => {
    const servers = await Promise.all([started(), started()]);
    const token = await walletToken(servers[0], 'Jonas');
    const session = await post(`${servers[0].httpUrl}/comment/auth/login`, {
      method: 'mixin_token',
      mixin_token: token,
    });
    const headers = { Authorization: `Bearer ${(session.body as { data: Session }).data.access_token}` };
    const written = await Promise.all(
      Array.from({ length: 40 }, (_none, place) =>
        post(`${servers[place % 2]?.httpUrl}/comment/comments?${PAGE}`, { content: `comment ${place}` }, headers),
      ),
    );
    expect(written.filter(taken)).toHaveLength(40);
    const list = await call(`${servers[1].httpUrl}/comment/comments?${PAGE}&limit=100`);
    const { comments, total } = (list.body as { data: CommentList }).data;
    expect(total).toBe(40);
    expect(new Set(comments?.map(({ id }) => id)).size).toBe(40);
  });

  test('the rate limit counts the requests to all processes', async () => {
    const servers = await Promise.all([started({ rateLimit: 5 }), started({ rateLimit: 5 })]);
    const statuses = [];
    for (let place = 0; place < 8; place += 1) {
      const { status } = await call(`${servers[place % 2]?.httpUrl}/lending/api/v1/transactions?limit=1`);
      statuses.push(status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  /** Starts the command, and waits for its printed addresses. */
  async function command(...args: readonly string[]): Promise<{ child: ChildProcess; url: string }> {
    const all = [CLI, '--port', '0', '--rpc-port', '0', '--log-level', 'silent', '--data', data, ...args];
    const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    let printed = '';
    for await (const chunk of child.stdout) {
      printed += chunk;
      const url = /start here +(http:\/\/[^/\s]+)/.exec(printed)?.[1];
      if (url !== undefined) return { child, url };
    }
    throw new Error('it ended before it was ready');
  }

  test('the writes of a killed process are kept, and its turns are processed by another one', async () => {
    const [killed, left] = await Promise.all([command(), command()]);
    const [one, other] = await Promise.all([application(killed.url), application(left.url)]);
    const override = { middlewares: [{ name: 'delay', options: { ms: 5_000 } }] };
    const posted = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { id } = await one.converse();
        const turn = dataOf<PostedTurn>(
          await one.post(`/conversations/${id}`, { content: 'Stay', bot_override: override }),
        );
        return `/conversations/${id}/${turn.id}`;
      }),
    );
    await expect
      .poll(async () => Promise.all(posted.map(async (path) => dataOf<Turn>(await other.get(path)).status)))
      .toContain(1);
    killed.child.kill('SIGKILL');
    const read = async (path: string) => {
      const url = `${left.url}/assistant${path}?block_until_response=true&timeout=50s`;
      const answer = await fetch(url, { headers: other.headers, signal: AbortSignal.timeout(PATIENCE) });
      return ((await answer.json()) as { data: Turn }).data;
    };
    for (const turn of await Promise.all(posted.map(read)))
      expect(turn).toMatchObject({ status: 2, response: 'You said: Stay' });
  });

  test.each(['parent', 'group'])('--workers: a signal to the %s during the start ends all processes', async (whom) => {
    // Fills the database, which takes its time.
    await started();
    const args = [CLI, '--port', '0', '--rpc-port', '0', '--workers', '2', '--data', data];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const { pid = 0 } = child;
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    child.stdout.resume();
    const printed = child.stderr.setEncoding('utf8').toArray();
    const ended = once(child, 'exit');
    await vi.waitFor(() => run('pgrep', ['-P', String(pid)]), { timeout: PATIENCE, interval: 1 });
    if (whom === 'parent') process.kill(pid, 'SIGTERM');
    else process.kill(-pid, 'SIGINT');
    expect(await ended).toEqual([0, null]);
    expect((await printed).join('')).not.toMatch(/could not start|cannot/);
    await expect(run('pgrep', ['-g', String(pid)])).rejects.toMatchObject({ code: 1 });
  });

  test('--workers: a killed process is replaced, and all processes end on a signal', async () => {
    const { child, url } = await command('--workers', '2');
    const workers = async () => {
      const { stdout } = await run('pgrep', ['-P', String(child.pid)]);
      return stdout.trim().split('\n').map(Number);
    };
    const [first = 0, ...others] = await workers();
    expect(others).toHaveLength(1);
    process.kill(first, 'SIGKILL');
    const replaced = async () => (await workers()).filter((worker) => worker !== first).length;
    await expect.poll(replaced).toBe(2);
    for (let count = 0; count < 4; count += 1) expect((await call(`${url}/healthz`)).status).toBe(200);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });
});
