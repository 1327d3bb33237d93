import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { worldFixtures, worldInTests } from './fixtures.ts';
import { openSandbox, type Sandbox, type World } from './index.ts';

const STATE = { id: 'w1', url: 'http://x/w1', services: {}, wallet_url: 'u', rpc_url: 'r', headers: { a: 'b' } };

/** Answers each request with this, and records the requests. */
function fetchingThat(data: unknown = STATE, status = 200) {
  const requests: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (url, { method, headers, body } = {}) => {
    requests.push({ url, method, headers, ...(body === undefined ? {} : { body: JSON.parse(String(body)) }) });
    return Response.json(data === null ? {} : { data }, { status });
  };
  return { fetch, requests };
}

/** A sandbox that answers each request with this, and the requests that it gets. */
function sandboxThat(data: unknown = STATE, status = 200, options = {}) {
  const { fetch, requests } = fetchingThat(data, status);
  return { sandbox: openSandbox({ url: 'http://x/', ...options, fetch }), requests };
}

const TIME = '2021-08-17T11:14:49.000Z';
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('a call of the sandbox sends', () => {
  test.each<[string, (sandbox: Sandbox) => Promise<unknown>, string, object?]>([
    ['about', (box) => box.about(), 'GET /about'],
    ['world', (box) => box.world(), 'POST /worlds', {}],
    [
      'world with options',
      (box) => box.world({ name: 'n', snapshot: 's', frozenAt: TIME, idleTimeout: '1m' }),
      'POST /worlds',
      { name: 'n', snapshot: 's', frozen_at: TIME, idle_timeout: '1m' },
    ],
    ['find', (box) => box.find('a/b'), 'GET /worlds/a%2Fb'],
    ['worlds', (box) => box.worlds(), 'GET /worlds'],
    ['snapshots', (box) => box.snapshots(), 'GET /snapshots'],
    ['removeSnapshot', (box) => box.removeSnapshot('a/b'), 'DELETE /snapshots/a%2Fb'],
    ['catalogue', (box) => box.catalogue({ service: 'swap' }), 'GET /catalogue?service=swap'],
  ])('%s', async (_name, call, expected, body) => {
    const { sandbox, requests } = sandboxThat();
    await call(sandbox);
    const [method, path] = expected.split(' ');
    const headers = body === undefined ? {} : JSON_TYPE;
    expect(requests).toEqual([
      { method, url: `http://x/sandbox${path}`, headers, ...(body === undefined ? {} : { body }) },
    ]);
  });
});

describe('a call of a world sends', () => {
  test.each<[string, (world: World) => Promise<unknown>, string, object?]>([
    ['state', (world) => world.state(), 'GET '],
    ['remove', (world) => world.remove(), 'DELETE '],
    ['dispose', (world) => world[Symbol.asyncDispose](), 'DELETE '],
    ['now', (world) => world.now(), 'GET /clock'],
    ['advance', (world) => world.advance('11m'), 'POST /clock', { advance: '11m' }],
    ['freeze', (world) => world.freeze(), 'POST /clock', { freeze: true }],
    ['freeze at', (world) => world.freeze(TIME), 'POST /clock', { freeze: true, set: TIME }],
    ['set', (world) => world.set(new Date(TIME)), 'POST /clock', { set: TIME }],
    ['run', (world) => world.run(), 'POST /clock', { freeze: false }],
    [
      'fault',
      (world) => world.fault('o', { status: 503, times: 2 }),
      'POST /faults',
      { operation: 'o', status: 503, times: 2 },
    ],
    ['faulty', (world) => world.faulty('n', { service: 'swap' }), 'POST /faults', { named: 'n', service: 'swap' }],
    ['faults', (world) => world.faults(), 'GET /faults'],
    ['clearFaults', (world) => world.clearFaults(), 'DELETE /faults'],
    ['exchanges', (world) => world.exchanges(), 'GET /journal'],
    [
      'exchanges of an operation',
      (world) => world.exchanges({ operation: 'o', status: undefined, limit: 2 }),
      'GET /journal?operation=o&limit=2',
    ],
    ['clearExchanges', (world) => world.clearExchanges(), 'DELETE /journal'],
    ['verify', (world) => world.verify('o', { times: 2 }), 'POST /journal/verify', { operation: 'o', times: 2 }],
    ['people', (world) => world.people(), 'GET /people'],
    ['token', (world) => world.token('u', { method: 'POST' }), 'POST /tokens', { user_id: 'u', method: 'POST' }],
    ['position', (world) => world.position('u/', 'a/', {}), 'PUT /people/u%2F/positions/a%2F', {}],
    ['order', (world) => world.order('a/b', 'Done'), 'PUT /orders/a%2Fb', { state: 'Done' }],
    ['conversations', (world) => world.conversations(), 'GET /conversations'],
    ['turn', (world) => world.turn(3, { status: 3, code: 4 }), 'PUT /turns/3', { status: 3, code: 4 }],
    ['airdrop', (world) => world.airdrop('a/b', 3), 'PUT /airdrops/a%2Fb', { status: 3 }],
    ['pay', (world) => world.pay('c', 'u'), 'POST /payments', { code_id: 'c', user_id: 'u' }],
    ['save', (world) => world.save('a/b'), 'PUT /snapshots/a%2Fb'],
    ['restore', (world) => world.restore(), 'POST /restore', {}],
    ['restore to', (world) => world.restore('s'), 'POST /restore', { snapshot: 's' }],
  ])('%s', async (_name, call, expected, body) => {
    const { sandbox, requests } = sandboxThat({ ...STATE, now: TIME, token: 't' });
    await call(await sandbox.world());
    const [method, path] = expected.split(' ');
    expect(requests[1]).toEqual({
      method,
      url: `http://x/sandbox/worlds/w1${path}`,
      headers: body === undefined ? {} : JSON_TYPE,
      ...(body === undefined ? {} : { body }),
    });
  });

  test('the removal of a fault by its id', async () => {
    const { sandbox, requests } = sandboxThat({ ...STATE, id: 'w1' });
    const fault = await (await sandbox.world()).fault('o', { status: 503 });
    await fault.off();
    expect(requests.at(-1)).toMatchObject({ method: 'DELETE', url: 'http://x/sandbox/worlds/w1/faults/w1' });
  });
});

test('a world has the addresses and the time of its state', async () => {
  const world = await sandboxThat({ ...STATE, now: TIME, token: 't' }).sandbox.world();
  const { id, url, services, walletUrl, rpcUrl, headers } = world;
  expect({ id, url, services, walletUrl, rpcUrl, headers }).toEqual({
    id: 'w1',
    url: 'http://x/w1',
    services: {},
    walletUrl: 'u',
    rpcUrl: 'r',
    headers: { a: 'b' },
  });
  expect([await world.now(), await world.advance('1s'), await world.token('u')]).toEqual([
    new Date(TIME),
    new Date(TIME),
    't',
  ]);
});

test('address and token come from the options, otherwise from the environment', async () => {
  vi.stubEnv('SANDBOX_URL', 'http://y');
  vi.stubEnv('SANDBOX_TOKEN', 'e');
  try {
    const fromOptions = sandboxThat(STATE, 200, { token: 'o' });
    await fromOptions.sandbox.about();
    expect(fromOptions.requests).toMatchObject([
      { url: 'http://x/sandbox/about', headers: { Authorization: 'Bearer o' } },
    ]);
    const without = sandboxThat(STATE, 200, { token: '' });
    await without.sandbox.about();
    expect(without.requests).toMatchObject([{ headers: {} }]);
    const fromEnvironment = sandboxThat(STATE, 200, { url: undefined });
    await fromEnvironment.sandbox.about();
    expect(fromEnvironment.requests).toMatchObject([
      { url: 'http://y/sandbox/about', headers: { Authorization: 'Bearer e' } },
    ]);
  } finally {
    vi.unstubAllEnvs();
  }
});

test.each([
  [STATE, 404],
  [null, 200],
])('%# is an error', async (data, status) => {
  await expect(sandboxThat(data, status).sandbox.about()).rejects.toMatchObject({ name: 'SandboxError', status });
});

describe('a world for each test', () => {
  const requested = (requests: readonly unknown[]) =>
    requests.map((one) =>
      Object.values(one as { method: string; url: string })
        .slice(0, 2)
        .toReversed()
        .join(' '),
    );
  /** The options of a sandbox, and the requests that it gets. */
  const options = () => {
    const { fetch, requests } = fetchingThat();
    return { requests, options: { url: 'http://x', fetch, name: 'n' } };
  };
  const both = ['POST http://x/sandbox/worlds', 'DELETE http://x/sandbox/worlds/w1'];

  test('is made before the test and removed after it, by hooks', async () => {
    const { requests, options: given } = options();
    const hooks: (() => Promise<void>)[] = [];
    const world = worldInTests(
      { beforeEach: (hook) => hooks.push(hook), afterEach: (hook) => hooks.push(hook) },
      given,
    );
    expect(world).toThrow('there is no world yet: ask for it inside a test');
    await hooks[0]?.();
    expect([world().id, requested(requests)]).toEqual(['w1', both.slice(0, 1)]);
    await hooks[1]?.();
    expect(requested(requests)).toEqual(both);
    expect(world).toThrow('there is no world yet');
    await hooks[1]?.();
    expect(requests).toHaveLength(2);
  });

  test.each([false, true])('is a fixture that is removed, also when the test fails: %s', async (fails) => {
    const { requests, options: given } = options();
    const used: string[] = [];
    const running = worldFixtures(given).world({}, async ({ id }) => {
      used.push(id);
      if (fails) throw new Error('the test fails');
    });
    if (fails) await expect(running).rejects.toThrow('the test fails');
    else await running;
    expect([used, requested(requests)]).toEqual([['w1'], both]);
    expect(requests[0]).toMatchObject({ body: { name: 'n' } });
  });
});

describe('a person signs in', () => {
  /** The session of a person in a world whose comment service answers this, and the requests to it. */
  async function signedIn(body: unknown, status = 200) {
    const service = fetchingThat();
    const { sandbox } = sandboxThat({ ...STATE, services: { comment: 'http://c' }, token: 't' });
    const world = await sandbox.world();
    vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
      await service.fetch(...given);
      return Response.json(body, { status });
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    return { session: await world.signIn('u').catch((error: unknown) => error), requests: service.requests };
  }

  test('with a token of the network', async () => {
    const { session, requests } = await signedIn({ data: { access_token: 's' } });
    expect(session).toBe('s');
    expect(requests).toEqual([
      {
        url: 'http://c/auth/login',
        method: 'POST',
        headers: JSON_TYPE,
        body: { method: 'mixin_token', mixin_token: 't' },
      },
    ]);
  });

  test.each([
    [{ msg: 'no' }, 'no'],
    [{}, 'the sign-in was refused'],
    [{ data: {} }, 'the sign-in was refused'],
  ])('unless it is refused with %j: %s', async (body, message) => {
    expect((await signedIn(body, 403)).session).toMatchObject({ name: 'SandboxError', status: 403, message });
  });
});
