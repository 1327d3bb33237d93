import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@wallet-services/contract/services';
import { isObject } from '@wallet-services/kit/json';
import { expect, test } from 'vitest';
import { NAME, redactedText } from './redact.ts';

const isCredential = (name: string) => new RegExp(`^${NAME}$`, 'i').test(name);

/** The names of all members that a schema shows, wherever it refers to. */
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

test('the session of a sign-in has one, so that the names are seen', async () => {
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

test('words that open a wallet are kept out by any of their names', () => {
  for (const name of ['seed_phrase', 'seedPhrase', 'pwd', 'mnemonic', 'passphrase'])
    expect(redactedText(JSON.stringify({ [name]: 'hunter22' }), '/vault/flips')).not.toContain('hunter22');
});
