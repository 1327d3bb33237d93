/** Creates a repository with the tools of this one, and an example instead of its services. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { root } from '@wallet-services/generators/run';
import { Failure } from '@wallet-services/kit/errors';

/** The folders of the tools, which are copied unchanged. */
const TOOLS = ['kit', 'runtime', 'expressions', 'spec/behaviour', 'generators', 'conformance'];

/** Files that test or describe the tools with the services of this repository. */
const OF_THIS = [
  /\.(?:test|check)\.ts$/,
  /(?:^|\/)(?:bench|testing|test|examples|crosscheck|forms|reports)\//,
  /^conformance\/mutation\/command\//,
  /CHANGELOG\.md$/,
  /^conformance\/(?:README|PACKAGE)\.md$/,
  /^conformance\/target\/target\.schema\.json$/,
];

const FILES = fileURLToPath(new URL('files/', import.meta.url));
const SUFFIX = '.template';

type Names = Readonly<Record<string, unknown>>;

interface Manifest {
  readonly [member: string]: unknown;
  readonly name: string;
  readonly version: string;
  readonly exports?: Names;
  readonly bin?: Names;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Creates the repository.
 *
 * @param folder created if it does not exist
 * @throws Failure when it is not empty
 */
export async function makeTemplate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw new Failure(`${folder} is not empty: name a folder that does not exist`);
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', '--', ...TOOLS, 'tsconfig.json', 'LICENSE'], {
    cwd: root,
    maxBuffer: 1 << 26,
  });
  for (const file of stdout.split('\0').filter((each) => each !== '' && !OF_THIS.some((part) => part.test(each)))) {
    await cp(join(root, file), join(folder, file));
  }
  for (const file of await readdir(FILES, { recursive: true })) {
    if (!file.endsWith(SUFFIX)) continue;
    const path = join(folder, file.slice(0, -SUFFIX.length));
    await mkdir(dirname(path), { recursive: true });
    await cp(join(FILES, file), path);
  }
  await writeManifests(folder);
}

async function writeManifests(folder: string): Promise<void> {
  const read = async (path: string): Promise<Manifest> =>
    JSON.parse(await readFile(join(root, path, 'package.json'), 'utf8'));
  const write = async (path: string, manifest: object) => {
    await mkdir(join(folder, path), { recursive: true });
    await writeFile(join(folder, path, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  };
  const { engines, overrides, devDependencies, version } = await read('.');
  const { exports: _exports, devDependencies: _dev, description: _of, ...spec } = await read('spec');
  const { conformance: _checks, description: _services, ...contract } = await read('generated');
  const isOfSandbox = (name: string) => name.startsWith('./sandbox');
  const server = await read('server');
  const dependencies = { '@wallet-services/contract': version, express: server.dependencies?.['express'] ?? '*' };

  const manifests = new Map<string, Manifest>([
    ...(await Promise.all(TOOLS.map(async (path) => [path, await read(path)] as const))),
    ['spec', spec],
    ['generated', { ...contract, exports: omit(contract.exports, isOfSandbox) }],
    ['server', { name: '@wallet-services/server', version, private: true, type: 'module', dependencies }],
  ]);
  const own = new Set([...manifests.values()].map(({ name }) => name));
  /** A package of this repository that the new one does not have. */
  const isMissing = (name: string) => name.startsWith('@wallet-services/') && !own.has(name);
  /** Generated files do not exist yet. */
  const isThere = (path: string, target: unknown) =>
    path === 'generated' ||
    typeof target !== 'string' ||
    target.includes('*') ||
    existsSync(join(folder, path, target));
  for (const [path, { exports = {}, bin = {}, ...manifest }] of manifests) {
    const there = (all: Names) => Object.fromEntries(Object.entries(all).filter(([, target]) => isThere(path, target)));
    await write(path, {
      ...manifest,
      exports: there(exports),
      bin: there(bin),
      dependencies: omit(manifest.dependencies, isMissing),
      devDependencies: omit(manifest.devDependencies, isMissing),
    });
  }
  const needed = ['@types/express', '@types/node', 'typescript', 'vitest'];
  await write('.', {
    name: basename(folder),
    version: '0.1.0',
    private: true,
    type: 'module',
    engines,
    workspaces: [...manifests.keys()],
    scripts: {
      generate: 'node generators/generate.ts --no-clients',
      types: 'tsc -p .',
      serve: 'node server/main.ts',
      check: 'node conformance/cli.ts',
      test: 'vitest run server',
    },
    overrides,
    devDependencies: Object.fromEntries(needed.map((name) => [name, devDependencies?.[name]])),
  });
}

/** The members of a manifest without some names. */
function omit(all: Names | undefined, isLeft: (name: string) => boolean): Names {
  return Object.fromEntries(Object.entries(all ?? {}).filter(([name]) => !isLeft(name)));
}
