import { createDecipheriv, createPrivateKey, createPublicKey, diffieHellman, hkdfSync } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { Refusal } from '@wallet-services/runtime/refusal';
import { describe, expect, test } from 'vitest';
import { sandboxGroupKey } from '../../seed/seed.ts';
import { actionText, parseAction } from './action.ts';
import { groupPublicKey, openMemo, sealMemo } from './memo.ts';

const RECEIVER = '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d';
const FOLLOW = 'a3c5e7f9-1b2d-4f60-8a7c-9e0d1f2a3b4c';
const ASSET = '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51';

describe('an action', () => {
  test.each([
    [`1,${RECEIVER},${FOLLOW},${ASSET},0.01,600`, 'add'],
    [`2,${RECEIVER},${FOLLOW}`, 'remove'],
    [`3,${RECEIVER},${FOLLOW},${ASSET},Lg7mZ,0.08050387`, 'swap'],
    [`3,${RECEIVER},,${ASSET},,`, 'swap'],
  ])('is read and written: %s', (text, kind) => {
    const action = parseAction(text);
    expect(action.kind).toBe(kind);
    expect(actionText(action)).toBe(text);
  });

  test('has one canonical text', () => {
    expect(actionText(parseAction(`3,${RECEIVER.toUpperCase()},${FOLLOW},${ASSET},,01.50`))).toBe(
      `3,${RECEIVER},${FOLLOW},${ASSET},,1.5`,
    );
  });

  test.each([
    '',
    '3',
    ',',
    'swap',
    `0,${RECEIVER},${FOLLOW}`,
    `4,${RECEIVER},${FOLLOW}`,
    `2,${RECEIVER}`,
    `2,${RECEIVER},${FOLLOW},`,
    `2,,${FOLLOW}`,
    `2,mira,${FOLLOW}`,
    `2,${RECEIVER},follow`,
    ` 2,${RECEIVER},${FOLLOW}`,
    `3,${RECEIVER},${FOLLOW},btc,,1`,
    `3,${RECEIVER},${FOLLOW},${ASSET},`,
    `3,${RECEIVER},${FOLLOW},${ASSET},,-1`,
    `3,${RECEIVER},${FOLLOW},${ASSET},,1e9`,
    `3,${RECEIVER},${FOLLOW},${ASSET},,0.123456789`,
    `1,${RECEIVER},${FOLLOW},${ASSET},1.01,600`,
    `1,${RECEIVER},${FOLLOW},${ASSET},,600`,
    `1,${RECEIVER},${FOLLOW},${ASSET},0.01,0`,
    `1,${RECEIVER},${FOLLOW},${ASSET},0.01,86401`,
    `3,${RECEIVER},${FOLLOW},${ASSET},${'x'.repeat(600)},`,
  ])('is rejected as %j', (text) => {
    expect(() => parseAction(text)).toThrow(Refusal);
  });
});

describe('a memo', () => {
  const action = `3,${RECEIVER},${FOLLOW},${ASSET},Lg7mZ,0.08050387`;
  const privateKey = sandboxGroupKey();
  const publicKey = groupPublicKey(privateKey);

  test('can be read by the group only', () => {
    const memo = sealMemo(publicKey, action);
    expect(openMemo(privateKey, memo)).toBe(action);
    const other = Buffer.from(ed25519.utils.randomSecretKey()).toString('base64');
    expect(openMemo(other, memo)).toBeUndefined();
    expect(Buffer.from(memo, 'base64')).toHaveLength(32 + action.length + 16);
  });

  test('differs each time, and carries any text', () => {
    expect(sealMemo(publicKey, action)).not.toBe(sealMemo(publicKey, action));
    for (const text of ['', 'ü', 'x'.repeat(10_000)])
      expect(openMemo(privateKey, sealMemo(publicKey, text))).toBe(text);
  });

  test('that was changed, truncated or made up is rejected', () => {
    const memo = Buffer.from(sealMemo(publicKey, action), 'base64');
    for (let place = 0; place < memo.length; place += 7) {
      const changed = Buffer.from(memo);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(openMemo(privateKey, changed.toString('base64'))).toBeUndefined();
    }
    expect(openMemo(privateKey, memo.subarray(0, -1).toString('base64'))).toBeUndefined();
    for (const text of ['', 'AAAA', 'not base64', Buffer.alloc(80).toString('base64')]) {
      expect(openMemo(privateKey, text)).toBeUndefined();
    }
  });

  test('has the described format: it can be read with Node.js only', () => {
    const bytes = Buffer.from(sealMemo(publicKey, action), 'base64');
    const secret = Buffer.from(privateKey, 'base64');
    // The scalar of the Ed25519 key is also a private key of X25519.
    const scalar = Buffer.from(ed25519.utils.toMontgomerySecret(Uint8Array.from(secret)));
    const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), scalar]);
    const own = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
    const spki = Buffer.concat([Buffer.from('302a300506032b656e032100', 'hex'), bytes.subarray(0, 32)]);
    const shared = diffieHellman({
      privateKey: own,
      publicKey: createPublicKey({ key: spki, format: 'der', type: 'spki' }),
    });
    const recipient = Buffer.from(createPublicKey(own).export({ format: 'jwk' }).x ?? '', 'base64url');
    const salt = Buffer.concat([bytes.subarray(0, 32), recipient]);
    const derived = Buffer.from(hkdfSync('sha256', shared, salt, 'swap action', 44));
    const decipher = createDecipheriv('aes-256-gcm', derived.subarray(0, 32), derived.subarray(32));
    decipher.setAuthTag(bytes.subarray(-16));
    const text = Buffer.concat([decipher.update(bytes.subarray(32, -16)), decipher.final()]).toString();
    expect(text).toBe(action);
  });
});
