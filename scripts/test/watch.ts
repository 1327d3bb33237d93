/** `npm run test:watch`: Vitest's own watching, on the terminal. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '@wallet-services/generators/run';
import { compileCache } from '../compile-cache.ts';

/** @returns the exit code, when the user ends it */
export function watch(args: readonly string[]): Promise<number> {
  const child = spawn(join(root, 'node_modules/.bin/vitest'), ['watch', ...args], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 130));
  });
}
