import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Program, run } from '../testing/program.ts';
import { sendRaw, startUpstream } from '../testing/upstream.ts';

const CLI = new URL('cli.ts', import.meta.url).pathname;

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

function proxy(...args: string[]): Program {
  const program = run(CLI, args);
  open.push(() => program.stop('SIGKILL'));
  return program;
}

async function marketsThat(text: string): Promise<string> {
  const upstream = await startUpstream((_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
  });
  open.push(() => upstream.close());
  return upstream.url;
}

async function urlIn(program: Program): Promise<string> {
  return (await program.printed(/Ctrl-C to stop/)).match(/http:\S+/)?.[0] ?? '';
}

describe('npm run proxy', () => {
  it('reports each violation once, and at Ctrl-C writes the report and exits with 1', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'proxy-'));
    open.push(() => rm(folder, { recursive: true }));
    const report = join(folder, 'report.json');
    const upstream = await marketsThat('{"data": 7}');
    const program = proxy('--lending', upstream, '--port', '0', '--report', report);
    const url = await urlIn(program);
    expect(await readFile(report, 'utf8')).toContain(upstream);
    for (let round = 0; round < 3; round += 1) await sendRaw(`${url}/api/v1/markets/all`);
    expect(await program.stop('SIGINT')).toBe(1);
    const line = 'lending    GET /api/v1/markets/all  response 200  /body/data  must be array\n';
    expect(program.output().split(line)).toHaveLength(2);
    expect(program.output()).toMatch(
      /3 requests, 3 with a violation; 1 different violation, 0 warnings\n +3 {2}lending GET/,
    );
    expect(await readFile(report, 'utf8')).toContain('/body/data');
    expect(program.errors()).toBe('');
  });

  it('exits with 0 when there are no violations, and logs every exchange when verbose', async () => {
    const program = proxy('--lending', await marketsThat('{"data": []}'), '--port', '0', '--verbose');
    const url = await urlIn(program);
    await sendRaw(`${url}/api/v1/markets/all?token=s3cret`, { headers: { Authorization: 'Bearer s3cret' } });
    await program.printed(/GET \/api\/v1\/markets\/all {2}200/);
    expect(await program.stop('SIGTERM')).toBe(0);
    expect(program.output()).not.toContain('s3cret');
  });

  it('starts before its service does, and reports it in one line', async () => {
    const program = proxy('--vault', 'http://127.0.0.1:1', '--port', '0');
    const url = await urlIn(program);
    expect((await sendRaw(`${url}/time`)).status).toBe(502);
    expect(await program.stop('SIGINT')).toBe(0);
    expect(program.errors()).toBe(
      'proxy: vault does not respond at http://127.0.0.1:1/ yet: connection refused: start the service, or correct its URL\n',
    );
  });

  it.each([
    [[], 2, 'no service is given: give the URL of one'],
    [['--lending', 'here'], 2, 'the URL of lending is invalid: use one such as http://127.0.0.1:4000/lending'],
    [['--lending', 'http://u:s3cret@h'], 2, 'the URL of lending contains a password'],
    [['--lending', 'http://h/?key=s3cret'], 2, 'remove what follows ?'],
    [['--lending', 'http://h', '--report', 'r.txt'], 2, '--report needs a file that ends with .json or .md'],
    [['--lending', 'http://h', '--report', '/nowhere/r.md'], 1, 'cannot write the report to /nowhere/r.md'],
    [['--lending', 'http://h', '--documents', '/nowhere'], 1, 'there is no document at /nowhere/lending.json'],
    [['--bogus'], 2, 'Try: npx -p @wallet-services/mock wallet-proxy --help'],
  ])('reports in one line the problem of %j', async (args, code, problem) => {
    const program = proxy(...args);
    expect(await program.ended).toBe(code);
    expect(program.errors()).toContain(problem);
    expect(program.errors()).toMatch(/^proxy: .*\n$/);
    expect(program.errors()).not.toContain('s3cret');
    expect(program.output()).toBe('');
  });
});
