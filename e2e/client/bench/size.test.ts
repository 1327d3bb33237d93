import { fileURLToPath } from 'node:url';
import { serviceNames } from '@wallet-services/contract/services';
import { expect, test } from 'vitest';
import { gzipSize } from './bundle.ts';

/** Limits of the size of a gzipped bundle for browsers, in bytes. */
const BARE = 7_000;
const SIGNED_IN = 12_000;
const WITH_LISTS = 14_000;

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Size of a module that uses the given names. */
const sizeOf = (imports: Readonly<Record<string, readonly string[]>>) => {
  const lines = Object.entries(imports).map(
    ([part, names]) => `export { ${names} } from '@wallet-services/client/${part}';`,
  );
  return gzipSize({ folder, source: lines.join('\n') });
};

test.each(serviceNames)('the client of %s is small in a browser', async (service) => {
  expect(await sizeOf({ [service]: ['createClient', 'unwrap'] })).toBeLessThan(BARE);
});

test.each(['lending', 'swap', 'vault'])(
  'the client of %s with sign-in by keystore is small in a browser',
  async (service) => {
    expect(await sizeOf({ [service]: ['createClient'], 'sign-in': ['accessToken'] })).toBeLessThan(SIGNED_IN);
  },
);

test('the client of comment with sign-in by keystore and lists is small in a browser', async () => {
  const comment = ['createClient', 'login', 'paginate', 'unwrap'];
  expect(await sizeOf({ comment, 'sign-in': ['signIn', 'readKeystore'] })).toBeLessThan(WITH_LISTS);
});
