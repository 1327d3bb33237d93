import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('renamed.ts', import.meta.url));

test.each([
  ['npm run teeth', 'npm run mutants', 'teeth'],
  ['wallet-teeth', 'wallet-mutants', undefined],
])('%s is an error that names %s', (old, name, event) => {
  const env = { ...process.env, npm_lifecycle_event: event };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--document', 'a.yaml'], {
    encoding: 'utf8',
    env,
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: `${old} was renamed: use ${name} instead\n`,
  });
});
