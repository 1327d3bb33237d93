/**
 * Installs Next.js for the test next to this file, below `node_modules/.cache/next`: `node
 * e2e/runtime/elsewhere/next.ts`. Runs no install scripts; an existing installation is kept.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/next', import.meta.url));

/** The folder of its packages. */
export const nextModules = join(cache, 'node_modules');

/** Its command. */
export const nextCommand = join(nextModules, 'next/dist/bin/next');

export const isNextInstalled = existsSync(nextCommand);

const packages = [
  'next@16.4.6',
  'react@19.3.1',
  'react-dom@19.3.1',
  'typescript@5.9.3',
  '@types/react@19.3.0',
  '@types/node@24.19.2',
];

if (import.meta.main && !isNextInstalled) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, 'package.json'), '{ "private": true }\n');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
  process.exitCode =
    spawnSync('npm', ['install', ...options, ...packages], { cwd: cache, stdio: 'inherit' }).status ?? 1;
}
