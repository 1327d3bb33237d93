import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileMessages } from '../testing/hostile.ts';
import { sendRaw, startUpstream, type Upstream } from '../testing/upstream.ts';
import { type RunningProxy, startProxy } from './start.ts';

let upstream: Upstream;
let proxy: RunningProxy;
let answer: Buffer;
let answerHeaders: Readonly<Record<string, string>>;

beforeAll(async () => {
  upstream = await startUpstream((incoming, outgoing) => {
    incoming.resume();
    incoming.on('end', () => {
      outgoing.writeHead(200, { 'content-type': 'application/json', ...answerHeaders }).end(answer);
    });
  });
  proxy = await startProxy({ upstreams: { vault: upstream.url, assistant: upstream.url }, port: 0, rules: {} });
});

afterAll(async () => {
  await proxy.close();
  await upstream.close();
});

function plain(): void {
  answer = Buffer.from('{"flips":[],"pagination":{"next_cursor":"","has_next":false}}');
  answerHeaders = {};
}

/** Number of exchanges that were counted so far: as a violation, or as one that could not be checked. */
function counted(): number {
  const { violations, warnings, unchecked } = proxy.summary();
  return [...violations, ...warnings, ...unchecked].reduce((sum, { count }) => sum + count, 0);
}

describe.each(hostileMessages)('$name', ({ body, headers = {} }) => {
  it('from a client passes, is reported, and the next exchange is judged', async () => {
    plain();
    const before = counted();
    const sent = body();
    const message = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: sent };
    expect((await sendRaw(`${proxy.urls.assistant}/indexes`, message)).status).toBe(200);
    await proxy.idle();
    expect(counted()).toBeGreaterThan(before);
    await expectNextIsJudged();
  });

  it('from a service passes as it is, is reported, and the next exchange is judged', async () => {
    [answer, answerHeaders] = [body(), headers];
    const before = counted();
    const passed = await sendRaw(`${proxy.urls.vault}/flips`);
    expect([passed.status, passed.body.equals(answer)]).toEqual([200, true]);
    await proxy.idle();
    expect(counted()).toBeGreaterThan(before);
    await expectNextIsJudged();
  });
});

async function expectNextIsJudged(): Promise<void> {
  plain();
  const seen = () => proxy.summary().operations.find(({ operationId }) => operationId === 'listFlips')?.count ?? 0;
  const before = seen();
  await sendRaw(`${proxy.urls.vault}/flips`);
  await proxy.idle();
  expect(seen()).toBe(before + 1);
}

it('is never reported as judged by the rules when it was not', () => {
  const { passed = 0, judged = 0, ...left } = proxy.live?.counts() ?? {};
  expect(passed).toBe(judged + Object.values(left).reduce((sum, count) => sum + count, 0));
});
