/** Computes the versions of a release: changesets raises them in a copy of the manifests, without changes here. */
import { copyFile, cp, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '@wallet-services/generators/run';
import { release } from '@wallet-services/review/changesets';
import type { Raised } from '../packages/stage.ts';

/** A package with its version before and after a release. */
export interface Version {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

export interface Plan {
  /** The packages that are published, in the order of the workspaces. */
  readonly versions: readonly Version[];
  /** The files that are packed instead of those in the folders. */
  readonly raised: Raised;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly workspaces?: readonly string[];
}

async function manifestIn(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

async function copied(file: string, scratch: string): Promise<void> {
  await mkdir(dirname(join(scratch, file)), { recursive: true });
  await copyFile(join(root, file), join(scratch, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/**
 * Computes the versions of the next release; the current ones when no change is pending.
 *
 * @param folders folders of the published packages
 * @param scratch an empty folder for the copy
 */
export async function planRelease(folders: readonly string[], scratch: string): Promise<Plan> {
  const { workspaces = [] } = await manifestIn(root);
  for (const folder of ['.', ...workspaces]) {
    for (const name of ['package.json', 'CHANGELOG.md']) await copied(join(folder, name), scratch);
  }
  await copied('package-lock.json', scratch);
  await cp(join(root, '.changeset'), join(scratch, '.changeset'), { recursive: true });
  await release(scratch).catch((error: Error) => {
    if (!/^nothing is pending/.test(error.message)) throw error;
  });
  const versions = await Promise.all(
    folders.map(async (folder): Promise<Version> => {
      const [before, after] = await Promise.all([manifestIn(join(root, folder)), manifestIn(join(scratch, folder))]);
      return { name: before.name, before: before.version, after: after.version };
    }),
  );
  const byName = new Map(versions.map(({ name, after }) => [name, after]));
  return {
    versions,
    raised: { versionOf: (name) => byName.get(name), changelogOf: (folder) => join(scratch, folder, 'CHANGELOG.md') },
  };
}
