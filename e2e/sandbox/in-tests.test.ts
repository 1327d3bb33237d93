/** Tests worlds in runners without fixtures, and the credentials in the guide. */
import { worldInTests } from '@wallet-services/client/sandbox';
import { type RunningServer, startServer } from '@wallet-services/server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const MIRA = '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, rpcPort: 0 });
  // The environment variable that a user would set.
  process.env['SANDBOX_URL'] = server.httpUrl;
});
afterAll(async () => {
  delete process.env['SANDBOX_URL'];
  await server.close();
});

const world = worldInTests({ beforeEach, afterEach });
const ids: string[] = [];

const me = async (token: string) =>
  (await fetch(`${world().services.comment}/me`, { headers: { Authorization: `Bearer ${token}` } })).status;

test('the comment service only accepts its own sessions', async () => {
  ids.push(world().id);
  expect(await me(await world().signIn(MIRA))).toBe(200);
  expect(await me(await world().token(MIRA))).toBe(401);
  await expect(world().signIn('00000000-0000-4000-8000-000000000000')).rejects.toThrow();
});

test('each test has a separate world, and the previous one is removed', async () => {
  expect(ids).not.toContain(world().id);
  const [before = ''] = ids;
  expect((await fetch(`${server.httpUrl}/sandbox/worlds/${before}`)).status).toBe(404);
});
