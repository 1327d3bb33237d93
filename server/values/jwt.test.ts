import { expect, test } from 'vitest';
import { isCanonicalJwt } from './jwt.ts';

test('a token has only one valid spelling', () => {
  const part = (text: string) => Buffer.from(text).toString('base64url');
  const token = [part('{"alg":"EdDSA"}'), part('{"uid":"x"}'), part('s')].join('.');
  expect(token.at(-1)).toBe('w');
  expect(isCanonicalJwt(token)).toBe(true);
  for (const other of [
    `${token}=`,
    `${token}==`,
    `${token.slice(0, -1)}x`,
    `${token}.`,
    token.replace('.', ''),
    ` ${token}`,
  ]) {
    expect(isCanonicalJwt(other), other).toBe(false);
  }
});
