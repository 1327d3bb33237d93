/** Follows the guides for a new operation and a new service literally, each in a copy of the repository. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@wallet-services/generators/run';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Copy, copyOfRepository } from './copy.ts';

interface Guide {
  readonly name: string;
  /** The changed service, and the option of the suite that selects the new operation. */
  readonly service: string;
  readonly selected: readonly string[];
  /** A call of the new operation, and a member of its answer. */
  readonly path: string;
  readonly shows: string;
  /** Arguments of the guide's calls of Vitest. */
  readonly tests: readonly (readonly string[])[];
}

const guides: readonly Guide[] = [
  {
    name: 'add-an-operation',
    service: 'vault',
    selected: ['--rule', 'vault.listCollateralTypeVaults.*'],
    path: '/cats/d1f0a3b5-6c7e-3a42-9f10-8b2c4d6e0f71/vats?limit=1',
    shows: '"has_next":true',
    tests: [
      ['spec/contract.test.ts'],
      ['server/vault/handlers.test.ts', 'checks/vault/mutants.test.ts', '-t', 'listCollateralTypeVaults'],
    ],
  },
  {
    name: 'add-a-service',
    service: 'board',
    selected: [],
    path: '/notices?limit=1',
    shows: '"next_cursor":"1"',
    tests: [['checks/board', 'spec', 'e2e/architecture']],
  },
];

describe.each(guides)('the guide $name', ({ name, service, selected, path, shows, tests }) => {
  let copy: Copy;
  beforeAll(async () => {
    copy = await copyOfRepository();
    await copy.follow(await readFile(join(root, `docs/guides/${name}.md`), 'utf8'));
  });
  afterAll(() => copy?.remove());

  it('generates, and needs no other types than those in the guide', async () => {
    await copy.node('generators/generate.ts', '--no-clients');
    // The native compiler, as `npm test` does; `template.test.ts` uses the one that a guide's `npx tsc` starts.
    expect(await copy.node('scripts/node_modules/typescript/bin/tsc', '-p', '.')).toBe('');
  });

  it('serves the new operation, and conforms', async () => {
    await using server = await copy.serve('server/cli.ts', '--port', '0', '--rpc-port', '0', '--log-level', 'silent');
    const response = await fetch(`${server.url}/${service}${path}`);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(shows)]);
    const output = await copy.node('conformance/cli.ts', `--${service}`, `${server.url}/${service}`, ...selected);
    expect(output).toContain('CONFORMANT');
  });

  it('passes its tests, including those with faulty servers', async () => {
    for (const args of tests) {
      const output = await copy.node('node_modules/vitest/vitest.mjs', 'run', ...args);
      expect(output).toMatch(/Tests +\d+ passed/);
    }
  });
});
