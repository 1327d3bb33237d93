import { describe, expect, test } from 'vitest';
import { call, testServer } from '../../testing/server.ts';
import { keystoreOf } from '../../testing/wallet.ts';
import { ORCHARD_NOTES } from '../seed/cast.ts';

describe('the token of a demonstration user', () => {
  test('is always the same, is accepted, and contains the granted scopes', async () => {
    const server = await testServer();
    const user = keystoreOf(server, 'Mira').clientId;
    const printed = async () => (await fetch(`${server.networkUrl}/demo/token?user_id=${user}&type=oauth`)).text();
    const token = await printed();
    expect(await printed()).toBe(token);
    expect(await call(`${server.networkUrl}/me`, { headers: { Authorization: `Bearer ${token}` } })).toMatchObject({
      status: 200,
      body: { data: { user_id: user } },
    });
    const scp = 'PROFILE:READ ASSETS:READ';
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ scp });
  });

  test('is rejected for a user who has granted nothing', async () => {
    const { networkUrl } = await testServer();
    const answer = await call(`${networkUrl}/demo/token?user_id=${ORCHARD_NOTES.clientId}&type=oauth`);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 400, msg: expect.stringMatching(/authorized no application/) },
    });
  });
});
