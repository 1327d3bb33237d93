import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { begin, callersFolder } from './begin.ts';

const program = `import { begin } from '${new URL('begin.ts', import.meta.url)}'; begin(NEEDS); console.log('begun');`;

function run(version: string, needs = '') {
  const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${version}'}})`;
  const args = ['--import', older, '--input-type=module', '-e', program.replace('NEEDS', needs)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

it.each(['18.20.8', '20.20.2', '22.12.0'])('names the Node.js version that is needed on %s', (version) => {
  expect(run(version)).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^this command needs Node\.js 22\.13 or later, but runs on v\S+: install a newer one\n$/,
    ),
  });
});

it.each(['22.13.0', '22.23.3', '24.21.3', '26.0.0-nightly'])('starts on %s', (version) => {
  expect(run(version)).toEqual({ status: 0, stdout: 'begun\n', stderr: '' });
});

it('names the version that a command needs beyond that', () => {
  expect(run('24.17.9', "{ needs: '24.18' }")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('needs Node.js 24.18 or later'),
  });
  expect(run('24.18.0', "{ needs: '24.18' }").status).toBe(0);
});

it.each(['kit', 'server', 'conformance'])('needs the version that the package %s declares', async (folder) => {
  const { engines } = JSON.parse(await readFile(new URL(`../${folder}/package.json`, import.meta.url), 'utf8'));
  expect(run('1.0.0').stderr).toContain(`Node.js ${engines.node.replace('>=', '')} or later`);
});

describe('in this program', () => {
  function beginOn(node: string, cache?: string) {
    const versions = vi.spyOn(process, 'versions', 'get').mockReturnValue({ ...process.versions, node });
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('ended');
    });
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const enable = vi.spyOn(module, 'enableCompileCache').mockReturnValue({ status: 0 });
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    let ended = false;
    try {
      begin(cache === undefined ? {} : { cache });
    } catch {
      ended = true;
    }
    expect(versions).toHaveBeenCalled();
    return { ended, code: exit.mock.calls[0]?.[0], printed: write.mock.calls.join(''), caches: enable.mock.calls };
  }

  it.each(['20.20.2', '22.0.0', '22', '22.12.9', '9.99.99'])('exits on %s', (version) => {
    expect(beginOn(version)).toEqual({
      ended: true,
      code: 2,
      printed: `this command needs Node.js 22.13 or later, but runs on ${process.version}: install a newer one\n`,
      caches: [],
    });
  });

  it.each(['22.13', '22.13.0', '22.100.0', '23.0.0', '100.0.0'])('continues on %s', (version) => {
    expect(beginOn(version, '/cache')).toEqual({ ended: false, code: undefined, printed: '', caches: [['/cache']] });
  });
});

describe('the folder of the caller', () => {
  const folder = process.cwd();
  const env = (script: string) => ({
    INIT_CWD: '/elsewhere',
    npm_package_json: join(folder, 'package.json'),
    npm_lifecycle_script: script,
  });

  it.each([
    [
      'is where npm was called, for the program of a script',
      env('node --max-old-space-size=128 kit/try.ts'),
      '/elsewhere',
    ],
    ['is where it is, for what such a program starts', env('node scripts/test.ts'), folder],
    [
      'is where it is, for a script of another folder',
      { ...env('node kit/try.ts'), npm_package_json: '/p.json' },
      folder,
    ],
    ['is where it is, without npm', {}, folder],
  ])('%s', (_name, environment, expected) => {
    expect(callersFolder(environment, join(folder, 'kit/try.ts'))).toBe(expected);
  });

  it('is entered at the start', async () => {
    const [root, elsewhere] = await Promise.all([mkdtemp(join(tmpdir(), 'root-')), mkdtemp(join(tmpdir(), 'caller-'))]);
    onTestFinished(() =>
      Promise.all([root, elsewhere].map((each) => rm(each, { recursive: true }))).then(() => undefined),
    );
    await writeFile(
      join(root, 'try.mjs'),
      `import { begin } from '${new URL('begin.ts', import.meta.url)}'; begin(); process.stdout.write(process.cwd());`,
    );
    const { stdout } = spawnSync(process.execPath, ['try.mjs'], {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        INIT_CWD: elsewhere,
        npm_package_json: join(root, 'package.json'),
        npm_lifecycle_script: 'node try.mjs',
      },
    });
    expect(stdout).toBe(elsewhere);
  });
});
