import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { challenge, REDIRECT, SCOPE, servedOAuth, verifier } from '../../testing/oauth.ts';
import { call } from '../../testing/server.ts';
import { LANTERN, ORCHARD_NOTES } from '../seed/cast.ts';

const refused = (status: number, reason: string | RegExp = /\w/) => ({
  status,
  body: { code: status, msg: expect.stringMatching(reason) },
});

test('a user grants scopes, and the application gets a token for the code', async () => {
  const { mira, exchange, me, code } = await servedOAuth();
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
  const { me, token, wait } = await servedOAuth();
  const granted = await token();
  wait(30 * 86_400_000 - 1_000);
  expect(await me(granted)).toMatchObject({ status: 200 });
  wait(1_000);
  expect(await me(granted)).toMatchObject(refused(401, 'expired'));
});

test('a token without PROFILE:READ cannot read the profile', async () => {
  const { me, token } = await servedOAuth();
  expect(await me(await token({ scope: 'ASSETS:READ' }))).toMatchObject(refused(403, 'PROFILE:READ'));
});

test('without a challenge the application sends its secret', async () => {
  const { server, exchange, code } = await servedOAuth();
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
    const { exchange, code } = await servedOAuth();
    const bytes = Buffer.from(verifier, 'base64url');
    const code_challenge = createHash('sha256').update(bytes).digest('base64url');
    const other = Buffer.from('another verifier, of as many bytes').toString('base64url');
    expect(await exchange({ code: await code({ code_challenge }), code_verifier: other })).toMatchObject(refused(401));
    const members = { code_verifier: bytes.toString('base64url'), client_secret: '', ed25519: '' };
    expect(await exchange({ ...members, code: await code({ code_challenge }) })).toMatchObject({ status: 200 });
    expect(await exchange({ ...members, code: await code(), code_verifier: verifier })).toMatchObject({ status: 200 });
  });

  test('a refusal has the member error in addition to code and message', async () => {
    const { exchange } = await servedOAuth();
    expect(await exchange({ code: 'x', code_verifier: '', client_secret: '' })).toMatchObject({
      status: 401,
      body: { code: 401, msg: expect.any(String), error: { status: 401, code: 401, description: expect.any(String) } },
    });
  });
});

describe('a code', () => {
  test('is valid once, also for concurrent requests', async () => {
    const { exchange, code } = await servedOAuth();
    const members = { code: await code(), code_verifier: verifier };
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(members)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await exchange(members)).toMatchObject(refused(401, 'was used'));
  });

  test('that is presented again revokes its token, if the client could have exchanged it', async () => {
    const { exchange, me, code } = await servedOAuth();
    const members = { code: await code(), code_verifier: verifier };
    const { body } = await exchange(members);
    const { access_token } = (body as { data: { access_token: string } }).data;
    expect(await exchange({ ...members, code_verifier: 'x'.repeat(43) })).toMatchObject(refused(401));
    expect((await me(access_token)).status).toBe(200);
    expect(await exchange(members)).toMatchObject(refused(401, 'was used'));
    expect(await me(access_token)).toMatchObject(refused(401, 'revoked'));
  });

  test('requires the redirect of its request', async () => {
    const { exchange, code } = await servedOAuth();
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
    const { exchange, code, wait } = await servedOAuth();
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
    const { exchange, code } = await servedOAuth();
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
    const { authorize } = await servedOAuth();
    expect(await authorize(changes)).toMatchObject(refused(400));
  });

  test('when the body is not a JSON object, or far too long', async () => {
    const { url } = await servedOAuth();
    const send = (body: string) =>
      call(`${url}/oauth/authorize`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    for (const body of ['', '{', 'null', '7']) expect(await send(body)).toMatchObject(refused(400));
    expect(await send(`{"scope":"${'x'.repeat(20_000)}"}`)).toMatchObject(refused(413));
  });
});

test('a contract account has one user, always the same', async () => {
  const { url } = await servedOAuth();
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const answers = await Promise.all(Array.from({ length: 5 }, () => call(`${url}/accounts/${address}`)));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]).toMatchObject({
    status: 200,
    body: { data: { user_id: expect.stringMatching(/^[0-9a-f-]{36}$/), contract_address: address } },
  });
  expect((await call(`${(await servedOAuth()).url}/accounts/${address}`)).body).toEqual(answers[0]?.body);
  expect(await call(`${url}/accounts/0x24f411DC66035a2501105D1D297Eb97E915B9678`)).toMatchObject({
    body: { data: { full_name: 'Aiko Tanabe' } },
  });
  for (const bad of [address.toLowerCase(), '0x0', 'mira', `0x${'0'.repeat(40)}`]) {
    expect(await call(`${url}/accounts/${bad}`)).toMatchObject(refused(400));
  }
  expect(await call(`${url}/nothing`)).toMatchObject(refused(404));
});
