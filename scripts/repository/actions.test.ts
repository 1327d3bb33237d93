/** Tests the actions for other repositories: runs their scripts as a workflow does, in a folder without our files. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@wallet-services/generators/run';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { freePorts } from '@wallet-services/kit/testing/ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { usersEnvironment } from '../packages/npm.ts';
import { packAll } from '../packages/pack.ts';
import { publish } from '../release/publish.ts';
import { type Registry, startRegistry } from '../release/registry.ts';

const execute = promisify(execFile);

const ACTIONS = join(root, '.github/actions');

/** The names of the services in the actions that start servers. */
const SERVICES = ['lending', 'comment', 'swap', 'vault', 'assistant'];

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
  };
}

const actionOf = async (name: string): Promise<Action> =>
  parse(await readFile(join(ACTIONS, name, 'action.yml'), 'utf8'));

/** The result of a step of a workflow. */
interface Ended {
  readonly code: number;
  readonly output: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** The environment of a runner, without variables of npm. */
function runner(): NodeJS.ProcessEnv {
  const isOfNpm = ([name]: readonly [string, unknown]) => /^npm_|^INIT_CWD$/.test(name);
  return Object.fromEntries(Object.entries(usersEnvironment()).filter((entry) => !isOfNpm(entry)));
}

/**
 * Runs a step of an action as GitHub does.
 *
 * @param actions the folder with the actions, in a checkout of this repository
 * @param folder the folder of the workflow
 */
async function step(
  name: string,
  given: Readonly<Record<string, string>>,
  { actions, folder, env = {} }: Place,
): Promise<Ended> {
  const { inputs, runs } = await actionOf(name);
  const [{ run, env: declared } = { run: '', env: {} }] = runs.steps;
  const value = (text: string) =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input) => given[input] ?? inputs[input]?.default ?? '');
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') };
  await Promise.all(Object.values(files).map((file) => writeFile(file, '')));
  const settings = Object.fromEntries(Object.entries(declared).map(([key, text]) => [key, value(text)]));
  const ended = await execute('bash', ['-c', run], {
    cwd: folder,
    env: { ...runner(), ...files, ...settings, GITHUB_ACTION_PATH: join(actions, name), RUNNER_TEMP: folder, ...env },
    timeout: PATIENCE,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  );
  const lines = (await readFile(files.GITHUB_OUTPUT, 'utf8')).split('\n').filter((line) => line !== '');
  const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  return { ...ended, outputs, summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8') };
}

interface Place {
  readonly actions: string;
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}

let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'actions-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

describe('the action for checks', () => {
  /** Runs the action with a suite that records its arguments and exits with a code. */
  async function check(code: number, args: string) {
    const suite = `printf '[%s]' "$@" > args; while [ $# -gt 0 ]; do [ "$1" = --markdown ] && echo '# Verdict' > "$2"; shift; done; exit ${code}`;
    await writeFile(join(scratch, 'npx'), `#!/usr/bin/env bash\n${suite}\n`, { mode: 0o755 });
    const env = { PATH: `${scratch}:${process.env['PATH']}` };
    const place = { actions: ACTIONS, folder: scratch, env };
    const ended = await step('conformance', { arguments: args, version: '1.2.3', reports: 'reports' }, place);
    return { ...ended, args: await readFile(join(scratch, 'args'), 'utf8') };
  }

  it.each([
    [0, 'conformant'],
    [1, 'not conformant'],
    [3, 'undecided'],
  ])('ends with %i, and reports %s', async (code, verdict) => {
    const ended = await check(code, '--lending http://127.0.0.1:8080');
    expect([ended.code, ended.outputs, ended.summary]).toEqual([code, { verdict }, '# Verdict\n']);
  });

  it('takes arguments as a command line, and runs nothing that is in them', async () => {
    const { args } = await check(0, `--rule 'wire.*' --target "my server.yaml" $(touch made)`);
    expect(args).toMatch(
      /^\[--yes\]\[@wallet-services\/conformance@1\.2\.3\]\[--rule\]\[wire\.\*\]\[--target\]\[my server\.yaml\]\[\$\(touch\]\[made\)\]\[--json\]/,
    );
    await expect(stat(join(scratch, 'made'))).rejects.toThrow('ENOENT');
  });
});

const names = (await readdir(ACTIONS, { withFileTypes: true })).filter((entry) => entry.isDirectory());

it.each(names.map(({ name }) => name))('the action %s passes on every input', async (name) => {
  const { inputs, runs } = await actionOf(name);
  const used = JSON.stringify(runs).match(/inputs\.[\w-]+/g) ?? [];
  expect([...new Set(used)].map((input) => input.replace('inputs.', '')).toSorted()).toEqual(
    Object.keys(inputs).toSorted(),
  );
});

describe('in an empty repository', () => {
  let registry: Registry;

  beforeAll(async () => {
    registry = await startRegistry(join(scratch, 'registry'));
  });
  afterAll(() => registry?.close());

  /**
   * A checkout at a ref, which a runner has next to the repository of the workflow: tracked files, nothing installed.
   */
  async function checkoutOf(): Promise<string> {
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const { stdout } = await execute('git', list, { cwd: root, maxBuffer: 1e8 });
    const checkout = join(scratch, 'checkout');
    for (const path of stdout.split('\0').filter((each) => each !== '')) {
      await mkdir(dirname(join(checkout, path)), { recursive: true });
      await cp(join(root, path), join(checkout, path), { verbatimSymlinks: true }).catch((error) => {
        // Ignore files that were deleted but not committed yet.
        if (error.code !== 'ENOENT') throw error;
      });
    }
    return checkout;
  }

  /** Starts a server with an action, uses its addresses, and stops it. */
  async function serving(
    name: 'mock' | 'sandbox',
    given: Readonly<Record<string, string>>,
    place: Place,
    work: (outputs: Readonly<Record<string, string>>) => Promise<void>,
  ): Promise<void> {
    const { code, output, outputs } = await step(name, given, place);
    expect([code, code === 0 ? '' : output]).toEqual([0, '']);
    try {
      await work(outputs);
    } finally {
      // The process group: the command and the server that it starts.
      process.kill(-Number(outputs['pid']), 'SIGTERM');
    }
  }

  /** Uses the three actions as a team would. */
  async function useAll(version: string, place: Place): Promise<void> {
    const first = await freePorts(7);
    const sandbox = { version, arguments: `--port ${first} --rpc-port ${first + 1} --log-level error` };
    await serving('sandbox', sandbox, place, async ({ lending = '', ...others }) => {
      expect(Object.keys(others)).toEqual(expect.arrayContaining(SERVICES.slice(1)));
      const args = `--lending ${lending} --rule 'lending.numbers.*'`;
      const checked = await step('conformance', { version, arguments: args }, place);
      expect([checked.code, checked.outputs, checked.output]).toEqual([
        0,
        { verdict: 'conformant' },
        expect.stringMatching(/^CONFORMANT/m),
      ]);
      expect(checked.summary).toMatch(/conformant/i);
      expect(await readdir(join(place.folder, 'conformance-report'))).toHaveLength(4);
      const wrong = await step('conformance', { version, arguments: '--lendnig http://127.0.0.1:1' }, place);
      expect([wrong.code, wrong.output]).toEqual([2, expect.stringContaining("unknown option '--lendnig'")]);
    });
    await serving('mock', { version, arguments: `--port ${first + 2}` }, place, async ({ vault = '' }) => {
      expect((await fetch(`${vault}/flips`)).status).toBe(200);
    });
  }

  async function emptyFolder(name: string): Promise<string> {
    const folder = join(scratch, name);
    await mkdir(folder);
    await writeFile(join(folder, '.npmrc'), `${registry.npmrc}update-notifier=false\n`);
    return folder;
  }

  it('runs everything from the ref, without published packages', async () => {
    const folder = await emptyFolder('unpublished');
    const view = execute('npm', ['view', '@wallet-services/conformance'], { cwd: folder, env: usersEnvironment() });
    await expect(view).rejects.toThrow(/E404/);
    await useAll('', { actions: join(await checkoutOf(), '.github/actions'), folder });
    expect(await readdir(folder)).not.toContain('node_modules');
  });

  it('runs a version from the registry', async () => {
    const folder = await emptyFolder('published');
    for (const packed of await packAll(join(scratch, 'packed'), { only: ['conformance', 'server', 'mock'] })) {
      await publish(packed, { folder, provenance: false });
    }
    // npx caches packages by name and version; the cache of this machine must not be used.
    const env = { npm_config_cache: join(scratch, 'npm') };
    await useAll('0.1.0', { actions: ACTIONS, folder, env });
  });
});
