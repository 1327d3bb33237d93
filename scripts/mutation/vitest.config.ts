/** Runs the tests of the folder in the variable MUTATED, for Stryker. */
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { defineConfig } from 'vitest/config';
import { mutatedFolders } from './folders.ts';

const folder = mutatedFolders[process.env['MUTATED'] ?? ''];

export default defineConfig({
  test: {
    include: [...(folder?.tests ?? [])],
    // Random input is slow on mutated code, and its findings depend on chance.
    exclude: ['**/node_modules/**', '**/*.fuzz.test.ts', ...Object.keys(folder?.except ?? {})],
    isolate: false,
    // Stryker ends mutants that hang.
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
  },
});
