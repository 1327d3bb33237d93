/** Packs the packages as they are published. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from './compile.ts';
import { entriesOf, type Manifest, withVersions } from './manifest.ts';
import { npm } from './npm.ts';
import { asItIs, foundByPlace, library, type Raised, readManifest, rooms, stage, stagePlain } from './stage.ts';

/** A packed package. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  /** The tarball. */
  readonly file: string;
}

const OWN = '@wallet-services/';

/** The names of the packages, without their scope. */
export async function packageNames(): Promise<readonly string[]> {
  const manifests = await Promise.all([library, ...rooms].map(readManifest));
  return manifests.map(({ name }) => name.replace(OWN, ''));
}

/**
 * The packages to pack for a package: its dependencies in this repository, each before its dependents, and the package.
 */
function neededBy(names: readonly string[], all: readonly Manifest[]): ReadonlySet<string> {
  const needed = new Set<string>();
  const add = (name: string): void => {
    const manifest = all.find((each) => each.name === name);
    if (manifest === undefined || needed.has(name)) return;
    for (const other of Object.keys(manifest.dependencies ?? {})) add(other);
    needed.add(name);
  };
  for (const name of names) add(`${OWN}${name}`);
  return needed;
}

/**
 * Like `Promise.all`, but it rejects only after all promises have settled, so that nothing writes to files that are
 * then removed.
 *
 * @throws the first error
 */
async function allSettled<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

export interface PackOptions {
  /** The versions and changelogs of a release. */
  readonly raised?: Raised;
  /** Only these packages and their dependencies in this repository, by name without scope. Default: all. */
  readonly only?: readonly string[];
}

/**
 * Packs packages.
 *
 * @param out folder that gets the tarballs
 * @throws Error when nothing can be written there, ToolError when a tool fails
 */
export async function packAll(out: string, { raised = asItIs, only }: PackOptions = {}): Promise<readonly Packed[]> {
  await mkdir(out, { recursive: true }).catch((cause: Error) => {
    throw new Error(`cannot write to ${out} (${cause.message}): choose another folder with --out`, { cause });
  });
  const scratch = await mkdtemp(join(tmpdir(), 'wallet-services-pack-'));
  try {
    const all = await Promise.all([library, ...rooms].map(readManifest));
    const needed = neededBy(only ?? (await packageNames()), all);
    const manifests = all.filter(({ name }) => needed.has(name));
    const folders = [library, ...rooms].filter((_, place) => needed.has(all[place]?.name ?? ''));
    const built = folders.filter((folder) => folder !== library);
    const files: string[] = [];
    for (const room of built) {
      const manifest = await readManifest(room);
      const entries = [...entriesOf(manifest), ...(await foundByPlace(room, manifest))];
      files.push(...entries.map((entry) => join(room.folder, entry)));
    }
    const compiled = await compile(files, scratch);
    const staging = join(scratch, 'packages');
    const staged = await allSettled([
      ...folders.filter((folder) => folder === library).map((folder) => stagePlain(folder, staging, raised)),
      ...built.map((room) => stage(room, compiled, staging, raised)),
    ]);
    await npm(['pack', ...staged, '--pack-destination', out, '--ignore-scripts'], { cwd: scratch });
    return manifests
      .map((manifest) => withVersions(manifest, raised))
      .map((manifest) => ({
        name: manifest.name,
        version: manifest.version,
        file: join(out, tarball(manifest)),
      }));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The name that npm gives the tarball. */
function tarball({ name, version }: Manifest): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}
