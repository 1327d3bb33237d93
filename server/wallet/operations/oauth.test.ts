import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { call, post, testServer } from '../../testing/server.ts';
import { keystoreOf, walletToken } from '../../testing/wallet.ts';
import { LANTERN, ORCHARD_NOTES } from '../seed/cast.ts';

const NOW = Date.UTC(2021, 7, 17, 11, 14, 49);
const SCOPE = 'PROFILE:READ ASSETS:READ';
const [REDIRECT = ''] = ORCHARD_NOTES.redirectUris;

const refused = (status: number, reason: string | RegExp = /\w/) => ({
  status,
  body: { code: status, msg: expect.stringMatching(reason) },
});

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

async function served() {
  let now = NOW;
  const server = await testServer({ clock: () => now });
  const url = server.networkUrl;
  const mira = keystoreOf(server, 'Mira').clientId;
  const request = { client_id: ORCHARD_NOTES.clientId, scope: SCOPE, code_challenge: challenge, user_id: mira };

  const authorize = (changes: object = {}) => post(`${url}/oauth/authorize`, { ...request, ...changes });
  const exchange = (members: object) => post(`${url}/oauth/token`, { client_id: ORCHARD_NOTES.clientId, ...members });
  const me = (token: string) => call(`${url}/me`, { headers: { Authorization: `Bearer ${token}` } });

  async function code(changes: object = {}): Promise<string> {
    const { status, body } = await authorize(changes);
    expect(status).toBe(200);
    return (body as { data: { code: string } }).data.code;
  }
  async function token(changes: object = {}): Promise<string> {
    const { body } = await exchange({ code: await code(changes), code_verifier: verifier });
    return (body as { data: { access_token: string } }).data.access_token;
  }
  return {
    server,
    url,
    mira,
    authorize,
    exchange,
    me,
    code,
    token,
    wait: (milliseconds: number) => (now += milliseconds),
  };
}

/** Opens a page or sends its form, as a browser without scripts does. */
async function browse(url: string, form?: Record<string, string>) {
  const response = await fetch(url, {
    redirect: 'manual',
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  });
  return { status: response.status, location: response.headers.get('location'), text: await response.text(), response };
}

test('a user grants scopes, and the application gets a token for the code', async () => {
  const { mira, exchange, me, code } = await served();
  const { status, body } = await exchange({ code: await code(), code_verifier: verifier });
  expect(status).toBe(200);
  expect(body).toMatchObject({ data: { scope: SCOPE, authorization_id: expect.any(String) } });
  const { access_token } = (body as { data: { access_token: string } }).data;
  expect(await me(access_token)).toMatchObject({
    status: 200,
    body: { data: { user_id: mira, client_id: ORCHARD_NOTES.clientId, scopes: ['PROFILE:READ', 'ASSETS:READ'] } },
  });
});

test('a token holds for 30 days', async () => {
  const { me, token, wait } = await served();
  const granted = await token();
  wait(30 * 86_400_000 - 1_000);
  expect(await me(granted)).toMatchObject({ status: 200 });
  wait(1_000);
  expect(await me(granted)).toMatchObject(refused(401, 'expired'));
});

test('a token without PROFILE:READ cannot read the profile', async () => {
  const { me, token } = await served();
  expect(await me(await token({ scope: 'ASSETS:READ' }))).toMatchObject(refused(403, 'PROFILE:READ'));
});

test('without a challenge the application sends its secret', async () => {
  const { server, exchange, code } = await served();
  const without = { code_challenge: undefined };
  expect(await exchange({ code: await code(without) })).toMatchObject(refused(401, 'client_secret is missing'));
  expect(await exchange({ code: await code(without), code_verifier: verifier })).toMatchObject(refused(401));
  expect(await exchange({ code: await code(without), client_secret: 'guess' })).toMatchObject(refused(401, 'wrong'));
  const { body } = await call(server.httpUrl, { headers: { Accept: 'application/json' } });
  const { applications } = (body as { wallet: { applications: { client_id: string; client_secret: string }[] } })
    .wallet;
  const client_secret = applications.find(({ client_id }) => client_id === ORCHARD_NOTES.clientId)?.client_secret;
  expect(await exchange({ code: await code(without), client_secret })).toMatchObject({ status: 200 });
  expect(await exchange({ code: await code(), client_secret })).toMatchObject(refused(401, 'code_verifier'));
});

describe("requests of the network's SDKs", () => {
  test('a challenge may be made of the decoded bytes of the verifier, and absent members may be empty', async () => {
    const { exchange, code } = await served();
    const bytes = Buffer.from(verifier, 'base64url');
    const code_challenge = createHash('sha256').update(bytes).digest('base64url');
    const other = Buffer.from('another verifier, of as many bytes').toString('base64url');
    expect(await exchange({ code: await code({ code_challenge }), code_verifier: other })).toMatchObject(refused(401));
    const members = { code_verifier: bytes.toString('base64url'), client_secret: '', ed25519: '' };
    expect(await exchange({ ...members, code: await code({ code_challenge }) })).toMatchObject({ status: 200 });
    expect(await exchange({ ...members, code: await code(), code_verifier: verifier })).toMatchObject({ status: 200 });
  });

  test('a refusal has the member error in addition to code and message', async () => {
    const { exchange } = await served();
    expect(await exchange({ code: 'x', code_verifier: '', client_secret: '' })).toMatchObject({
      status: 401,
      body: { code: 401, msg: expect.any(String), error: { status: 401, code: 401, description: expect.any(String) } },
    });
  });
});

describe('a code', () => {
  test('is valid once, also for concurrent requests', async () => {
    const { exchange, code } = await served();
    const members = { code: await code(), code_verifier: verifier };
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(members)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await exchange(members)).toMatchObject(refused(401, 'was used'));
  });

  test('that is presented again revokes its token, if the client could have exchanged it', async () => {
    const { exchange, me, code } = await served();
    const members = { code: await code(), code_verifier: verifier };
    const { body } = await exchange(members);
    const { access_token } = (body as { data: { access_token: string } }).data;
    expect(await exchange({ ...members, code_verifier: 'x'.repeat(43) })).toMatchObject(refused(401));
    expect((await me(access_token)).status).toBe(200);
    expect(await exchange(members)).toMatchObject(refused(401, 'was used'));
    expect(await me(access_token)).toMatchObject(refused(401, 'revoked'));
  });

  test('requires the redirect of its request', async () => {
    const { exchange, code } = await served();
    const [, other = ''] = ORCHARD_NOTES.redirectUris;
    const members = { code: await code({ redirect_uri: REDIRECT }), code_verifier: verifier };
    for (const redirect_uri of [other, 'https://evil.example/', '', `${REDIRECT}/`]) {
      expect(await exchange({ ...members, redirect_uri })).toMatchObject(refused(401, 'redirect_uri'));
    }
    expect(await exchange({ ...members, redirect_uri: REDIRECT })).toMatchObject({ status: 200 });
    const shown = { code: await code(), code_verifier: verifier };
    expect(await exchange({ ...shown, redirect_uri: REDIRECT })).toMatchObject(refused(401, 'redirect_uri'));
    expect(await exchange(shown)).toMatchObject({ status: 200 });
  });

  test('is valid for five minutes', async () => {
    const { exchange, code, wait } = await served();
    const members = { code: await code(), code_verifier: verifier };
    wait(299_999);
    const late = { code: await code(), code_verifier: verifier };
    expect(await exchange(members)).toMatchObject({ status: 200 });
    wait(300_000);
    expect(await exchange(late)).toMatchObject(refused(401, 'expired'));
  });

  test.each<[string, object]>([
    ['unknown', { code: 'ab'.repeat(32) }],
    ['empty', { code: '' }],
    ['absent', { code: undefined }],
    ['of another application', { client_id: LANTERN.clientId }],
    ['of no application', { client_id: undefined }],
    ['without its verifier', { code_verifier: undefined }],
    ['with the challenge for a verifier', { code_verifier: challenge }],
    ['with another verifier', { code_verifier: randomBytes(32).toString('base64url') }],
    ['with a short verifier', { code_verifier: verifier.slice(0, 42) }],
    ['with a long verifier', { code_verifier: verifier.repeat(4) }],
    ['with an empty verifier', { code_verifier: '' }],
  ])('is rejected when it is %s, and is still valid afterwards', async (_what, changes) => {
    const { exchange, code } = await served();
    const members = { code: await code(), code_verifier: verifier };
    expect(await exchange({ ...members, ...changes })).toMatchObject(refused(401));
    expect(await exchange(members)).toMatchObject({ status: 200 });
  });
});

describe('an authorization is rejected', () => {
  test.each<[string, object]>([
    ['of an unknown application', { client_id: '00000000-0000-4000-8000-000000000000' }],
    ['of no application', { client_id: undefined }],
    ['without a scope', { scope: undefined }],
    ['with blanks for a scope', { scope: '  ' }],
    ['with an unknown scope', { scope: 'PROFILE:READ PROFILE:WRITE' }],
    ['with scope FULL', { scope: 'FULL' }],
    ['with FULL among the scopes', { scope: 'PROFILE:READ FULL' }],
    ['with a scope in small letters', { scope: 'profile:read' }],
    ['with scopes joined by commas', { scope: 'PROFILE:READ,ASSETS:READ' }],
    ['with the plain method of PKCE', { code_challenge_method: 'plain' }],
    ['with a challenge that is no SHA-256', { code_challenge: 'short' }],
    ['with an empty challenge', { code_challenge: '' }],
    ['with a redirect that is not registered', { redirect_uri: 'https://evil.example/sign-in' }],
    ['with a redirect below a registered one', { redirect_uri: `${REDIRECT}/../evil` }],
    ['with a redirect that begins like a registered one', { redirect_uri: `${REDIRECT}.evil.example` }],
    ['with the redirect of another application', { redirect_uri: LANTERN.redirectUris[0] }],
    ['with an empty redirect', { redirect_uri: '' }],
    ['of an unknown user', { user_id: '00000000-0000-4000-8000-000000000000' }],
    ['of no user', { user_id: undefined }],
    ['with a number for a scope', { scope: 7 }],
  ])('%s', async (_what, changes) => {
    const { authorize } = await served();
    expect(await authorize(changes)).toMatchObject(refused(400));
  });

  test('when the body is not a JSON object, or far too long', async () => {
    const { url } = await served();
    const send = (body: string) =>
      call(`${url}/oauth/authorize`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    for (const body of ['', '{', 'null', '7']) expect(await send(body)).toMatchObject(refused(400));
    expect(await send(`{"scope":"${'x'.repeat(20_000)}"}`)).toMatchObject(refused(413));
  });
});

describe('in a browser', () => {
  const query = (changes: Record<string, string> = {}) =>
    new URLSearchParams({
      client_id: ORCHARD_NOTES.clientId,
      scope: SCOPE,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      response_type: 'code',
      redirect_uri: REDIRECT,
      state: 'a"b<c>&d',
      ...changes,
    }).toString();

  /** The hidden members of the page's form, and the selected user. */
  function formOf(page: string): Record<string, string> {
    const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
    const decode = (text: string) =>
      text
        .replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))
        .replace(/&(amp|lt|gt|quot);/g, (all, name: string) => named[name] ?? all);
    const hidden = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
    const user_id = /name="user_id" required\s+value="([^"]*)"checked/.exec(
      page.replace(/"\s*checked/, '"checked'),
    )?.[1];
    return {
      ...Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, decode(value)])),
      user_id: user_id ?? '',
    };
  }

  test('a person approves, and returns with the code', async () => {
    const { url, mira, exchange, me } = await served();
    const page = await browse(`${url}/oauth/authorize?${query()}`);
    expect(page).toMatchObject({ status: 200 });
    expect(page.response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.response.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const text of ['Orchard Notes', 'Mira Sandoval', 'Jonas Lindqvist', 'PROFILE:READ', 'ASSETS:READ']) {
      expect(page.text).toContain(text);
    }
    expect(page.text).not.toContain('<script');
    expect(page.text).not.toContain('a"b<c>');

    const form = formOf(page.text);
    expect(form.user_id).toBe(mira);
    const { status, location } = await browse(`${url}/oauth/authorize`, { ...form, decision: 'approve' });
    expect(status).toBe(303);
    const back = new URL(location ?? '');
    expect(back.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect(back.searchParams.get('state')).toBe('a"b<c>&d');
    const { body } = await exchange({ code: back.searchParams.get('code'), code_verifier: verifier });
    const { access_token } = (body as { data: { access_token: string } }).data;
    expect(await me(access_token)).toMatchObject({ status: 200, body: { data: { user_id: mira } } });
  });

  test('a person denies, and returns without a code', async () => {
    const { url } = await served();
    const form = formOf((await browse(`${url}/oauth/authorize?${query()}`)).text);
    const { status, location } = await browse(`${url}/oauth/authorize`, { ...form, decision: 'deny' });
    expect(status).toBe(303);
    const back = new URL(location ?? '');
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'a"b<c>&d' });
  });

  test('without a redirect the code is shown', async () => {
    const { url, exchange } = await served();
    const address = `${url}/oauth/authorize?${query().replace(/redirect_uri=[^&]*&/, '')}`;
    const form = formOf((await browse(address)).text);
    const { status, text } = await browse(`${url}/oauth/authorize`, { ...form, decision: 'approve' });
    expect(status).toBe(200);
    const code = /<pre>([0-9a-f]+)<\/pre>/.exec(text)?.[1];
    expect(await exchange({ code, code_verifier: verifier })).toMatchObject({ status: 200 });
  });

  test('a page for an invalid request is not shown', async () => {
    const { url } = await served();
    const bad: Record<string, string>[] = [
      { redirect_uri: 'https://evil.example/' },
      { scope: 'FULL' },
      { client_id: 'x' },
    ];
    for (const changes of bad) {
      expect(await browse(`${url}/oauth/authorize?${query(changes)}`)).toMatchObject({ status: 400, location: null });
    }
    const twice = `${query()}&redirect_uri=https://evil.example/`;
    expect(await browse(`${url}/oauth/authorize?${twice}`)).toMatchObject({ status: 400, location: null });
  });
});

describe('paying with a token', () => {
  const memo = 'AQAPXE07KhlIB5b15NPCsaCY';

  async function unpaid() {
    const base = await served();
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

test('a contract account has one user, always the same', async () => {
  const { url } = await served();
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const answers = await Promise.all(Array.from({ length: 5 }, () => call(`${url}/accounts/${address}`)));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]).toMatchObject({
    status: 200,
    body: { data: { user_id: expect.stringMatching(/^[0-9a-f-]{36}$/), contract_address: address } },
  });
  expect((await call(`${(await served()).url}/accounts/${address}`)).body).toEqual(answers[0]?.body);
  expect(await call(`${url}/accounts/0x24f411DC66035a2501105D1D297Eb97E915B9678`)).toMatchObject({
    body: { data: { full_name: 'Aiko Tanabe' } },
  });
  for (const bad of [address.toLowerCase(), '0x0', 'mira', `0x${'0'.repeat(40)}`]) {
    expect(await call(`${url}/accounts/${bad}`)).toMatchObject(refused(400));
  }
  expect(await call(`${url}/nothing`)).toMatchObject(refused(404));
});
