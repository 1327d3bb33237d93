/** Compiles the packages with plain `tsc`, all at once. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, run } from '@wallet-services/generators/run';

/**
 * Compiles files and everything that they import.
 *
 * Types are not checked here (`--noCheck`): `npm test` does that for the whole repository.
 *
 * @param files paths from the root of the repository
 * @param scratch an empty folder; the result is in its folder `out`, laid out like the repository
 */
export async function compile(files: readonly string[], scratch: string): Promise<string> {
  const out = join(scratch, 'out');
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      incremental: false,
      noCheck: true,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir: out,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    files: files.map((file) => join(root, file)),
    include: [],
  };
  const file = join(scratch, 'tsconfig.json');
  await writeFile(file, JSON.stringify(config));
  await run('tsc', ['-p', file]);
  return out;
}
