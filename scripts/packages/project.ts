/** An empty project outside of the repository, with the packages installed as anyone would install them. */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Packed, packAll } from './pack.ts';

const execute = promisify(execFile);

/** For anything that is run in the project, in milliseconds. */
const LIMIT = 120_000;

/** Versions of TypeScript that the packages are meant for, by the name that they are installed under. */
export const compilers = { 'typescript-5.8': '5.8.3', 'typescript-5.9': '5.9.3', 'typescript-6.0': '6.0.3' } as const;

/**
 * TypeSpec for the library of behaviour: the newest compiler that its range takes, and the newest libraries that go with
 * the emitter of OpenAPI. The repository itself compiles with the oldest.
 */
const typespec = [
  '@typespec/compiler@1.17.0',
  ...['http', 'openapi', 'openapi3'].map((name) => `@typespec/${name}@1.16.0`),
];

/** What a worker at the edge has in place of the DOM. */
const WORKERS_TYPES = '@cloudflare/workers-types@5.20261117.1';

export interface Project {
  readonly folder: string;
  readonly packages: readonly Packed[];
  /** Runs Node in the project; what it prints. */
  node(...args: readonly string[]): Promise<string>;
  /** Puts a file into the project. */
  write(name: string, text: string): Promise<void>;
  copy(from: URL, name: string): Promise<void>;
  remove(): Promise<void>;
}

/** Packs, and installs. Only packages that are missing in npm's cache come from the registry. */
export async function installedProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-services-consumer-'));
  const packages = await packAll(join(folder, 'tarballs'));
  await writeFile(join(folder, 'package.json'), '{"name": "consumer", "private": true, "type": "module"}');
  const wanted = [
    ...packages.map(({ file }) => file),
    ...Object.entries(compilers).map(([name, version]) => `${name}@npm:typescript@${version}`),
    ...typespec,
    WORKERS_TYPES,
  ];
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await execute('npm', ['install', ...options, ...wanted], { cwd: folder, timeout: LIMIT });
  return {
    folder,
    packages,
    async node(...args) {
      // A test runner's own settings are not the project's.
      const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
      return (await execute(process.execPath, args, { cwd: folder, timeout: LIMIT, env })).stdout;
    },
    write: (name, text) => writeFile(join(folder, name), text),
    copy: (from, name) => copyFile(from, join(folder, name)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
