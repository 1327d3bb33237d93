import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{scripts,spec,kit,runtime,expressions,generators,client,server,mock,conformance,review,docs,e2e}/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**'],
    // Files share their workers: loading the same modules for each takes a third of all the time.
    isolate: false,
    // Vitest would leave one core for itself; these tests wait more than they compute.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
