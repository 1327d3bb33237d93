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

/**
 * Packs all packages.
 *
 * @param out folder that gets the tarballs
 * @param raised the versions and changelogs of a release
 * @throws Error when nothing can be written there, ToolError when a tool fails
 */
export async function packAll(out: string, raised: Raised = asItIs): Promise<readonly Packed[]> {
  await mkdir(out, { recursive: true }).catch((cause: Error) => {
    throw new Error(`cannot write to ${out} (${cause.message}): choose another folder with --out`, { cause });
  });
  const scratch = await mkdtemp(join(tmpdir(), 'wallet-services-pack-'));
  try {
    const manifests = await Promise.all([library, ...rooms].map(readManifest));
    const files: string[] = [];
    for (const room of rooms) {
      const manifest = await readManifest(room);
      const entries = [...entriesOf(manifest), ...(await foundByPlace(room, manifest))];
      files.push(...entries.map((entry) => join(room.folder, entry)));
    }
    const compiled = await compile(files, scratch);
    const staging = join(scratch, 'packages');
    const staged = await Promise.all([
      stagePlain(library, staging, raised),
      ...rooms.map((room) => stage(room, compiled, staging, raised)),
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

/** As npm names it. */
function tarball({ name, version }: Manifest): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}
