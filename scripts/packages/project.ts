/** An empty project outside of the repository, with the packages installed as users do. */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { npm, usersEnvironment } from './npm.ts';
import { type Packed, packAll } from './pack.ts';

const execute = promisify(execFile);

/** The supported versions of TypeScript, by the name under which they are installed. */
export const compilers = { 'typescript-5.8': '5.8.3', 'typescript-5.9': '5.9.3', 'typescript-6.0': '6.0.3' } as const;

/**
 * TypeSpec for the library of behaviour: the newest compiler in its range, and the newest libraries that fit the
 * emitter of OpenAPI. The repository itself compiles with the oldest.
 */
const typespec = [
  '@typespec/compiler@1.17.0',
  ...['http', 'openapi', 'openapi3'].map((name) => `@typespec/${name}@1.16.0`),
];

/** Types of the platform of workers, instead of the DOM. */
const WORKERS_TYPES = '@cloudflare/workers-types@5.20261117.1';

export interface Project {
  readonly folder: string;
  readonly packages: readonly Packed[];
  /** Runs Node.js in the project. @returns its output */
  node(...args: readonly string[]): Promise<string>;
  /** Writes a file into the project. */
  write(name: string, text: string): Promise<void>;
  copy(from: URL, name: string): Promise<void>;
  remove(): Promise<void>;
}

/** Packs and installs the packages. Only packages that are missing in npm's cache come from the registry. */
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
  await npm(['install', ...options, ...wanted], { cwd: folder });
  return {
    folder,
    packages,
    async node(...args) {
      const env = usersEnvironment();
      return (await execute(process.execPath, args, { cwd: folder, timeout: PATIENCE, env })).stdout;
    },
    write: (name, text) => writeFile(join(folder, name), text),
    copy: (from, name) => copyFile(from, join(folder, name)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
