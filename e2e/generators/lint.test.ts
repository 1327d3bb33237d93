/** Common linters find no error in the documents and their derived forms. */

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serviceNames } from '@wallet-services/contract/services';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { expect, it } from 'vitest';
import { cache, place } from './install.ts';

const exec = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const documents = ['', 'portable/', '3.0/'].flatMap((form) =>
  serviceNames.map((service) => `generated/openapi/${form}${service}.yaml`),
);

/** The output of a linter, whatever its exit code. */
async function lint(command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  try {
    const { stdout, stderr } = await exec(command, args, { cwd: root, env, timeout: PATIENCE, maxBuffer: 2 ** 26 });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

it('redocly, with its strict rules', async () => {
  const { code, output } = await lint(bin('redocly'), ['lint', '--extends', 'recommended-strict', ...documents]);
  expect(code, output).toBe(0);
});

// When it is missing, the generators are missing as well, which their test reports.
const { installed, bin: tools } = place({ from: 'npm' });
(installed || process.env['CI'] !== undefined ? it : it.skip)('spectral', async () => {
  const ruleset = join(cache, 'spectral.yaml');
  await writeFile(ruleset, 'extends: ["spectral:oas"]\n');
  const { code, output } = await lint(join(tools, 'spectral'), ['lint', '--ruleset', ruleset, ...documents]);
  expect(code, output).toBe(0);
});
