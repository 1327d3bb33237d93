/**
 * Runs the snippets of test-with-the-sandbox.md in other languages as a reader would: in a shell, in Python and in Go.
 */

import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { startServer } from '@wallet-services/server';
import { afterAll, expect, test } from 'vitest';
import { guideSnippets } from './guide.ts';

const exec = promisify(execFile);

const server = await startServer({ port: 0, rpcPort: 0 });
const scratch = await mkdtemp(join(tmpdir(), 'guide-'));
afterAll(async () => {
  await server.close();
  await rm(scratch, { recursive: true });
});

const environment = { ...process.env, SANDBOX_URL: server.httpUrl, GOFLAGS: '-mod=mod' };

/** Whether a tool that npm does not provide is installed; in CI it must be. */
const has = (tool: string) => {
  const found = spawnSync(tool, [tool === 'go' ? 'version' : '--version']).status === 0;
  if (!found && process.env.CI !== undefined) throw new Error(`install ${tool} (Debian: golang-go, python3, curl)`);
  if (!found) process.stderr.write(`the snippets of the guide in ${tool} are not run: install ${tool}\n`);
  return found;
};

test.runIf(has('curl'))('curl', async () => {
  const [code = ''] = guideSnippets('sh');
  const { stdout } = await exec('sh', ['-e', '-c', code], { env: environment, timeout: PATIENCE });
  expect(stdout).toMatch(
    /^200\n.*\n401\n.*\n408\n.*\nrepeated\n.*\n000\ncurl failed: 52\n200\n.*"ok":true.*"removed":1/s,
  );
});

test.runIf(has('curl'))('curl, for the state', async () => {
  const [, code = ''] = guideSnippets('sh');
  const { stdout } = await exec('sh', ['-e', '-c', code], { env: environment, timeout: PATIENCE });
  expect(stdout).toMatch(/"supplied":"250.5".*"state":"Rejected".*"code":4.*"status":3/s);
});

test.runIf(has('python3'))('Python', async () => {
  const [code = ''] = guideSnippets('python');
  const { stderr } = await exec('python3', ['-c', code], { env: environment, timeout: PATIENCE });
  expect(stderr).toMatch(/Ran 4 tests.*OK/s);
});

test.runIf(has('go'))('Go', async () => {
  const [code = ''] = guideSnippets('go');
  await writeFile(join(scratch, 'sandbox_test.go'), code);
  await exec('go', ['mod', 'init', 'example.org/sandbox'], { cwd: scratch, env: environment });
  const { stdout } = await exec('go', ['test', '-v'], { cwd: scratch, env: environment, timeout: PATIENCE });
  expect(stdout.match(/^--- PASS/gm)).toHaveLength(4);
});
