import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { services } from './services.ts';

/** Allowed file names in a service's folder, as in README.md (Layout); test files stand beside their subjects. */
const NAMES = [
  'index.ts',
  'service.ts',
  'handlers.ts',
  'rpc.ts',
  'messages.ts',
  'page.ts',
  'README.md',
  'operations',
  'store',
  'seed',
  'config',
  'handlers.test.ts',
  'rpc.test.ts',
  'story.test.ts',
  'load.test.ts',
  'restart.test.ts',
];

/** The parts that every service must have. */
const PARTS = ['index.ts', 'service.ts', 'handlers.ts', 'operations', 'store', 'seed'];

/** Largest number of files in a folder, without tests. */
const MOST = 12;

const here = fileURLToPath(new URL('.', import.meta.url));

describe.each([...services.map(({ name }) => name), 'wallet'])('%s', (service) => {
  test('has the parts of a service, and no others', async () => {
    const names = await readdir(`${here}${service}`);
    expect(names.filter((name) => !NAMES.includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(PARTS));
    expect(await readdir(`${here}${service}/store`)).toEqual(expect.arrayContaining(['migrations.ts', 'tables.ts']));
    expect(await readdir(`${here}${service}/seed`)).toContain('seed.ts');
  });

  test(`has no folder of more than ${MOST} files beside their tests`, async () => {
    const files = (await readdir(`${here}${service}`, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && !entry.name.endsWith('.test.ts'),
    );
    const folders = Map.groupBy(files, ({ parentPath }) => parentPath);
    const full = [...folders].filter(([, within]) => within.length > MOST).map(([folder]) => folder.slice(here.length));
    expect(full).toEqual([]);
  });
});

test('no service keeps test helpers among the packed files', async () => {
  const files = await readdir(here, { recursive: true });
  expect(files.filter((file) => file.endsWith('/testing.ts'))).toEqual([]);
});
