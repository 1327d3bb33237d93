import { createHash, randomBytes } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { messageText } from '@wallet-services/client/sign-in';
import type { Session, SignInRequest } from '@wallet-services/contract/comment';
import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { exampleAnswer, exampleRequest, readDocument } from '../../contract/index.ts';
import { bearer, dataOf, refusal, SITE, SLUG, served, sharedServer } from '../../testing/comment.ts';
import { call, STORY_VALIDATORS } from '../../testing/server.ts';
import {
  keystoreOf,
  signedMessage,
  signHash,
  signInMessage,
  signText,
  testAccount,
  walletToken,
} from '../../testing/wallet.ts';

const DAY = 24 * 3_600_000;

/** The operations that require a credential. */
const protectedOperations = [
  ['GET', '/me'],
  ['POST', `/comments?site_id=${SITE}&slug=${SLUG}`],
  ['PUT', `/comments/90311/fav?site_id=${SITE}`],
  ['PUT', `/comments/90311/unfav?site_id=${SITE}`],
  ['POST', '/comments/90311/replies'],
  ['POST', '/airdrops'],
] as const;

describe.each(STORY_VALIDATORS)('signing in, validated by %s', (validator) => {
  const start = sharedServer({ validator });

  describe('by wallet network token', () => {
    test('signs in the user of the example', async () => {
      const { login, server } = start();
      const token = await walletToken(server, 'Mira');
      const answer = await login({ method: 'mixin_token', mixin_token: token, lang: 'en' });
      const session = dataOf<Session>(answer);
      const example = exampleAnswer<{ data: Session }>(await readDocument('comment'), 'signIn', 'wallet-token');
      expect(session.user).toEqual(example.data.user);
      expect(session.access_token).not.toBe(token);
    });

    test('accepts a token of wallet OAuth', async () => {
      const { login, server, user } = start();
      const { status, body } = await oauthToken(server);
      expect(status).toBe(200);
      const { access_token } = (body as { data: { access_token: string } }).data;
      const session = dataOf<Session>(await login({ method: 'mixin_token', mixin_token: access_token }));
      expect(session.user).toEqual(await user(1311));
    });

    test('accepts both names of the member, and prefers the first', async () => {
      const { login, server } = start();
      const [mira, jonas] = await Promise.all([walletToken(server, 'Mira'), walletToken(server, 'Jonas')]);
      const session = async (body: object) => dataOf<Session>(await login({ method: 'mixin_token', ...body })).user.id;
      expect(await session({ mixin_access_token: jonas })).toBe(1311);
      expect(await session({ mixin_token: mira, mixin_access_token: jonas })).toBe(1207);
      expect(await session({ mixin_token: '', mixin_access_token: jonas })).toBe(1311);
      expect(await login({ method: 'mixin_token', mixin_token: 'x.y.z', mixin_access_token: jonas })).toMatchObject(
        refusal(401),
      );
    });

    test('is rejected when the user has a contract account', async () => {
      const { login, server } = start();
      const body = { method: 'mixin_token', mixin_token: await walletToken(server, 'Aiko') };
      expect(await login(body)).toMatchObject(refusal(401, /^ErrBadMvmLoginMethod/));
    });

    test('is rejected for an application that is not trusted', async () => {
      const { login, server } = start();
      const body = { method: 'mixin_token', mixin_token: await walletToken(server, 'Lantern Feed') };
      expect(await login(body)).toMatchObject(refusal(401));
    });

    test.each([
      ['is none', async () => 'nonsense'],
      ['is longer than any', async () => 'a'.repeat(100_000)],
      ['would break a header', async () => 'a\r\nX-Other: b'],
      ['has expired', async (s: Server) => walletToken(s, 'Mira', { clock: () => Date.now() - DAY })],
      ['is of another path', async (s: Server) => walletToken(s, 'Mira', { path: '/codes' })],
      ['has too little scope', async (s: Server) => walletToken(s, 'Mira', { scope: 'ASSETS:READ' })],
      ['is signed with a secret', async (s: Server) => symmetric(keystoreOf(s, 'Mira').clientId)],
    ])('is rejected when the token %s', async (_what, tokenOf) => {
      const { login, server } = start();
      const mixin_token = await tokenOf(server);
      expect(await login({ method: 'mixin_token', mixin_token })).toMatchObject(refusal(401));
    });

    test('is rejected without a token', async () => {
      const { login } = start();
      expect(await login({ method: 'mixin_token' })).toMatchObject(refusal(400, /mixin_token/));
      expect(await login({ method: 'mixin_token', mixin_token: '' })).toMatchObject(refusal(400));
      expect(await login({ method: 'mixin_token', mixin_token: null })).toMatchObject(refusal(400));
    });
  });

  describe('by signed message', () => {
    test('signs in the user of the example, once', async () => {
      const { login } = start();
      const document = await readDocument('comment');
      const request = exampleRequest<SignInRequest>(document, 'signIn', 'signed-message');
      const session = dataOf<Session>(await login(request));
      expect(session.user).toEqual(exampleAnswer<{ data: Session }>(document, 'signIn', 'signed-message').data.user);
      expect(await login(request)).toMatchObject(refusal(401, /nonce/));
    });

    test('creates a user at the first sign-in, and finds the account at the next', async () => {
      const { login, user, newcomer } = start();
      const account = testAccount();
      const first = dataOf<Session>(await login({ method: 'mvm', ...signedMessage(account) }));
      const again = dataOf<Session>(
        await login({ method: 'mvm', ...signedMessage(account, { statement: undefined, requestId: 'r-1' }) }),
      );
      expect(again.user).toEqual(first.user);
      expect(await user(first.user.id)).toEqual(first.user);
      expect((await newcomer()).user.id).toBe(first.user.id + 1);
    });

    test('accepts the lines of the message as well', async () => {
      const { login } = start();
      const account = testAccount();
      const signed_message = messageText(signInMessage(account, { resources: ['https://notes.example.org/terms'] }));
      const body = { method: 'mvm', signed_message, signature: signText(account, signed_message) };
      expect((await login(body)).status).toBe(200);
    });

    test('creates one user for concurrent sign-ins', async () => {
      const { login } = start();
      const account = testAccount();
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => login({ method: 'mvm', ...signedMessage(account) })),
      );
      expect(new Set(answers.map((answer) => dataOf<Session>(answer).user.id)).size).toBe(1);
    });

    test('accepts every optional field, and none of them', async () => {
      const { login } = start();
      const minute = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
      const every = {
        expirationTime: minute(5),
        notBefore: minute(-5),
        requestId: 'request-7',
        resources: [
          'https://notes.example.org/terms',
          'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq',
        ],
      };
      expect((await login({ method: 'mvm', ...signedMessage(testAccount(), every) })).status).toBe(200);
      expect((await login({ method: 'mvm', ...signedMessage(testAccount(), { statement: undefined }) })).status).toBe(
        200,
      );
    });

    test('is rejected when only the text was signed, or its lines in another order', async () => {
      const { login } = start();
      const account = testAccount();
      const message = signInMessage(account, {
        requestId: 'request-8',
        resources: ['https://notes.example.org/terms'],
      });
      const signed_message = JSON.stringify(message);
      const text = messageText(message);
      const bare = signHash(account.secretKey, keccak_256(Buffer.from(text)));
      expect(await login({ method: 'mvm', signed_message, signature: bare })).toMatchObject(refusal(401));
      const swapped = text.replace(/(Version: .*)\n(Chain ID: .*)/, '$2\n$1');
      const requestLast = text.replace(/(Request ID: .*)\n((?:.|\n)*)$/, '$2\n$1');
      for (const other of [swapped, requestLast]) {
        expect(other).not.toBe(text);
        const signature = signText(account, other);
        expect(await login({ method: 'mvm', signed_message, signature })).toMatchObject(refusal(401));
        expect(await login({ method: 'mvm', signed_message: other, signature })).toMatchObject(refusal(401));
      }
      expect((await login({ method: 'mvm', signed_message, signature: signText(account, text) })).status).toBe(200);
    });

    test('is rejected when another account signed, or the message was changed', async () => {
      const { login } = start();
      const account = testAccount();
      const signed = signedMessage(account);
      const other = signText(testAccount(), messageText(signInMessage(account)));
      expect(await login({ method: 'mvm', ...signed, signature: other })).toMatchObject(refusal(401));
      const signed_message = signed.signed_message.replace('Orchard', 'Another');
      expect(await login({ method: 'mvm', ...signed, signed_message })).toMatchObject(refusal(401));
      expect(await login({ method: 'mvm', ...signed, signature: '0x00' })).toMatchObject(refusal(401));
    });

    test('is rejected without the message, or without the signature', async () => {
      const { login } = start();
      const { signed_message, signature } = signedMessage(testAccount());
      expect(await login({ method: 'mvm', signature })).toMatchObject(refusal(400, /signed_message/));
      expect(await login({ method: 'mvm', signed_message })).toMatchObject(refusal(400, /signature/));
    });
  });

  test.each([{}, { method: 'password' }, { method: 7 }, { method: 'mvm', lang: 'english' }, null, [], 'text'])(
    'is refused with %j',
    async (body) => {
      const { login } = start();
      expect(await login(body)).toMatchObject(refusal(400));
    },
  );

  describe('the access token', () => {
    test('is accepted by every operation that needs one', async () => {
      const { api, signIn } = start();
      const { access_token } = await signIn('Mira');
      for (const [method, path] of protectedOperations) {
        const { status } = await call(`${api}${path}`, { method, headers: bearer(access_token) });
        // The body is missing, but the credential is accepted.
        expect([path, status]).toEqual([path, method === 'POST' ? 400 : 200]);
      }
    });

    test('names the user who signed in', async () => {
      const { get, signIn } = start();
      const { access_token, user } = await signIn('Jonas');
      expect(dataOf(await get('/me', bearer(access_token)))).toEqual(user);
      expect(dataOf(await get('/me', { Authorization: `bearer  ${access_token} ` }))).toEqual(user);
    });

    test('is valid for a year', async () => {
      let now = Date.now();
      const { get, signIn } = await served({ validator, clock: () => now });
      const { access_token } = await signIn('Mira');
      now += 364 * DAY;
      expect((await get('/me', bearer(access_token))).status).toBe(200);
      now += DAY;
      const expired = await get('/me', bearer(access_token));
      expect(expired).toMatchObject(refusal(401, /expired/));
      expect(expired.headers.get('www-authenticate')).toMatch(/^Bearer/);
    });

    test('of another server is rejected', async () => {
      const [one, other] = [start(), await served({ validator })];
      const { access_token } = await one.signIn('Mira');
      expect(await other.get('/me', bearer(access_token))).toMatchObject(refusal(401));
    });

    test.each(protectedOperations)('is required by %s %s', async (method, path) => {
      const { api, server, signIn } = start();
      const { access_token } = await signIn('Mira');
      const wrong = [
        {},
        { Authorization: access_token },
        { Authorization: `Basic ${access_token}` },
        bearer('nonsense'),
        bearer(await walletToken(server, 'Mira')),
        bearer(`${access_token.slice(0, -4)}AAAA`),
        bearer(`${access_token.slice(0, access_token.indexOf('.'))}.${claimsAs(access_token, '1311')}`),
        bearer(unsigned(access_token)),
        bearer(await symmetric('1207')),
      ];
      for (const headers of wrong) {
        expect(await call(`${api}${path}`, { method, headers })).toMatchObject(refusal(401));
      }
    });
  });
});

type Server = Parameters<typeof keystoreOf>[0];

/** A token with which Jonas allows Orchard Notes to read his profile. */
async function oauthToken(server: Server & { readonly networkUrl: string }) {
  const client_id = keystoreOf(server, 'Orchard Notes').clientId;
  const verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const json = (path: string, body: object) =>
    call(`${server.networkUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const granted = await json('/oauth/authorize', {
    client_id,
    scope: 'PROFILE:READ ASSETS:READ',
    code_challenge,
    code_challenge_method: 'S256',
    response_type: 'code',
    user_id: keystoreOf(server, 'Jonas').clientId,
  });
  const { code } = (granted.body as { data: { code: string } }).data;
  return json('/oauth/token', { client_id, code, code_verifier: verifier });
}

/** A token that is signed with a different secret. */
function symmetric(subject: string): Promise<string> {
  return new SignJWT({ uid: subject })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setIssuer('comment')
    .setAudience('comment')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(randomBytes(32));
}

/** A token with the claims of another user and the original signature. */
function claimsAs(token: string, sub: string): string {
  const claims = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub })).toString('base64url');
  return `${claims}.${token.slice(token.lastIndexOf('.') + 1)}`;
}

function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  return `${header}.${token.split('.')[1] ?? ''}.`;
}
