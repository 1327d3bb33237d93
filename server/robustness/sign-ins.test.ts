/** Sixty invalid and fifteen valid sign-ins: by message of EIP-4361 and by wallet token. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { messageText, type SignInMessage, type TokenOptions } from '@wallet-services/client/sign-in';
import { describe, expect, test } from 'vitest';
import { refusal, sharedServer } from '../testing/comment.ts';
import {
  type SandboxName,
  signedMessage,
  signInMessage,
  signText,
  testAccount,
  walletToken,
} from '../testing/wallet.ts';

const DAY = 86_400_000;
const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

/** Invalid members; the messages are signed with them. */
const REFUSED_MEMBERS: readonly (readonly [string, object])[] = [
  ['a domain that is not trusted', { domain: 'evil.example.org' }],
  ['a domain that ends like a trusted one', { domain: 'evil-notes.example.org' }],
  ['a domain that begins like a trusted one', { domain: 'notes.example.org.evil.example' }],
  ['a domain that is none', { domain: 'notes example org' }],
  ['a domain with a user', { domain: 'notes.example.org@evil.example' }],
  ['a domain with another port', { domain: 'notes.example.org:8443' }],
  ['an address that is none', { address: '0x24f411' }],
  ['an address in a wrong capitalization', { address: '0x24F411DC66035a2501105D1D297Eb97E915B9678' }],
  ['a statement of two lines', { statement: 'one\ntwo' }],
  ['a statement of more than ASCII', { statement: 'Grüße' }],
  ['a statement that brings a field', { statement: 'x\n\nURI: https://evil.example.org' }],
  ['a uri that is none', { uri: 'not a uri' }],
  ['a uri of two lines', { uri: 'https://notes.example.org\nVersion: 1' }],
  ['another version', { version: '2' }],
  ['a version that is a word', { version: 'one' }],
  ['a chain id below zero', { chainId: -1 }],
  ['a chain id with a fraction', { chainId: 1.5 }],
  ['a short nonce', { nonce: 'k7Qm2Xv' }],
  ['a nonce of more than letters and digits', { nonce: 'k7Qm2XvT-b' }],
  ['an issued-at that is no time', { issuedAt: 'yesterday' }],
  ['an issued-at on 30 February', { issuedAt: '2021-02-30T00:00:00Z' }],
  ['an issued-at in the future', { issuedAt: '2999-01-01T00:00:00Z' }],
  ['an expiration time that is none', { expirationTime: 'never' }],
  ['an expiration time that has passed', { expirationTime: '2021-01-01T00:00:00Z' }],
  ['a not-before that is no time', { notBefore: 'soon' }],
  ['a time before which it does not hold', { notBefore: '2999-01-01T00:00:00Z' }],
  ['a request id of two lines', { requestId: 'a\nb' }],
  ['a resource that is no URI', { resources: ['not a uri'] }],
  ['no domain', { domain: undefined }],
  ['no address', { address: undefined }],
  ['no uri', { uri: undefined }],
  ['no version', { version: undefined }],
  ['no chain id', { chainId: undefined }],
  ['no nonce', { nonce: undefined }],
  ['no issued-at', { issuedAt: undefined }],
];

/** Invalid lines; the messages are signed with them. */
const REFUSED_LINES: readonly (readonly [string, (text: string) => string])[] = [
  ['a blank line more at the end', (text) => `${text}\n`],
  ['a word more at the end', (text) => `${text} x`],
  ['a field that is not known', (text) => `${text}\nColour: red`],
  ['a field twice', (text) => text.replace(/(Nonce: .*)/, '$1\n$1')],
  ['fields in another order', (text) => text.replace(/(Version: .*)\n(Chain ID: .*)/, '$2\n$1')],
  ['lines that end as those of Windows', (text) => text.replaceAll('\n', '\r\n')],
  ['another first line', (text) => text.replace('wants you to sign in', 'asks you to sign in')],
  ['names in small letters', (text) => text.replace('Version:', 'version:')],
  ['two blanks behind a name', (text) => text.replace('Nonce: ', 'Nonce:  ')],
  ['a blank line less', (text) => text.replace('\n\n', '\n')],
];

/** Signatures of another message, by another key, or in another format. */
const REFUSED_SIGNATURES: readonly (readonly [string, (signature: string, text: string) => string])[] = [
  ['another account', (_signature, text) => signText(testAccount(), text)],
  ['the text with a blank more', (_signature, text) => signText(testAccount(), `${text} `)],
  ['nothing', () => '0x'],
  ['zeros', () => `0x${'00'.repeat(65)}`],
  ['a byte less', (signature) => signature.slice(0, -2)],
  ['a byte more', (signature) => `${signature}00`],
  ['another recovery', (signature) => `${signature.slice(0, -2)}${signature.endsWith('1b') ? '1c' : '1b'}`],
  ['a recovery that is none', (signature) => `${signature.slice(0, -2)}23`],
  ['the higher s', highS],
];

/** Tokens of the sandbox's people, or other texts. */
const REFUSED_TOKENS: readonly (readonly [what: string, holder: string, options: TokenOptions | undefined])[] = [
  ['a person with a contract account', 'Aiko', {}],
  ['an application that is not trusted', 'Lantern Feed', {}],
  ['a token that has expired', 'Mira', { clock: () => Date.now() - DAY }],
  ['a token for another path', 'Mira', { path: '/assets' }],
  ['a token that is none', 'a.b.c', {}],
  ['a token that would break a header', 'a\r\nX-Other: b', {}],
];

const ACCEPTED_MEMBERS: readonly (readonly [string, () => Partial<SignInMessage>])[] = [
  ['nothing but what must be there', () => ({ statement: undefined })],
  ['a statement of one character', () => ({ statement: '.' })],
  ['an expiration time', () => ({ expirationTime: later(DAY) })],
  ['a not-before that has passed', () => ({ notBefore: later(-DAY) })],
  ['a request id', () => ({ requestId: 'r-1' })],
  [
    'resources',
    () => ({ resources: ['https://notes.example.org/terms', 'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual'] }),
  ],
  ['an issued-at long ago', () => ({ issuedAt: '2021-08-17T11:14:49Z' })],
  ['an issued-at in another zone, to the nanosecond', () => ({ issuedAt: '2021-08-17T19:14:49.123456789+08:00' })],
  ['a nonce of eight characters', () => ({ nonce: 'k7Qm2XvT' })],
  ['a uri with a path and a query', () => ({ uri: 'https://notes.example.org/a?b=c#d' })],
  ['another chain', () => ({ chainId: 73927 })],
];

const start = sharedServer();
const mvm = (signed: object) => start().login({ method: 'mvm', ...signed });

function highS(signature: string): string {
  const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)];
  const higher = (secp256k1.Point.Fn.ORDER - BigInt(`0x${s}`)).toString(16).padStart(64, '0');
  return `0x${r}${higher}${v === '1b' ? '1c' : '1b'}`;
}

test('there are sixty and fifteen', () => {
  const refused = [REFUSED_MEMBERS, REFUSED_LINES, REFUSED_SIGNATURES, REFUSED_TOKENS].flat();
  expect([refused.length, ACCEPTED_MEMBERS.length + 4]).toEqual([60, 15]);
});

describe('rejected', () => {
  test.each(REFUSED_MEMBERS)('a message with %s', async (_what, changes) => {
    expect(await mvm(signedMessage(testAccount(), changes))).toMatchObject(refusal(401));
  });

  test.each(REFUSED_LINES)('lines with %s', async (_what, change) => {
    const account = testAccount();
    const signed_message = change(messageText(signInMessage(account)));
    expect(await mvm({ signed_message, signature: signText(account, signed_message) })).toMatchObject(refusal(401));
  });

  test.each(REFUSED_SIGNATURES)('a signature of %s', async (_what, change) => {
    const account = testAccount();
    const signed_message = messageText(signInMessage(account));
    const signature = change(signText(account, signed_message), signed_message);
    expect(await mvm({ signed_message, signature })).toMatchObject(refusal(401));
  });

  test.each(REFUSED_TOKENS)('%s', async (_what, holder, options) => {
    const { login, server } = start();
    const isPerson = server.keystores.some(({ name }) => name.startsWith(holder));
    const mixin_token = isPerson ? await walletToken(server, holder as SandboxName, options) : holder;
    expect(await login({ method: 'mixin_token', mixin_token })).toMatchObject(refusal(401));
  });
});

describe('accepted', () => {
  test.each(ACCEPTED_MEMBERS)('a message with %s', async (_what, changes) => {
    expect(await mvm(signedMessage(testAccount(), changes()))).toMatchObject({ status: 200 });
  });

  test('lines in place of JSON', async () => {
    const account = testAccount();
    const signed_message = messageText(signInMessage(account));
    expect(await mvm({ signed_message, signature: signText(account, signed_message) })).toMatchObject({ status: 200 });
  });

  test.each<[string, SandboxName, TokenOptions]>([
    ['a token', 'Mira', {}],
    ['a token of somebody else', 'Jonas', {}],
    ['a token of 90 days', 'Mira', { lifetime: 90 * DAY }],
  ])('%s', async (_what, name, options) => {
    const { login, server } = start();
    const mixin_token = await walletToken(server, name, options);
    expect(await login({ method: 'mixin_token', mixin_token })).toMatchObject({ status: 200 });
  });
});
