import { expect, it } from 'vitest';
import { root, run, ToolError } from './run.ts';

it('returns the output of a tool, run in the folder of the repository', async () => {
  expect(await run('node', ['-p', 'process.cwd() + "/"'])).toBe(`${root}\n`);
  expect(await run('node', ['-p', 'process.cwd()'], { cwd: '/' })).toBe('/\n');
});

it('finds the tools that a tool starts', async () => {
  expect(await run('node', ['-p', 'process.env.PATH.split(require("node:path").delimiter)[0]'])).toBe(
    `${root}node_modules/.bin\n`,
  );
});

it.each([
  ['console.log("a"); console.log("a.tsp:1:2 - error no: x"); process.exit(1)', 'a.tsp:1:2 - error no: x'],
  ['console.log("first\\nsecond"); console.error("aside"); process.exit(3)', 'first'],
  ['console.error("why\\nwhere"); process.exit(1)', 'why'],
  ['console.log(" "); console.error("why\\nwhere"); process.exit(1)', 'why'],
])('gives the reason why a tool failed in its last line: %s', async (script, reason) => {
  const error: unknown = await run('node', ['-e', script]).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ToolError);
  const message = error instanceof Error ? error.message : '';
  expect(message.split('\n').at(-1)).toBe(`node failed: ${reason}`);
  expect(message.split('\n').length).toBe(3);
});

it('reports it in one line when the tool wrote one line, or nothing', async () => {
  await expect(run('node', ['-e', 'console.log("no"); process.exit(1)'])).rejects.toThrow(/^node failed: no$/);
  await expect(run('node', ['-e', 'process.exit(4)'])).rejects.toThrow(/^node failed: exit code 4$/);
  await expect(run('node', ['-e', 'process.kill(process.pid, "SIGKILL")'])).rejects.toThrow(
    /^node failed: it was ended by SIGKILL$/,
  );
  await expect(run('no-such-tool', [])).rejects.toThrow(/^no-such-tool failed: it cannot be started: /);
});

it('ends a tool by a signal', async () => {
  const abort = new AbortController();
  const running = run('node', ['-e', 'setInterval(() => {}, 1000)'], { signal: abort.signal });
  abort.abort();
  await expect(running).rejects.toThrow(ToolError);
});
