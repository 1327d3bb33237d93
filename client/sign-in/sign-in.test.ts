import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { createAccount } from '../account/index.ts';
import { readMessage } from '../verify/index.ts';
import { accessToken, type Keystore, type Proof, readKeystore, signIn, signToken, siweMessage } from './index.ts';
import { importPrivateKey } from './private-key.ts';

const keystore: Keystore = {
  clientId: '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d',
  sessionId: '7a2e8d9f-a031-4b4c-9d5e-6f7a8b9c0d1e',
  // The first key of RFC 8032, section 7.1.
  privateKey: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
};

const MINUTE = 60_000;

/** A token source, and a function to advance its clock. */
function timed(options = {}) {
  let now = Date.UTC(2021, 7, 17, 11, 14, 49);
  const source = accessToken({ keystore, clock: () => now, ...options });
  return { source, pass: (milliseconds: number) => (now += milliseconds) };
}

describe('an access token', () => {
  test('is valid for ten minutes, for GET /me, with the scope FULL', async () => {
    const { uid, sid, scp, sig, iat = 0, exp = 0 } = decodeJwt(await timed().source.token());
    expect({ uid, sid, scp, length: exp - iat }).toEqual({
      uid: keystore.clientId,
      sid: keystore.sessionId,
      scp: 'FULL',
      length: 600,
    });
    expect(sig).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is kept for nine minutes, and replaced before it ends', async () => {
    const { source, pass } = timed();
    const first = await source.token();
    pass(9 * MINUTE - 1);
    expect(await source.token()).toBe(first);
    pass(1);
    expect(await source.token()).not.toBe(first);
  });

  test('with a short lifetime is kept for half of it', async () => {
    const { source, pass } = timed({ lifetime: 10_000 });
    const first = await source.token();
    pass(4_999);
    expect(await source.token()).toBe(first);
    pass(1);
    expect(await source.token()).not.toBe(first);
  });

  test('is shared by simultaneous callers', async () => {
    const { source } = timed();
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => source.token()))).size).toBe(1);
  });

  test('is replaced after it was rejected, but not when an older one was', async () => {
    const { source } = timed();
    const first = await source.token();
    source.reject(first);
    const second = await source.token();
    expect(second).not.toBe(first);
    source.reject(first);
    expect(await source.token()).toBe(second);
  });

  test.each(['', 'secret', 'ab'.repeat(31), `${'ab'.repeat(32)}=`, '*'.repeat(43)])(
    'cannot be signed with the key %j, which is not repeated',
    async (privateKey) => {
      const signing = signToken({ ...keystore, privateKey });
      await expect(signing).rejects.toThrow(
        /^the private key of the keystore is not an Ed25519 key: 32 or 64 bytes, hexadecimal or base64$/,
      );
    },
  );

  test('is signed alike, regardless of the notation of the key', async () => {
    const bytes = Buffer.from(keystore.privateKey, 'hex');
    const long = Buffer.concat([bytes, Buffer.alloc(32)]);
    const written = [bytes, long].flatMap((key) => [
      key.toString('hex'),
      key.toString('base64'),
      key.toString('base64url'),
    ]);
    for (const privateKey of written) {
      expect((await signToken({ ...keystore, privateKey })).split('.')).toHaveLength(3);
    }
  });
});

test('an imported private key cannot be exported', async () => {
  expect(await importPrivateKey(keystore.privateKey)).toMatchObject({ extractable: false, usages: ['sign'] });
});

describe('a keystore', () => {
  const json = { client_id: keystore.clientId, session_id: keystore.sessionId, private_key: keystore.privateKey };

  test('is read from text and object', () => {
    expect(readKeystore(json)).toEqual(keystore);
    expect(readKeystore(JSON.stringify(json))).toEqual(keystore);
  });

  test.each(['app_id', 'user_id'])('is read with the names of other clients: %s', (name) => {
    const { client_id, session_id, private_key } = json;
    expect(readKeystore({ [name]: client_id, session_id, session_private_key: private_key, pin: '' })).toEqual(
      keystore,
    );
  });

  test.each([
    ['{"client_id": "sesame', 'the keystore is not JSON'],
    ['null', 'the keystore has no client_id'],
    ['{"client_id": "sesame"}', 'the keystore has no session_id'],
  ])('%s is not a keystore, and is not repeated', (text, message) => {
    expect(() => readKeystore(text)).toThrow(new TypeError(message));
  });
});

describe('a message', () => {
  const { address } = createAccount();
  const fields = { domain: 'notes.example.org', address, uri: 'https://notes.example.org/sign-in' };

  test('with the required fields is accepted by verifiers', () => {
    const { message, text } = siweMessage(fields);
    expect(readMessage(text)).toEqual({ message: { ...message, statement: undefined }, text });
    expect(readMessage(JSON.stringify(message)).text).toBe(text);
    expect(message).toMatchObject({ version: '1', chainId: 1, nonce: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  test('with all fields is accepted by verifiers', () => {
    const { text } = siweMessage({
      ...fields,
      statement: 'Sign in to "Orchard Notes" & more.',
      chainId: 73_927,
      nonce: 'k7Qm2XvT9b',
      issuedAt: '2021-08-17T11:14:30Z',
      expirationTime: '2021-08-17T11:24:30.5Z',
      notBefore: '2021-08-17T19:14:30+08:00',
      requestId: 'sign-in-1',
      resources: ['https://notes.example.org/terms'],
    });
    expect(readMessage(text).text).toBe(text);
  });

  test('has a new nonce each time', () => {
    expect(siweMessage(fields).message.nonce).not.toBe(siweMessage(fields).message.nonce);
  });

  test.each([
    ['domain', ''],
    ['domain', 'https://notes.example.org'],
    ['domain', 'notes.example.org\nx'],
    ['address', 'mira'],
    ['statement', 'two\nlines'],
    ['statement', 'août'],
    ['uri', 'notes'],
    ['uri', 'https://notes.example.org\nVersion: 2'],
    ['nonce', 'short'],
    ['nonce', 'with-dashes'],
    ['issuedAt', 'now'],
    ['expirationTime', 'later'],
    ['requestId', 'a\nb'],
    ['chainId', 0],
    ['chainId', 1.5],
    ['resources', ['x y']],
  ])('with the %s %j is rejected', (name, value) => {
    expect(() => siweMessage({ ...fields, [name]: value })).toThrow(TypeError);
  });

  test.each<[keyof typeof fields | string, readonly unknown[]]>([
    [
      'domain',
      [
        'a_b.example',
        'a%20b.example',
        '%zz.example',
        '[::1]:80',
        '[zz]',
        'nötes.example',
        'a:80a',
        'a@b@c',
        'u@a:',
        '"a"',
        'a\\b',
        'a|b',
        '[::1',
        '[1:2]',
        '[::1.2.3.4]',
      ],
    ],
    [
      'issuedAt',
      [
        '2021-08-17',
        '2021-08-17T11:14:30',
        'Tue Aug 17 2021',
        '2021-08-17 11:14:30Z',
        '2021-8-17T11:14:30Z',
        '2021-02-30T11:14:30Z',
        '2021-08-17T24:00:00Z',
        '2021-08-17T11:14:60Z',
        '2021-08-17t11:14:30z',
        '2021-08-17T11:14:30+0800',
        '2021-08-17T11:14:30.Z',
        '+002021-08-17T11:14:30Z',
        '1629198889',
      ],
    ],
    ['requestId', ['', 'a b', 'a/b', 'a"b', 'a%2Fb', 'a%2', 'ä', '<x>', 'a?b', 'a#b', '{a}', 'a:@b', 'a[1]']],
    [
      'uri',
      [
        'a:b',
        'urn:x:y',
        'https://a/ä',
        'https://a/%zz',
        'https://a/b|c',
        'https://a/{b}',
        'https://a/[b]',
        'https://a/b?c[]=1',
        'https://a/#b#c',
        'https://a/"',
        'https://[::1]/x',
        'https://a/<b>',
        'https://a:80a/',
        'https://a//b',
        'x:/y',
        'mailto:a@b',
        'https:',
        'https://',
        'https://a^b',
      ],
    ],
    ['statement', ['', ' ', 'a', ' a ', '- a', 'URI: x']],
    [
      'resources',
      [[], ['https://a'], ['https://a/{b}'], ['a b'], ['ipfs://x/y'], Array(400).fill('https://notes.example.org/a')],
    ],
    ['notBefore', ['', 'now', '2021-08-17T11:14:30Z']],
  ])('with a %s that verifiers would reject is not created', (name, values) => {
    for (const value of values) {
      let text: string;
      try {
        ({ text } = siweMessage({ ...fields, [name]: value }));
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
        continue;
      }
      expect(() => readMessage(text), JSON.stringify(value)).not.toThrow();
    }
  });
});

describe('signing in', () => {
  const { address, sign } = createAccount();
  const place = { domain: 'notes.example.org', uri: 'https://notes.example.org', address };

  /** A backend that counts its calls. */
  function backend() {
    const proofs: Proof[] = [];
    return { proofs, exchange: async (proof: Proof) => `session-${proofs.push(proof)}` };
  }

  test('by message asks the wallet at the first call, and again after a rejection', async () => {
    const { proofs, exchange } = backend();
    const source = signIn({ ...place, sign, exchange });
    expect(proofs).toHaveLength(0);
    expect([await source.token(), await source.token()]).toEqual(['session-1', 'session-1']);
    source.reject('session-1');
    expect(await source.token()).toBe('session-2');
    const [first, second] = proofs.map((proof) => (proof.type === 'SignedMessage' ? proof.signedMessage : ''));
    expect(first).not.toBe(second);
  });

  test('that the user declines can be tried again', async () => {
    const { exchange } = backend();
    const answers = ['no', 'yes'];
    const source = signIn({
      ...place,
      exchange,
      sign: (text) => (answers.shift() === 'yes' ? sign(text) : Promise.reject(new Error('turned down'))),
    });
    await expect(source.token()).rejects.toThrow('turned down');
    expect(await source.token()).toBe('session-1');
  });

  test('by network token without a backend uses the token itself', async () => {
    expect(decodeJwt(await signIn({ type: 'NetworkToken', keystore }).token()).uid).toBe(keystore.clientId);
    expect(await signIn({ type: 'NetworkToken', token: 'of-oauth' }).token()).toBe('of-oauth');
  });

  test('by network token with a backend keeps the token that the backend issues', async () => {
    const { proofs, exchange } = backend();
    expect(await signIn({ type: 'NetworkToken', token: 'of-oauth', exchange }).token()).toBe('session-1');
    expect(proofs).toEqual([{ type: 'NetworkToken', token: 'of-oauth' }]);
  });
});
