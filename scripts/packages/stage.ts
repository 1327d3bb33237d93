/** Stages a package as it is published: built files, data, manifest, README and licence. */
import { copyFile, cp, glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '@wallet-services/generators/run';
import { BUILT, type Manifest, plainManifest, publishedManifest, repositoryOf, withVersions } from './manifest.ts';

/** The changes that a release makes before packing. */
export interface Raised {
  /** The version of a package of this repository; undefined for any other package. */
  versionOf(name: string): string | undefined;
  /** Path of the changelog of a folder. */
  changelogOf(folder: string): string;
}

/** Leaves the content of the folders unchanged. */
export const asItIs: Raised = {
  versionOf: () => undefined,
  changelogOf: (folder) => join(root, folder, 'CHANGELOG.md'),
};

/** A folder that becomes a package. */
export interface Room {
  /** Its folder. */
  readonly folder: string;
  /** The page that users of the package read first. */
  readonly readme: string;
}

/** The packages, each after its dependencies. */
export const rooms: readonly Room[] = [
  { folder: 'kit', readme: 'README.md' },
  { folder: 'runtime', readme: 'README.md' },
  { folder: 'expressions', readme: 'README.md' },
  { folder: 'generated', readme: 'README.md' },
  { folder: 'client', readme: 'README.md' },
  { folder: 'server', readme: 'PACKAGE.md' },
  { folder: 'conformance', readme: 'PACKAGE.md' },
  { folder: 'checks', readme: 'README.md' },
  { folder: 'mock', readme: 'PACKAGE.md' },
  { folder: 'review', readme: 'PACKAGE.md' },
];

/** The TypeSpec library, which is published unchanged. */
export const library: Room = { folder: 'spec/behaviour', readme: 'README.md' };

/** Files that users of a package do not need. */
const NOT_PACKED =
  /(?:^|\/)(?:node_modules|bench|testing|faults|crosscheck|examples|\.[^/]+)\/|\.tsx?$|\.md$|^package\.json$|(?:^|\/)tsconfig\.json$/;

/** Exceptions, which are packed: declarations of JavaScript that Ajv generated; the origin of a vendored file. */
const PACKED = /\.d\.ts$|^reference\/vendor\/README\.md$/;

/** Reads the manifest of a folder, with patterns of code exports expanded. */
export async function readManifest({ folder }: Room): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  if (folder === library.folder) return manifest;
  const exports = await Promise.all(
    Object.entries(manifest.exports).map((entry) => spelledOut(entry, join(root, folder))),
  );
  return { ...manifest, exports: Object.fromEntries(exports.flat()) };
}

/** Expands `./*` of `./stubs/*.ts` to `./lending` and so on; a pattern of data is not expanded. */
async function spelledOut([name, file]: [string, string], folder: string): Promise<[string, string][]> {
  if (!file.includes('*') || !file.endsWith('.ts')) return [[name, file]];
  const found: string[] = [];
  for await (const path of glob(file, { cwd: folder })) found.push(path);
  const pattern = file.replace('./', '').replaceAll('.', '\\.').replace('*', '([^/]+)').replaceAll('*', '\\1');
  return found.sort().flatMap((path) => {
    const star = new RegExp(`^${pattern}$`).exec(path)?.[1];
    return star === undefined ? [] : [[name.replace('*', star), file.replaceAll('*', star)] as [string, string]];
  });
}

/**
 * Stages a package.
 *
 * @param compiled folder with the compiled files, laid out like the repository
 * @param staging folder that gets a folder of the package
 * @returns the folder of the package
 */
export async function stage(room: Room, compiled: string, staging: string, raised: Raised): Promise<string> {
  const from = join(root, room.folder);
  const folder = join(staging, room.folder);
  // The compiler also copies the manifest when a module imports it.
  await copyTree(join(compiled, room.folder), join(folder, BUILT), (path) => path !== 'package.json');
  await copyTree(from, join(folder, BUILT), (path) => PACKED.test(path) || !NOT_PACKED.test(path));
  await copyFile(join(from, room.readme), join(folder, 'README.md'));
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  await copyFile(raised.changelogOf(room.folder), join(folder, 'CHANGELOG.md'));
  const source = withVersions(await readManifest(room), raised);
  const manifest = { ...publishedManifest(source), ...repositoryOf(room.folder, process.env) };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return folder;
}

/** Files that may still refer to TypeScript files: `tsc` rewrites only code that it emits, and not every `import()`. */
const NAMES_SOURCES = /\.d\.ts$|\.js$/;

/**
 * Stages a package that is published unchanged; npm packs the files that its manifest lists.
 *
 * @returns the folder of the package
 */
export async function stagePlain(room: Room, staging: string, raised: Raised): Promise<string> {
  const folder = join(staging, room.folder);
  const isWanted = (path: string) => !/\/(?:node_modules|test)(?:\/|$)/.test(path.slice(root.length));
  await cp(join(root, room.folder), folder, { recursive: true, filter: isWanted });
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  await copyFile(raised.changelogOf(room.folder), join(folder, 'CHANGELOG.md'));
  const source = withVersions(await readManifest(room), raised);
  const manifest = { ...plainManifest(source), ...repositoryOf(room.folder, process.env) };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return folder;
}

/** The modules of a folder that it loads by path. */
export async function foundByPlace({ folder }: Room, { foundByPlace: patterns = [] }: Manifest): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob([...patterns], { cwd: join(root, folder), exclude: ['**/*.test.ts'] }))
    files.push(file);
  return files.toSorted();
}

async function copyTree(from: string, to: string, isWanted: (path: string) => boolean): Promise<void> {
  for await (const entry of glob('**', {
    cwd: from,
    withFileTypes: true,
    exclude: ({ name }) => name === 'node_modules',
  })) {
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(from.length + 1);
    if (!entry.isFile() || !isWanted(path)) continue;
    await mkdir(dirname(join(to, path)), { recursive: true });
    if (NAMES_SOURCES.test(path)) await writeFile(join(to, path), builtSpecifiers(await readFile(file, 'utf8')));
    else await copyFile(file, join(to, path));
  }
}

/** Replaces references to TypeScript files by those to built files. */
function builtSpecifiers(text: string): string {
  return text.replaceAll(/((?:from|import) *\(?["']\.{1,2}\/[^"'\n]*)\.ts(?=["'])/g, '$1.js');
}
