import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@wallet-services/contract/services';
import { credentialName } from '@wallet-services/kit/credentials';
import { isObject } from '@wallet-services/kit/json';
import { expect, test } from 'vitest';
import { credentialFree, redactedText } from './redact.ts';

const isCredential = (name: string) => new RegExp(`^${credentialName}$`, 'i').test(name);

/** The names of all members of a schema, including those of schemas that it refers to. */
function membersOf(schema: unknown, document: unknown, seen = new Set<unknown>()): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => membersOf(one, document, seen));
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    const steps = $ref.split('/').slice(1);
    const found = steps.reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), document);
    return membersOf(found, document, seen);
  }
  const own = isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  return [...own, ...Object.values(schema).flatMap((inner) => membersOf(inner, document, seen))];
}

async function answersOf(service: string, method: string): Promise<string[]> {
  const file = fileURLToPath(import.meta.resolve(`@wallet-services/contract/openapi/${service}.json`));
  const document = JSON.parse(await readFile(file, 'utf8'));
  return Object.values<Record<string, { responses: unknown }>>(document.paths).flatMap((item) =>
    membersOf(Object.values((item[method]?.responses ?? {}) as object), document),
  );
}

test.each(serviceNames)('what %s answers to a GET has no member that is a credential', async (service) => {
  const names = await answersOf(service, 'get');
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter(isCredential)).toEqual([]);
});

test('the session of a sign-in has one, so the search finds credentials', async () => {
  expect((await answersOf('comment', 'post')).filter(isCredential)).toContain('access_token');
});

test.each(['/comment/auth/oauth', '/comment/auth/oauth/', '/wallet/oauth/token'])(
  'a code that goes to %s is one',
  (path) => {
    for (const text of ['{"code":"hunter22"}', '{"code":"hunter22'])
      expect(redactedText(text, path)).not.toContain('hunter22');
    expect(redactedText('{"code":404}', '/comment/users/1')).toBe('{"code":404}');
  },
);

const names = [
  'seed_phrase',
  'seedPhrase',
  'seed',
  'pwd',
  'mnemonic',
  'passphrase',
  'passcode',
  'tokens',
  'refresh-token',
  'sid',
  'session',
  'sessionId',
  'wallet_session_id',
  'pin',
  'wallet.pin',
  'otp',
  'sig',
  'cookies',
];

test.each(names)('%s is redacted, however it is sent', (name) => {
  const sent = {
    JSON: JSON.stringify({ [name]: 'hunter22' }),
    'JSON without its end': `{"${name}": "hunter22`,
    'a list': JSON.stringify({ [name]: ['hunter22'] }),
    'a form': `a=1&${name}=hunter22`,
    'a part of a form': `--x\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: text/plain\r\n\r\nhunter22\r\n--x--`,
    'the last part': `--x\nContent-Disposition: form-data; name=${name}\n\nhunter22`,
  };
  for (const [how, text] of Object.entries(sent))
    expect(redactedText(text, '/vault/flips'), how).not.toContain('hunter22');
});

test.each(['session', 'X-ASSISTANT-APPID', 'x-wallet-pin', 'x-sid', 'x-signature', 'x-key'])(
  'the header %s is kept out',
  (name) => {
    expect(credentialFree(name, 'hunter22')).not.toContain('hunter22');
  },
);

test.each(['inside', 'spin', 'design', 'seedling', 'possession_at', 'x-spin'])(
  '%s is not the name of a credential',
  (name) => {
    expect(redactedText(JSON.stringify({ [name]: 'plain' }), '/vault/flips')).toContain('plain');
    expect(redactedText(`${name}=plain`, '/vault/flips')).toContain('plain');
    expect(credentialFree(name, 'plain')).toBe('plain');
  },
);
