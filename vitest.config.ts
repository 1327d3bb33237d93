import { defineConfig } from 'vitest/config';
import { compileCache } from './scripts/compile-cache.ts';

export default defineConfig({
  test: {
    include: ['{scripts,spec,generators,client,server,mock,conformance,review,docs}/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    // Files share their workers: loading the same modules for each takes a third of all the time.
    isolate: false,
    // Vitest would leave one core for itself; these tests wait more than they compute.
    maxWorkers: '100%',
    // For a test that hangs, and not for a slow machine: what tests wait for has limits of its own.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Of the programs that tests start.
    env: { NODE_COMPILE_CACHE: compileCache },
  },
});
