import { expect, test } from 'vitest';
import { isStrangelySigned, requestClaim } from './token.ts';
import { openWallet } from './wallet.ts';
import { claimsOf, forgedTokens, wrongWalletTokens } from './wrong-tokens.ts';

const keystore = (digit: string) => ({
  clientId: `${digit.repeat(8)}-1111-4111-8111-111111111111`,
  sessionId: `${digit.repeat(8)}-2222-4222-8222-222222222222`,
  privateKey: digit.repeat(64),
});

const wallet = openWallet({ keystores: { caller: keystore('a'), other: keystore('b') } }, 1);

function named(word: string) {
  return wrongWalletTokens(wallet).find(({ name }) => name.includes(word))?.token ?? '';
}

test('each token is wrong in the one way that its name states', () => {
  const right = claimsOf(wallet.token('caller') ?? '');
  expect(isStrangelySigned(named('another key'))).toBe(true);
  expect(isStrangelySigned(named('another user'))).toBe(false);
  expect(claimsOf(named('another key'))).toMatchObject({ uid: right?.['uid'], sig: requestClaim('GET', '/me') });
  expect(claimsOf(named('session'))).toMatchObject({ uid: right?.['uid'] });
  expect(claimsOf(named('session'))?.['sid']).not.toBe(right?.['sid']);
  expect(claimsOf(named('another user'))).toMatchObject({ uid: keystore('b').clientId, sid: right?.['sid'] });
  expect(claimsOf(named('keystore'))).toMatchObject({ uid: right?.['uid'], sid: right?.['sid'] });
  expect(isStrangelySigned(named('keystore'))).toBe(false);
  expect(claimsOf(named('no request'))).toMatchObject({ uid: right?.['uid'] });
  expect(claimsOf(named('no request'))).not.toHaveProperty('sig');
  expect(claimsOf(named('POST'))).toMatchObject({ sig: requestClaim('POST', '/me') });
  expect(claimsOf(named('/assets'))).toMatchObject({ sig: requestClaim('GET', '/assets') });
});

test('a forged token is created even if no valid token is known', () => {
  expect(forgedTokens('opaque').map(({ token }) => token.split('.').length)).toEqual([3, 3, 3]);
});

test('without a keystore there is nothing to sign', () => {
  expect(wrongWalletTokens(openWallet({}, 1))).toEqual([]);
});
