/** The tests of the folder that MUTATED names, for Stryker. */
import { defineConfig } from 'vitest/config';
import { mutatedFolders } from './folders.ts';

const folder = mutatedFolders[process.env['MUTATED'] ?? ''];

export default defineConfig({
  test: {
    include: [...(folder?.tests ?? [])],
    exclude: ['**/node_modules/**', ...Object.keys(folder?.except ?? {})],
    isolate: false,
  },
});
