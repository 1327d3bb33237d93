import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { messageText, type SignInMessage } from '../sign-in/index.ts';
import { MessageError, readMessage } from './index.ts';

const ADDRESS = '0x24f411DC66035a2501105D1D297Eb97E915B9678';

const instant = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const uri = fc.webPath().map((path) => `https://notes.example.org${path}`);

const message: fc.Arbitrary<SignInMessage> = fc.record({
  domain: fc.domain(),
  address: fc.constant(ADDRESS),
  statement: optional(fc.stringMatching(/^[\x21-\x7e][\x20-\x7e]{0,60}$/)),
  uri,
  version: fc.constant('1' as const),
  chainId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  nonce: fc.stringMatching(/^[A-Za-z0-9]{8,20}$/),
  issuedAt: instant,
  expirationTime: optional(instant),
  notBefore: optional(instant),
  requestId: optional(fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/)),
  resources: optional(fc.array(uri, { minLength: 1, maxLength: 3 })),
});

/** A text with a part of it replaced. */
const damaged = fc
  .tuple(
    message,
    fc.nat(400),
    fc.nat(20),
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\n', '\r\n', 'URI: ', '\nNonce: abcdefgh1', '\u0000', '- ', '{', '"'),
    ),
  )
  .map(([fields, at, count, instead]) => {
    const text = messageText(fields);
    return text.slice(0, at) + instead + text.slice(at + count);
  });

it('reads every field of a message unchanged', () => {
  fc.assert(
    fc.property(message, (fields) => {
      const text = messageText(fields);
      const read = readMessage(text);
      expect(read.text).toBe(text);
      expect(JSON.parse(JSON.stringify(read.message))).toEqual(JSON.parse(JSON.stringify(fields)));
    }),
  );
});

it('reads text from other sources unchanged, or rejects it with a reason', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        damaged,
        fc.string(),
        fc.json(),
        message.map((fields) => JSON.stringify(fields)),
      ),
      (text) => {
        try {
          const read = readMessage(text);
          expect(messageText(read.message)).toBe(read.text);
        } catch (error) {
          expect(error).toBeInstanceOf(MessageError);
        }
      },
    ),
  );
});
