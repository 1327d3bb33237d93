import { describe, expect, test } from 'vitest';
import { NOW, servedOAuth } from '../../testing/oauth.ts';
import { call, post } from '../../testing/server.ts';
import { walletToken } from '../../testing/wallet.ts';

const refused = (status: number, reason: string | RegExp = /\w/) => ({
  status,
  body: { code: status, msg: expect.stringMatching(reason) },
});

describe('paying with a token', () => {
  const memo = 'AQAPXE07KhlIB5b15NPCsaCY';

  async function unpaid() {
    const base = await servedOAuth();
    const { body } = await post(`${base.server.httpUrl}/lending/api/v1/pay-requests`, {
      asset_id: '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51',
      amount: '0.5',
      trace_id: 'b5f3f2a4-7a6e-4c19-9a6b-4d2f7a2f3f50',
      follow_id: '0f5c4d3b-2a19-4807-96f5-e4d3c2b1a098',
      memo_base64: memo,
    });
    const path = `/codes/${(body as { url: string }).url.replace(/^.*\//, '')}/pay`;
    const pay = (token: string) =>
      call(`${base.url}${path}`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    return { ...base, path, pay };
  }

  test('of a keystore, signed for that payment', async () => {
    const { server, path, pay } = await unpaid();
    const options = { clock: () => NOW, method: 'POST' };
    expect(await pay(await walletToken(server, 'Mira', { ...options, path }))).toMatchObject({
      status: 200,
      body: { data: { state: 'accepted', amount: '0.5' } },
    });
  });

  test('of a keystore, signed for something else, is rejected', async () => {
    const { server, path, pay } = await unpaid();
    for (const options of [{}, { path }, { method: 'POST' }, { method: 'POST', path, body: '{}' }]) {
      const token = await walletToken(server, 'Mira', { clock: () => NOW, ...options });
      expect(await pay(token)).toMatchObject(refused(401, 'not signed for'));
    }
  });

  test('of OAuth, when the user granted it', async () => {
    const { token, pay } = await unpaid();
    expect(await pay(await token())).toMatchObject(refused(403, 'PAYMENTS'));
    expect(await pay(await token({ scope: 'PAYMENTS' }))).toMatchObject({ status: 200 });
  });

  test('is rejected when there is no such code', async () => {
    const { url, token } = await unpaid();
    const headers = { Authorization: `Bearer ${await token({ scope: 'PAYMENTS' })}` };
    for (const code of ['unknown', '%00', '00000000-0000-4000-8000-000000000000']) {
      expect(await call(`${url}/codes/${code}/pay`, { method: 'POST', headers })).toMatchObject(refused(404));
    }
  });
});
