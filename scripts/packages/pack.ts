/** Packs the packages as they are published. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compile } from './compile.ts';
import { entriesOf, type Manifest } from './manifest.ts';
import { readManifest, rooms, stage } from './stage.ts';

/** How long `npm pack` may take, in milliseconds. */
const LIMIT = 60_000;

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
 * @throws Error when nothing can be written there, ToolError when a tool fails
 */
export async function packAll(out: string): Promise<readonly Packed[]> {
  await mkdir(out, { recursive: true }).catch((cause: Error) => {
    throw new Error(`cannot write to ${out} (${cause.message}): choose another folder with --out`, { cause });
  });
  const scratch = await mkdtemp(join(tmpdir(), 'wallet-services-pack-'));
  try {
    const manifests = await Promise.all(rooms.map(readManifest));
    const files = manifests.flatMap((manifest, place) =>
      entriesOf(manifest).map((entry) => join(rooms[place]?.folder ?? '', entry)),
    );
    const compiled = await compile(files, scratch);
    const staged = await Promise.all(rooms.map((room) => stage(room, compiled, join(scratch, 'packages'))));
    await promisify(execFile)('npm', ['pack', ...staged, '--pack-destination', out, '--ignore-scripts'], {
      timeout: LIMIT,
    });
    return manifests.map((manifest) => ({
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
