import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, test } from 'vitest';
import { messageText, type SignInMessage } from '../sign-in/index.ts';
import { signedMessage, signHash, signInMessage, signText, testAccount } from '../testing/account.ts';
import {
  createVerifier,
  memoryNonces,
  Refusal,
  type VerifierOptions,
  type WalletNetwork,
  type WalletUser,
} from './index.ts';

const NOW = Date.UTC(2021, 7, 17, 11, 14, 49);
const at = (milliseconds: number) => new Date(NOW + milliseconds).toISOString();

const mira: WalletUser = {
  userId: '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d',
  identityNumber: '28865',
  fullName: 'Mira Sandoval',
  avatarUrl: '',
  contractAddress: undefined,
  clientId: '1f8a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b',
  scopes: ['FULL'],
};

/** A verifier with a network that has one user. */
function verifier({
  user = mira,
  network,
  ...options
}: Partial<VerifierOptions> & { user?: WalletUser; network?: WalletNetwork } = {}) {
  const requested: string[] = [];
  const made = createVerifier({
    clientIds: [mira.clientId],
    domains: ['notes.example.org', 'localhost:3000'],
    networkApiUrl: network ?? {
      async me(token) {
        if (token !== 'good') throw new Refusal(401, 'the wallet network refuses: the token has expired');
        return user;
      },
      async account(address) {
        requested.push(address);
        return { ...mira, contractAddress: address };
      },
    },
    nonces: memoryNonces(() => NOW),
    clock: () => NOW,
    ...options,
  });
  return { ...made, requested };
}

const account = testAccount();

/** A message as it is sent. */
function signed(changes: Partial<SignInMessage> = {}) {
  const { signed_message, signature } = signedMessage(account, { issuedAt: at(0), ...changes });
  return { signedMessage: signed_message, signature };
}

const refused = (message: string | RegExp) =>
  expect.objectContaining({ name: 'Refusal', status: 401, message: expect.stringMatching(message) });

describe('a sign-in by wallet token', () => {
  test('returns the user that the network knows', async () => {
    expect(await verifier().verifyToken('good')).toEqual(mira);
  });

  test('is rejected when the network rejects the token', async () => {
    await expect(verifier().verifyToken('bad')).rejects.toEqual(refused('has expired'));
  });

  test('is rejected when the application is not trusted', async () => {
    const { verifyToken } = verifier({ clientIds: ['3bac4d5e-6f70-4182-8c9d-be2f3a4b5c6d'] });
    await expect(verifyToken('good')).rejects.toEqual(refused('not trusted'));
  });

  test('is rejected when no application is trusted', async () => {
    const { verifyToken } = verifier({ clientIds: [] });
    await expect(verifyToken('good')).rejects.toEqual(refused('not trusted'));
  });

  test('is rejected with ErrBadMvmLoginMethod when the user has a contract account', async () => {
    const { verifyToken } = verifier({ user: { ...mira, contractAddress: account.address } });
    await expect(verifyToken('good')).rejects.toEqual(refused(/^ErrBadMvmLoginMethod/));
  });

  test('fails, rather than being rejected, when the network does not answer', async () => {
    const network = {
      me: () => Promise.reject(new Error('no answer')),
      account: () => Promise.reject(new Error('no answer')),
    };
    await expect(verifier({ network }).verifyToken('good')).rejects.toThrow('no answer');
  });
});

describe('a sign-in by signed message', () => {
  test('returns the user of the account', async () => {
    const { verifyMessage, requested } = verifier();
    expect(await verifyMessage(signed())).toMatchObject({ userId: mira.userId, contractAddress: account.address });
    expect(requested).toEqual([account.address]);
  });

  test('accepts the lines as well as the JSON object', async () => {
    const text = messageText(signInMessage(account, { issuedAt: at(0) }));
    const { verifyMessage } = verifier();
    expect(await verifyMessage({ signedMessage: text, signature: signText(account, text) })).toBeDefined();
  });

  test.each<[string, Partial<SignInMessage>]>([
    ['issued just now, by a clock that is a little ahead', { issuedAt: at(60_000) }],
    ['issued long ago, and never expiring', { issuedAt: '2019-01-01T00:00:00Z' }],
    ['about to expire', { expirationTime: at(1) }],
    ['valid from this moment', { notBefore: at(0) }],
    ['for a domain in capitals', { domain: 'NOTES.example.org' }],
    ['for a trusted port', { domain: 'localhost:3000' }],
    ['without a statement', { statement: undefined }],
    [
      'with everything',
      { requestId: 'r1', resources: ['https://notes.example.org/terms'], statement: 'Yes, "me" & I.' },
    ],
  ])('is valid when it is %s', async (_what, changes) => {
    expect(await verifier().verifyMessage(signed(changes))).toBeDefined();
  });

  test.each<[string, Partial<SignInMessage>, string]>([
    ['issued in the future', { issuedAt: at(60_001) }, 'issued in the future'],
    ['expired this moment', { expirationTime: at(0) }, 'has expired'],
    ['expired long ago', { expirationTime: '2020-01-01T00:00:00Z' }, 'has expired'],
    ['expired, whatever the offset says', { expirationTime: '2021-08-17T19:14:48+08:00' }, 'has expired'],
    ['not yet valid', { notBefore: at(1) }, 'not yet valid'],
    ['for a domain that is not trusted', { domain: 'notes.example.com' }, 'not trusted'],
    ['for a domain below a trusted one', { domain: 'evil.notes.example.org' }, 'not trusted'],
    ['for a domain that begins like a trusted one', { domain: 'notes.example.org.evil.com' }, 'not trusted'],
    ['for another port of a trusted domain', { domain: 'notes.example.org:8443' }, 'not trusted'],
    ['for a trusted domain as the user of another', { domain: 'notes.example.org@evil.com' }, 'not trusted'],
    ['of version 2', { version: '2' }, 'version'],
    ['with a short nonce', { nonce: 'short' }, 'nonce'],
    ['with an address without checksum', { address: account.address.toLowerCase() }, 'EIP-55'],
  ])('is rejected when it is %s', async (_what, changes, reason) => {
    const { verifyMessage, requested } = verifier();
    await expect(verifyMessage(signed(changes))).rejects.toEqual(refused(reason));
    expect(requested).toEqual([]);
  });

  test('is rejected when something was changed after signing', async () => {
    const { verifyMessage } = verifier();
    const { signedMessage, signature } = signed();
    const { nonce }: SignInMessage = JSON.parse(signedMessage);
    const changed = signedMessage.replace(nonce, `${nonce.slice(0, -1)}Z`);
    await expect(verifyMessage({ signedMessage: changed, signature })).rejects.toEqual(refused('signature'));
  });

  test('is rejected when another account signed', async () => {
    const { verifyMessage } = verifier();
    const message = signInMessage(account, { issuedAt: at(0) });
    const signature = signText(testAccount(), messageText(message));
    await expect(verifyMessage({ signedMessage: JSON.stringify(message), signature })).rejects.toEqual(
      refused('signature'),
    );
  });

  test('is rejected when the text was signed without its prefix', async () => {
    const { verifyMessage } = verifier();
    const message = signInMessage(account, { issuedAt: at(0) });
    const signature = signHash(account.secretKey, keccak_256(Buffer.from(messageText(message))));
    await expect(verifyMessage({ signedMessage: JSON.stringify(message), signature })).rejects.toEqual(
      refused('signature'),
    );
  });

  test('is rejected when the JSON was signed instead of the lines', async () => {
    const { verifyMessage } = verifier();
    const signedMessage = JSON.stringify(signInMessage(account, { issuedAt: at(0) }));
    const signature = signText(account, signedMessage);
    await expect(verifyMessage({ signedMessage, signature })).rejects.toEqual(refused('signature'));
  });

  test('is rejected when the lines were signed in another order', async () => {
    const { verifyMessage } = verifier();
    const message = signInMessage(account, { issuedAt: at(0) });
    const lines = messageText(message).split('\n');
    const text = [...lines.slice(0, 6), lines[7], lines[6], ...lines.slice(8)].join('\n');
    const signature = signText(account, text);
    await expect(verifyMessage({ signedMessage: JSON.stringify(message), signature })).rejects.toEqual(
      refused('signature'),
    );
  });

  test.each(['', '0x', 'signature', `0x${'0'.repeat(130)}`])('is rejected with the signature %j', async (signature) => {
    const { verifyMessage } = verifier();
    await expect(verifyMessage({ ...signed(), signature })).rejects.toEqual(refused('signature'));
  });

  test.each(['', '{}', 'null', '[]', 'hello', '{"domain":'])('is rejected as %j', async (signedMessage) => {
    const { verifyMessage } = verifier();
    await expect(verifyMessage({ ...signed(), signedMessage })).rejects.toEqual(refused(/\w/));
  });
});

describe('a nonce', () => {
  test('is valid once, even when it is presented several times at once', async () => {
    const { verifyMessage } = verifier();
    const message = signed();
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => verifyMessage(message)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(verifyMessage(message)).rejects.toEqual(refused('nonce was used'));
    await expect(verifyMessage(message)).rejects.toMatchObject({ hint: 'sign a message with a new nonce' });
  });

  test('is not valid again in another message of the account', async () => {
    const { verifyMessage } = verifier();
    await verifyMessage(signed({ nonce: 'abcdefgh1234' }));
    const again = signed({ nonce: 'abcdefgh1234', statement: 'Something else.', domain: 'localhost:3000' });
    await expect(verifyMessage(again)).rejects.toEqual(refused('nonce was used'));
  });

  test('of one account does not affect another', async () => {
    const { verifyMessage } = verifier();
    await verifyMessage(signed({ nonce: 'abcdefgh1234' }));
    const other = signedMessage(testAccount(), { nonce: 'abcdefgh1234', issuedAt: at(0) });
    expect(await verifyMessage({ signedMessage: other.signed_message, signature: other.signature })).toBeDefined();
  });

  test('is not used up by an invalid message, nor by a network that does not answer', async () => {
    let down = true;
    const { verifyMessage } = verifier({
      network: {
        me: async () => mira,
        async account() {
          if (down) throw new Error('no answer');
          return mira;
        },
      },
    });
    const message = signed();
    await expect(verifyMessage({ ...message, signature: `0x${'1'.repeat(130)}` })).rejects.toEqual(
      refused('signature'),
    );
    await expect(verifyMessage(message)).rejects.toThrow('no answer');
    down = false;
    expect(await verifyMessage(message)).toBeDefined();
  });

  test('is removed only after its message has expired', async () => {
    let now = NOW;
    const nonces = memoryNonces(() => now);
    expect(await nonces.take('for ever', undefined)).toBe(true);
    expect(await nonces.take('for a minute', NOW + 60_000)).toBe(true);
    now = NOW + 59_999;
    expect(await nonces.take('for a minute', NOW + 60_000)).toBe(false);
    now = NOW + 60_000;
    expect(await nonces.take('for a minute', undefined)).toBe(true);
    expect(await nonces.take('for ever', undefined)).toBe(false);
  });
});

test.each([
  ['a line for an empty list of resources', [], []],
  ['no line for an empty list of resources', undefined, []],
])('unused members that are empty: signed with %s', async (_what, inText, resources) => {
  const message = signInMessage(account, { issuedAt: at(0) });
  const signature = signText(account, messageText({ ...message, resources: inText }));
  await expect(
    verifier().verifyMessage({ signedMessage: JSON.stringify({ ...message, resources }), signature }),
  ).resolves.toMatchObject({ contractAddress: account.address });
});
