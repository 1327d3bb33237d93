/** Sends hostile requests to the control API: each is rejected or handled, and memory stays bounded. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';
import { call } from '../testing/server.ts';

let it: TestSandbox;
let url: string;
beforeAll(async () => {
  it = await startSandbox();
  url = `${it.server.httpUrl}/sandbox`;
});
afterAll(() => it[Symbol.asyncDispose]());

const MIRA = '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d';

async function send(method: string, path: string, body?: unknown): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const content = body === undefined ? {} : { body: text, headers: { 'Content-Type': 'application/json' } };
  const response = await fetch(`${url}${path}`, { method, ...content });
  await response.body?.cancel();
  return response.status;
}

/** For each operation with a body: its path, a valid body, and the names of the body's members. */
const BODIES: readonly (readonly [path: string, right: object, members: string])[] = [
  ['/worlds', {}, 'name snapshot frozen_at idle_timeout'],
  ['/worlds/main/clock', {}, 'set advance freeze reset'],
  [
    '/worlds/main/faults',
    { operation: 'readTime' },
    'named service operation status example body headers delay dribble connection values stale when times after probability seed',
  ],
  [
    '/worlds/main/journal/verify',
    { operation: 'readTime' },
    'operation service when status times at_least at_most other',
  ],
  ['/worlds/main/tokens', { user_id: MIRA }, 'user_id method path'],
  ['/worlds/main/payments', { code_id: 'x', user_id: MIRA }, 'code_id user_id'],
];

const VALUES = [
  null,
  -1,
  1e308,
  2 ** 63,
  true,
  '',
  'x'.repeat(50_000),
  [],
  {},
  [[]],
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  { ['__proto__']: {} },
];

test.each(BODIES)('%s: no value of a body member causes an internal error', async (path, right, members) => {
  for (const member of members.split(' ')) {
    for (const value of VALUES) {
      const status = await send('POST', path, { ...right, [member]: value });
      expect([member, String(value).slice(0, 20), status < 500]).toEqual([member, String(value).slice(0, 20), true]);
    }
  }
  const nested = '['.repeat(50_000);
  for (const raw of ['', '{', 'null', '[]', '1', nested, `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`]) {
    expect([400, 200]).toContain(await send('POST', path, raw));
  }
  expect(await send('POST', path, `{"name":"${'a'.repeat(3_000_000)}"}`)).toBe(413);
  await send('DELETE', '/worlds/main/faults');
  await send('POST', '/worlds/main/clock', { reset: true, freeze: false });
});

const NAMES = '..%2f..%2fetc%2fpasswd %00 a%00 __proto__ constructor toString %ff %zz a/b a;b -x'.split(' ');

test.each([...NAMES, 'a'.repeat(65), 'x'.repeat(5_000)])(
  'an unusual name causes no internal error: %s',
  async (name) => {
    const requested: (readonly [string, string, unknown?])[] = [
      ['PUT', `/worlds/main/snapshots/${name}`],
      ['DELETE', `/snapshots/${name}`],
      ['GET', `/worlds/${name}`],
      ['GET', `/worlds/${name}/journal/events`],
      ['GET', `/../worlds/${name}/vault/flips`],
      ['DELETE', `/worlds/${name}`],
      ['DELETE', `/worlds/main/faults/${name}`],
      ['PUT', `/worlds/main/orders/${name}`, { state: 'Done' }],
      ['PUT', `/worlds/main/turns/${name}`, { status: 2 }],
      ['PUT', `/worlds/main/airdrops/${name}`, { status: 3 }],
      ['PUT', `/worlds/main/people/${name}/positions/${name}`, { supplied: '1' }],
    ];
    for (const [method, path, body] of requested) {
      const status = await send(method, path, body);
      const isFine =
        (status >= 400 && status < 500) || (name === 'constructor' || name === 'toString' ? status === 200 : false);
      expect([method, path, status, isFine]).toEqual([method, path, status, true]);
    }
  },
);

test.each([
  [{ status: 100 }, '100 is not a status of a final response'],
  [{ status: 200, headers: { 'a\r\nb': 'c' } }, 'cannot be a header'],
  [{ status: 200, headers: { a: 'c\r\nSet-Cookie: x' } }, 'cannot be a header'],
  [{ status: 200, headers: { a: '\u{1f4a5}' } }, 'cannot be a header'],
  [{ status: 200, headers: { '': 'c' } }, 'cannot be a header'],
  [{ values: [{ at: 'flips', to: 1 }] }, 'is not a JSON pointer'],
])('a fault that HTTP cannot carry is rejected: %j', async (fault, why) => {
  const main = await it.sandbox.find('main');
  await expect(main.fault('listFlips', fault)).rejects.toThrow(why);
  expect(await main.faults()).toEqual([]);
});

test('worlds are removed, restored and saved while they receive requests', async () => {
  const worlds = await Promise.all(Array.from({ length: 8 }, () => it.sandbox.world()));
  const seen = await Promise.all(
    Array.from({ length: 80 }, async (_, turn) => {
      const { id, services } = worlds[turn % 8] ?? { id: '', services: { vault: '' } };
      if (turn % 20 > 17) return send('DELETE', `/worlds/${id}`);
      if (turn % 20 === 16) return send('POST', `/worlds/${id}/restore`, {});
      if (turn % 20 === 17) return send('PUT', `/worlds/${id}/snapshots/attacked`);
      if (turn % 20 === 15) return send('POST', `/worlds/${id}/clock`, { advance: '1h' });
      return (await call(`${services.vault}/flips?limit=2`)).status;
    }),
  );
  expect(seen.filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
  expect(seen).toContain(404);
  await Promise.all(worlds.map(({ id }) => send('DELETE', `/worlds/${id}`)));
});

test('faults are listed in pages, and their total size is limited', async () => {
  const body = 'x'.repeat(900_000);
  const answers: number[] = [];
  const path = '/worlds/main/faults';
  for (let count = 0; count < 6; count += 1) {
    answers.push(await send('POST', path, { operation: 'readTime', status: 500, body }));
  }
  expect(answers).toEqual([200, 200, 200, 200, 409, 409]);
  const listed = async (query: string) => {
    const { data } = (await call(`${url}${path}?${query}`)).body as {
      readonly data: readonly { readonly id: string }[];
    };
    return data.map(({ id }) => id);
  };
  const all = await listed('');
  expect(all).toHaveLength(4);
  const first = await listed('limit=3');
  expect([...first, ...(await listed(`limit=3&after=${first.at(-1)}`))]).toEqual(all);
  await send('DELETE', path);
});

test('the numbers of snapshots and faults are limited', async () => {
  const { snapshots, faults } = (await it.sandbox.about()).bounds;
  const many = (count: number, act: (turn: number) => Promise<number>) =>
    Promise.all(Array.from({ length: count }, (_, turn) => act(turn)));
  const saved = await many(snapshots + 15, (turn) => send('PUT', `/worlds/main/snapshots/number${turn}`));
  expect(saved.filter((status) => status === 200).length).toBeLessThanOrEqual(snapshots);
  expect((await it.sandbox.snapshots()).length).toBeLessThanOrEqual(snapshots);
  const on = await many(faults + 15, () => send('POST', '/worlds/main/faults', { operation: 'readTime', status: 500 }));
  expect(on.filter((status) => status === 200)).toHaveLength(faults);
  await send('DELETE', '/worlds/main/faults');
});

test('no form of a credential reaches the journal', async () => {
  const secret = 'c2VjcmV0LW9mLXRoZS10ZXN0';
  const at = `${it.server.httpUrl}/lending/api/v1/pay-requests`;
  const key = `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----`;
  const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
  const requested: (readonly [string, RequestInit])[] = [
    [`?access_token=${secret}&%61pi_key=${secret}&limit=1#token=${secret}`, {}],
    ['', { headers: { Authorization: `Bearer ${secret}`, Cookie: `session=${secret}`, 'X-API-Key': secret } }],
    ['', { headers: { 'X-Assistant-Secret': secret, 'Proxy-Authorization': `Basic ${secret}` } }],
    ['', { headers: { Referer: `http://h/?access_token=${secret}` } }],
    ['', json({ keystore: { private_key: secret, privateKey: secret }, deep: [{ mnemonic: secret }] })],
    ['', json({ memo: `Bearer ${secret}`, note: key })],
    ['', { body: `{"password": "${secret}", "cut`, headers: { 'Content-Type': 'application/json' } }],
    ['', { body: new URLSearchParams({ client_secret: secret, password: secret }) }],
  ];
  for (const [query, init] of requested) {
    await call(`${at}${query}`, { method: 'body' in init ? 'POST' : 'GET', ...init });
  }
  const shown = JSON.stringify(await (await it.sandbox.find('main')).exchanges());
  expect(shown).not.toContain(secret);
  expect(shown.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(requested.length);
});
