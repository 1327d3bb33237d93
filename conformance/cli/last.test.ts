import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { start } from '../mutation/proxy/start.ts';
import { supervise } from './supervise.ts';

const command = fileURLToPath(new URL('../cli.ts', import.meta.url));

const formats = ['json', 'junit', 'sarif', 'html', 'markdown', 'badge', 'har', 'allure'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'last-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
});

const pathOf = (format: string) => join(folder, `report.${format}`);
const flags = () => formats.flatMap((format) => [`--${format}`, pathOf(format)]);
const json = async (format: string) => JSON.parse(await readFile(pathOf(format), 'utf8'));

/** Runs the command. @param onRead called when it requests its document, which never comes; kills it */
async function run(extra: readonly string[], onRead: (kill: (signal: NodeJS.Signals) => void) => unknown) {
  let kill: (signal: NodeJS.Signals) => void = () => undefined;
  const server = await start(() => {
    onRead(kill);
    return { kind: 'hang' };
  });
  const address = server.origin;
  const child = spawn(process.execPath, [command, '--document', address, '--url', address, ...flags(), ...extra]);
  kill = (signal) => child.kill(signal);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  await server.close();
  return { code, output, errors };
}

describe('a run that ends while its document is read writes every report', () => {
  it.each([
    ['SIGINT', [], 130, 'interrupted', 'the run was interrupted'],
    ['SIGTERM', [], 130, 'interrupted', 'the run was interrupted'],
    ['--max-time', ['--max-time', '0.2'], 3, 'time', 'the time of --max-time was over'],
  ] as const)('%s', async (end, extra, code, ended, why) => {
    const ran = await run(extra, (kill) => end !== '--max-time' && kill(end));
    expect(ran.code, ran.errors).toBe(code);
    expect(ran.output).toMatch(/^UNDECIDED, it(s time)? was (over|interrupted) before everything was sent/m);
    expect((await readdir(folder)).toSorted()).toEqual(formats.map((format) => `report.${format}`).toSorted());
    const nothing = { service: 'document', unreachable: `nothing was decided: ${why}`, checks: [] };
    expect(await json('json')).toMatchObject({ outcome: 'undecided', ended, services: [nothing] });
    expect((await json('har')).log.entries).toEqual([]);
    expect(await readFile(pathOf('junit'), 'utf8')).toContain('errors="1"');
    for (const format of ['html', 'markdown', 'sarif']) expect(await readFile(pathOf(format), 'utf8')).toContain(why);
  });
});

describe('a run whose thread ends early writes the reports that are missing', () => {
  const programOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const posting = `import { parentPort } from 'node:worker_threads'; parentPort.postMessage`;

  it('with what was recorded until then', async () => {
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await writeFile(pathOf('json'), 'its own');
    await writeFile(`${pathOf('har')}.partial`, '{"log":{"entries":[\n{"time":1}');
    const written = JSON.stringify({ kind: 'written', path: pathOf('json') });
    const args = ['--lending', 'http://127.0.0.1:9', ...flags()];
    const code = await supervise(
      programOf(`${posting}(${written}); throw new Error('broken')`),
      args,
      new AbortController().signal,
    );
    const reported = errors.mock.calls.join('');
    output.mockRestore();
    errors.mockRestore();
    expect([code, reported]).toEqual([
      3,
      expect.stringContaining('the suite failed, which says nothing about the server: broken'),
    ]);
    expect(await readFile(pathOf('json'), 'utf8')).toBe('its own');
    expect((await json('har')).log.entries).toEqual([{ time: 1 }]);
    expect(await readFile(pathOf('junit'), 'utf8')).toContain('nothing was decided: the suite failed');
    expect(await readFile(pathOf('markdown'), 'utf8')).toContain('the suite failed before everything was judged');
  });

  it('and does not overwrite a recording of others', async () => {
    const theirs = '{"log":{"entries":[]}}';
    await writeFile(pathOf('har'), theirs);
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const args = ['--lending', 'http://127.0.0.1:9', '--har', pathOf('har')];
    await supervise(programOf('process.exit()'), args, new AbortController().signal);
    const reported = errors.mock.calls.join('');
    vi.restoreAllMocks();
    expect(reported).toContain('--har would overwrite the recording');
    expect(await readFile(pathOf('har'), 'utf8')).toBe(theirs);
  });
});
