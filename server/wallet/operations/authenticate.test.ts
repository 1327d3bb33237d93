import { createHash, createHmac, createSign, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { SignedRequest } from '@wallet-services/client/sign-in';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../index.ts';
import { call, testServer } from '../../testing/server.ts';
import { keystoreOf, type SandboxName, walletToken } from '../../testing/wallet.ts';
import { privateKeyOf, publicKeyOf, publicKeyText } from '../../values/ed25519.ts';

const NOW = Date.UTC(2021, 7, 17, 11, 14, 49);
const SECONDS = NOW / 1000;

const refused = (status: number, reason: string | RegExp = /\w/) => ({
  status,
  body: { code: status, msg: expect.stringMatching(reason) },
});

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, rpcPort: 0, clock: () => NOW });
});
afterAll(() => server.close());

function served() {
  const bearer = (value: string) => call(`${server.networkUrl}/me`, { headers: { Authorization: value } });
  const me = (token: string) => bearer(`Bearer ${token}`);
  const mira = keystoreOf(server, 'Mira');
  const claims = {
    uid: mira.clientId,
    sid: mira.sessionId,
    iat: SECONDS,
    exp: SECONDS + 600,
    jti: 'f2f1b1a0-0c0d-4e0f-8a0b-1c1d1e1f2a2b',
    sig: signatureOf({ method: 'GET', path: '/me', body: '' }),
    scp: 'FULL',
  };
  return { server, bearer, me, mira, key: privateKeyOf(mira.privateKey), claims };
}

/** The expected `sig`, computed independently of the code that signs. */
function signatureOf({ method, path, body }: SignedRequest): string {
  return createHash('sha256').update(`${method}${path}${body}`).digest('hex');
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Builds a token by hand, so that each part may be invalid. */
function token(header: unknown, claims: unknown, signer: (input: string) => Buffer): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${signer(input).toString('base64url')}`;
}

const EDDSA = { alg: 'EdDSA', typ: 'JWT' };
const eddsa = (key: KeyObject) => (input: string) => sign(null, Buffer.from(input), key);

test.each<[SandboxName, string, string]>([
  ['Mira', 'Orchard Notes', `0x${'0'.repeat(40)}`],
  ['Jonas', 'Orchard Notes', `0x${'0'.repeat(40)}`],
  ['Aiko', 'Orchard Notes', '0x24f411DC66035a2501105D1D297Eb97E915B9678'],
  ['Lantern Feed', 'Lantern Feed', `0x${'0'.repeat(40)}`],
])('a token of %s identifies its user', async (name, application, contract) => {
  const { server, me } = served();
  const { status, body } = await me(await walletToken(server, name, { clock: () => NOW }));
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      user_id: keystoreOf(server, name).clientId,
      identity_number: expect.stringMatching(/^\d*$/),
      full_name: expect.stringContaining(name),
      avatar_url: expect.any(String),
      contract_address: contract,
      client_id: keystoreOf(server, application as SandboxName).clientId,
      scopes: ['FULL'],
    },
  });
});

test('a token that was built by hand is accepted, in any capitalization of Bearer', async () => {
  const { bearer, claims, key } = served();
  const good = token(EDDSA, claims, eddsa(key));
  expect(await bearer(`Bearer ${good}`)).toMatchObject({ status: 200 });
  expect(await bearer(`bearer  ${good}`)).toMatchObject({ status: 200 });
  expect(await bearer(`Bearer ${token({ alg: 'EdDSA' }, claims, eddsa(key))}`)).toMatchObject({ status: 200 });
});

test('the seed chooses the keystores', async () => {
  const [one, again, other] = await Promise.all([1, 1, 2].map((seed) => testServer({ seed })));
  expect(one?.keystores).toEqual(again?.keystores);
  expect(one?.keystores.map(({ privateKey }) => privateKey)).not.toEqual(
    other?.keystores.map(({ privateKey }) => privateKey),
  );
});

describe('a token is rejected', () => {
  test.each([
    ['without a credential', '', 'the access token is missing'],
    ['with another scheme', 'Basic bWlyYTptaXJh', 'the access token is missing'],
    ['with nothing behind Bearer', 'Bearer ', 'the access token is missing'],
    ['with a word that is no token', 'Bearer hello', 'not a JWT'],
    ['with two parts', 'Bearer a.b', 'not a JWT'],
    ['with five parts', 'Bearer a.b.c.d.e', 'not a JWT'],
    ['with parts that are not base64', 'Bearer ä.b.c', 'not a JWT'],
  ])('%s', async (_what, value, reason) => {
    const { bearer } = served();
    const answer = await bearer(value);
    expect(answer).toMatchObject(refused(401, reason));
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test.each<[string, object]>([
    ['when it has expired this moment', { exp: SECONDS }],
    ['when it was issued in the future', { iat: SECONDS + 61, exp: SECONDS + 661 }],
    ['when it lives longer than 90 days', { exp: SECONDS + 90 * 86_400 + 1 }],
    ['when it expires before it was issued', { iat: SECONDS + 30, exp: SECONDS + 20 }],
    ['when it is not yet valid', { nbf: SECONDS + 100 }],
    ['when it never expires', { exp: undefined }],
    ['when it was issued at no time', { iat: undefined }],
    ['when its times are text', { iat: String(SECONDS), exp: String(SECONDS + 600) }],
    ['when its expiry is infinite', { exp: 1e308 }],
    ['when it has no jti', { jti: undefined }],
    ['when its jti is empty', { jti: '' }],
    ['when its jti is a number', { jti: 7 }],
    ['when it has no uid', { uid: undefined }],
    ['when it has no sid', { sid: undefined }],
    ['when its session is unknown', { sid: '00000000-0000-4000-8000-000000000000' }],
    ['when its session is a list', { sid: ['00000000-0000-4000-8000-000000000000'] }],
    ['when it speaks for another user', { uid: '6c2e8d9f-a031-4b4c-9d5e-6f7a8b9c0d1e' }],
    ['when it has no scope', { scp: undefined }],
    ['when its scope is not FULL', { scp: 'PROFILE:READ' }],
    ['when its scope is in small letters', { scp: 'full' }],
    ['when FULL is one scope of several', { scp: 'FULL PROFILE:READ' }],
    ['when its scope is a list', { scp: ['FULL'] }],
    ['when it has no sig', { sig: undefined }],
    ['when its sig is empty', { sig: '' }],
    ['when it is for another method', { sig: signatureOf({ method: 'POST', path: '/me', body: '' }) }],
    ['when it is for a request with a body', { sig: signatureOf({ method: 'GET', path: '/me', body: '{}' }) }],
    [
      'when it is for the path of the whole server',
      { sig: signatureOf({ method: 'GET', path: '/wallet/me', body: '' }) },
    ],
    ['when its sig is in capitals', { sig: signatureOf({ method: 'GET', path: '/me', body: '' }).toUpperCase() }],
    ['when it claims an authorization too', { aid: 'f2f1b1a0-0c0d-4e0f-8a0b-1c1d1e1f2a2b' }],
  ])('%s', async (_what, changes) => {
    const { me, claims, key } = served();
    expect(await me(token(EDDSA, { ...claims, ...changes }, eddsa(key)))).toMatchObject(refused(401));
  });

  test('when another key signed it', async () => {
    const { server, me, claims } = served();
    const jonas = privateKeyOf(keystoreOf(server, 'Jonas').privateKey);
    expect(await me(token(EDDSA, claims, eddsa(jonas)))).toMatchObject(refused(401, 'not signed with the key'));
  });

  test('when it contains its own key', async () => {
    const { me, claims } = served();
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const header = { ...EDDSA, jwk: publicKey.export({ format: 'jwk' }) };
    expect(await me(token(header, claims, eddsa(privateKey)))).toMatchObject(refused(401, 'not signed with the key'));
  });

  test('when a claim was changed after signing', async () => {
    const { me, claims, key } = served();
    const [header, , signature] = token(EDDSA, claims, eddsa(key)).split('.');
    expect(await me(`${header}.${encode({ ...claims, exp: SECONDS + 700 })}.${signature}`)).toMatchObject(refused(401));
  });

  test('when it needs an extension that is not known', async () => {
    const { me, claims, key } = served();
    expect(await me(token({ ...EDDSA, crit: ['b64'], b64: false }, claims, eddsa(key)))).toMatchObject(refused(401));
    expect(await me(token({ ...EDDSA, crit: ['x'], x: 1 }, claims, eddsa(key)))).toMatchObject(refused(401));
  });

  const none = () => Buffer.alloc(0);
  test.each(['none', 'None', 'NONE', '', 'EdDSA '])('with the algorithm %j and no signature', async (alg) => {
    const { me, claims } = served();
    const unsigned = token({ alg }, claims, none);
    expect(await me(unsigned)).toMatchObject(refused(401));
    expect(await me(unsigned.slice(0, -1))).toMatchObject(refused(401));
  });

  test('without an algorithm, or with two', async () => {
    const { me, claims, key } = served();
    expect(await me(token({ typ: 'JWT' }, claims, eddsa(key)))).toMatchObject(refused(401));
    expect(await me(token({ alg: ['EdDSA'] }, claims, eddsa(key)))).toMatchObject(refused(401));
  });

  test.each(['HS256', 'HS384', 'HS512'])('with %s, keyed with the public key in any form', async (alg) => {
    const { me, claims, mira } = served();
    const text = publicKeyText(privateKeyOf(mira.privateKey));
    const key = publicKeyOf(text);
    const secrets = [
      text,
      Buffer.from(text, 'base64url'),
      key.export({ format: 'der', type: 'spki' }),
      key.export({ format: 'pem', type: 'spki' }),
    ];
    for (const secret of secrets) {
      const hmac = (input: string) => createHmac(alg.replace('HS', 'sha'), secret).update(input).digest();
      expect(await me(token({ alg }, claims, hmac))).toMatchObject(refused(401, 'EdDSA'));
      expect(await me(token(EDDSA, claims, hmac))).toMatchObject(refused(401));
    }
  });

  test('with ES256 and RS256', async () => {
    const { me, claims } = served();
    const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const es256 = (input: string) =>
      createSign('sha256').update(input).sign({ key: elliptic, dsaEncoding: 'ieee-p1363' });
    expect(await me(token({ alg: 'ES256' }, claims, es256))).toMatchObject(refused(401, 'EdDSA'));
    expect(await me(token(EDDSA, claims, es256))).toMatchObject(refused(401));
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const rs256 = (input: string) => createSign('sha256').update(input).sign(privateKey);
    expect(await me(token({ alg: 'RS256' }, claims, rs256))).toMatchObject(refused(401, 'EdDSA'));
  });

  test.each([null, [], 'text', 7])('when its claims are %j', async (claims) => {
    const { me, key } = served();
    expect(await me(token(EDDSA, claims, eddsa(key)))).toMatchObject(refused(401));
  });

  test('when it is very long', async () => {
    const { me, claims, key } = served();
    expect(await me(token(EDDSA, { ...claims, padding: 'x'.repeat(9_000) }, eddsa(key)))).toMatchObject({
      status: 200,
    });
    expect((await me(token(EDDSA, { ...claims, padding: 'x'.repeat(20_000) }, eddsa(key)))).status).toBe(431);
  });
});
