import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{scripts,spec,generators,client,server,mock,conformance,review}/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
