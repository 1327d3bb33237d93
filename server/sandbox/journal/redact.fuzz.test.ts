import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { redactedText, redactedUrl } from './redact.ts';

const SECRET = /S3CR3T/;
const secret = fc.stringMatching(/^S3CR3T[A-Za-z0-9]{4,20}$/);
const name = fc.constantFrom(
  'access_token',
  'client_secret',
  'password',
  'Authorization',
  'refreshToken',
  'private_key',
  'session_id',
  'signature',
  'x-api-key',
  'mnemonic',
  'otp',
  'user.passwd',
  'id_token',
);
const plain = fc.jsonValue({ maxDepth: 2 });

/** JSON with a secret somewhere in it. */
const body: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  held: fc
    .tuple(name, secret, fc.dictionary(fc.string(), plain))
    .map(([one, value, others]) => ({ ...others, [one]: value })),
  node: fc.oneof(
    { depthSize: 'small' },
    tie('held'),
    fc.tuple(plain, tie('node')).map((pair) => pair),
    fc.tuple(fc.string(), tie('node')).map(([key, inner]) => ({ [key]: inner })),
  ),
})).node;

it('leaves no secret in JSON, whole or truncated, and keeps it valid JSON', () => {
  fc.assert(
    fc.property(body, fc.nat(), (value, cut) => {
      const text = JSON.stringify(value);
      const shown = redactedText(text, '/x');
      expect(() => JSON.parse(shown)).not.toThrow();
      expect(shown).not.toMatch(SECRET);
      expect(redactedText(text.slice(0, cut % text.length), '/x')).not.toMatch(SECRET);
    }),
  );
});

it('leaves no secret in a URL, a form or a multipart form', () => {
  const other = fc.tuple(fc.stringMatching(/^[a-m]{1,5}$/), fc.string().map(encodeURIComponent));
  fc.assert(
    fc.property(fc.array(other), name, secret, fc.array(other), (before, one, value, after) => {
      const form = [...before, [one, value], ...after].map((pair) => pair.join('=')).join('&');
      expect(redactedUrl(`/path?${form}`)).not.toMatch(SECRET);
      expect(redactedText(form, '/x')).not.toMatch(SECRET);
      const part = `--b\r\nContent-Disposition: form-data; name="${one}"\r\n\r\n${value}\r\n--b--\r\n`;
      expect(redactedText(part, '/x')).not.toMatch(SECRET);
    }),
  );
});

it('reads any text that is not JSON, and adds nothing to redacted text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const once = redactedText(text, '/oauth/token');
      expect(redactedText(once, '/oauth/token')).toBe(once);
    }),
  );
});
