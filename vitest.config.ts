import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { defineConfig } from 'vitest/config';

/** So many seconds each property is tried with random input. */
const fuzzing = Number(process.env['FUZZ_SECONDS'] ?? 0);

export default defineConfig({
  test: {
    include: [
      '{scripts,spec,kit,runtime,expressions,generators,client,clients,server,mock,conformance,client-conformance,checks,review,docs,e2e}/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**'],
    // Files share their workers: loading the same modules for each takes a third of all the time.
    isolate: false,
    // A share would mean one a core at most; these tests wait about as much as they compute.
    maxWorkers: 2 * availableParallelism(),
    // Above what a test itself waits for at most, so that its own message comes first.
    testTimeout: 1.5 * PATIENCE + fuzzing * 1_000,
    hookTimeout: 1.5 * PATIENCE,
    expect: { poll: { timeout: PATIENCE } },
    setupFiles: fuzzing === 0 ? [] : ['scripts/test/fuzz.ts'],
    // For the programs that tests start: what Node.js compiled for one, the next need not.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)) },
  },
});
