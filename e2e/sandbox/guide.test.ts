/** Runs the TypeScript of test-with-the-sandbox.md as a reader would. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { startServer } from '@wallet-services/server';
import { afterAll, describe, expect, test } from 'vitest';
import { guideSnippets } from './guide.ts';

const exec = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));

const server = await startServer({ port: 0, rpcPort: 0 });
const before = process.env.SANDBOX_URL;
process.env.SANDBOX_URL = server.httpUrl;
afterAll(async () => {
  if (before === undefined) delete process.env.SANDBOX_URL;
  else process.env.SANDBOX_URL = before;
  await server.close();
});

/** Imports code from a file in this folder, where packages can be resolved; its tests are registered below. */
async function imported(code: string): Promise<void> {
  const folder = await mkdtemp(join(here, '.snippet-'));
  try {
    const file = join(folder, 'snippet.ts');
    await writeFile(file, code);
    await import(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const [tests = '', plain = ''] = guideSnippets('ts');

describe('TypeScript, in Vitest', async () => {
  await imported(tests);
});

test('TypeScript, in Playwright', async () => {
  const folder = await mkdtemp(join(here, '.snippet-'));
  try {
    await writeFile(join(folder, 'guide.spec.ts'), tests.replace("'vitest'", "'@playwright/test'"));
    const program = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
    const { stdout } = await exec(
      process.execPath,
      [program, 'test', '--reporter=line', `--output=${join(folder, 'results')}`],
      {
        cwd: folder,
        timeout: PATIENCE,
      },
    );
    expect(stdout).toMatch(/^ *[1-9]\d* passed/m);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('TypeScript, without a test runner', async () => {
  const lines: unknown[] = [];
  const { log } = console;
  console.log = (line: unknown) => lines.push(line);
  try {
    await imported(plain);
  } finally {
    console.log = log;
  }
  expect(lines[0]).toMatch(/^2030-01-01T01:30:00/);
  expect(lines[1]).toEqual(expect.arrayContaining([expect.objectContaining({ service: 'vault' })]));
});
