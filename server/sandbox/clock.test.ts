import { expect, test } from 'vitest';
import { demoApplications } from '../assistant/index.ts';
import { callerOf } from '../testing/assistant.ts';
import { eachInAWorld, started, world } from '../testing/sandbox.ts';
import { call } from '../testing/server.ts';

eachInAWorld();

/** Approximate end of the seeded history. */
const LAST_SWAP = '2021-08-17T12:00:00Z';

const MIRA = '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d';

test('tokens expire by it, and tokens issued later are valid', async () => {
  const mine = async (token: string) =>
    (await call(`${world.services.vault}/me/vats`, { headers: { authorization: `Bearer ${token}` } })).status;
  const token = await world.token(MIRA);
  expect(await mine(token)).toBe(200);
  await world.advance('11m');
  expect(await mine(token)).toBe(401);
  expect(await mine(await world.token(MIRA))).toBe(200);
});

test('clients see it in the header Date of every response, and in the reason for which a token is rejected', async () => {
  const token = await world.token(MIRA);
  const responseTo = () => fetch(`${world.services.vault}/me/vats`, { headers: { authorization: `Bearer ${token}` } });
  const ahead = ({ headers }: Response) =>
    Math.round(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now()) / 60_000);
  expect(ahead(await responseTo())).toBe(0);
  await world.advance('11m');
  const refused = await responseTo();
  expect([refused.status, ahead(refused)]).toEqual([401, 11]);
  expect(await refused.text()).toContain('the token has expired (the clock of this world is 11 minutes ahead)');
  expect(ahead(await fetch(`${world.services.vault}/nothing`))).toBe(11);
  await world.fault('listMyVaults', { status: 503 });
  expect(ahead(await responseTo())).toBe(11);
});

test('conversations expire by it', async () => {
  const [application] = await demoApplications();
  if (application === undefined) throw new Error('the sandbox has an application');
  const caller = callerOf(world.services.assistant, application);
  const { id } = await caller.converse();
  expect((await caller.get(`/conversations/${id}`)).status).toBe(200);
  await world.advance('9m');
  expect((await caller.get(`/conversations/${id}`)).status).toBe(200);
  await world.advance('2m');
  expect((await caller.get(`/conversations/${id}`)).status).toBe(404);
  expect((await world.conversations()).map((one) => one.id)).not.toContain(id);
});

test('the figures of the last 24 hours follow it', async () => {
  const counts = async () => {
    const { body } = await call(`${world.services.swap}/api/pairs`);
    const { data } = body as { data: { pairs: { transaction_count_24h: number }[] } };
    return data.pairs.reduce((sum, pair) => sum + pair.transaction_count_24h, 0);
  };
  await world.freeze(LAST_SWAP);
  expect(await counts()).toBeGreaterThan(0);
  await world.advance('3d');
  expect(await counts()).toBe(0);
});

test('it can be frozen, continued, set, and reset to the system clock', async () => {
  const at = await world.freeze('2031-02-03T04:05:06Z');
  expect(await world.now()).toEqual(at);
  const { headers } = world;
  const info = await call(`${started.server.httpUrl}/swap/api/info`, { headers });
  expect(info.body).toMatchObject({ ts: at.getTime() });
  expect((await world.advance('1h30m')).toISOString()).toBe('2031-02-03T05:35:06.000Z');
  await world.run();
  expect((await world.state()).clock).toMatchObject({
    frozen: false,
    now: expect.stringMatching(/^2031-02-03T05:35:/),
  });
  const { status, body } = await call(`${started.server.httpUrl}/sandbox/worlds/${world.id}/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"reset":true}',
  });
  expect([status, body]).toEqual([200, { data: expect.objectContaining({ frozen: false, offset_ms: 0 }) }]);
});
