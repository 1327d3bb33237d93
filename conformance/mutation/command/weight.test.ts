import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('a check and a faulty server cost no more lines than their limits', async () => {
  // It rejects when the exit code is not 0.
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'weight.ts')]);
  expect(stdout).toMatch(/^checks +[0-9]+ lines$/m);
  expect(stdout).toMatch(/^faulty servers +[0-9]+: [0-9.]+ lines each, at most 14$/m);
});
