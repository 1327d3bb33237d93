import { expect, test } from 'vitest';
import { call, testServer, VALIDATORS } from '../testing/server.ts';

test.each(VALIDATORS)(
  'an address is the same with a prefix /api, a trailing slash, or an empty cursor: %s',
  async (validator) => {
    const { httpUrl } = await testServer({ services: ['comment', 'lending', 'swap', 'vault'], validator });
    for (const [path, as] of [
      ['/vault/api/flips?limit=2', '/vault/flips?limit=2'],
      ['/vault/flips/?limit=2', '/vault/flips?limit=2'],
      ['/vault/flips?cursor=&limit=2', '/vault/flips?limit=2'],
      ['/vault/flips?cursor&limit=2', '/vault/flips?limit=2'],
      ['/vault/flips?limit=2&cursor=', '/vault/flips?limit=2'],
      ['/swap/api/pairs/', '/swap/pairs'],
      [
        '/comment/api/comments/?site_id=13&slug=why-tides-matter&offset=',
        '/comment/comments?site_id=13&slug=why-tides-matter',
      ],
      ['/lending/api/v1/markets/all/', '/lending/api/v1/markets/all'],
      ['/lending/api/v1/transactions?offset=&limit=3', '/lending/api/v1/transactions?limit=3'],
    ] as const) {
      const [answer, expected] = [await call(`${httpUrl}${path}`), await call(`${httpUrl}${as}`)];
      expect([path, answer.status]).toEqual([path, 200]);
      // The summary of a pair contains the time as well.
      const withoutTime = ({ body }: { body: unknown }) =>
        JSON.stringify(body, (name, value) => (name === 'ts' ? 0 : value));
      expect(withoutTime(answer)).toEqual(withoutTime(expected));
    }
    expect((await call(`${httpUrl}/vault/api/api/flips`)).status).toBe(404);
    expect((await call(`${httpUrl}/lending/v1/markets/all`)).status).toBe(404);
  },
);

test('an unsupported method is rejected with the supported ones, at these addresses too', async () => {
  const { httpUrl } = await testServer({ services: ['vault'] });
  const refused = await call(`${httpUrl}/vault/api/flips/`, { method: 'DELETE' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});
