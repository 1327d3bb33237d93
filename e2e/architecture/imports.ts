/** Reads the import statements of all files that git tracks. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@wallet-services/generators/run';
import ts from 'typescript';

/** An import statement. */
export interface Import {
  /** The file with the statement, relative to the root of the repository. */
  readonly from: string;
  /** The specifier as written: `../model/json.ts`, `@wallet-services/kit/html`. */
  readonly specifier: string;
  /** The file that a relative import refers to; undefined for an import by package name. */
  readonly file: string | undefined;
  /** Whether it only imports types, so that it does not exist at run time. */
  readonly isType: boolean;
}

/** Whether the statement with a specifier at a position only imports, or re-exports, types. */
function isTypeAt(text: string, position: number): boolean {
  return /^\s*(?:import|export) type\b/m.test(text.slice(text.lastIndexOf(';', position) + 1, position));
}

/** The folders of packages, by name. */
export type Packages = ReadonlyMap<string, string>;

async function tracked(...patterns: readonly string[]): Promise<string[]> {
  const args = ['ls-files', '-co', '--exclude-standard', '--deduplicate', '--', ...patterns];
  const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 2 ** 24 });
  return stdout.split('\n').filter((file) => file !== '');
}

/** Reads all imports, including type imports. Files that were deleted but not committed are skipped. */
export async function readImports(): Promise<readonly Import[]> {
  const files = await tracked('*.ts', '*.js', ':!**/vendor/**');
  const read = await Promise.all(
    files.map(async (from) => {
      const text = await readFile(join(root, from), 'utf8').catch(() => '');
      return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName: specifier, pos }) => ({
        from,
        specifier,
        file: specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : undefined,
        isType: isTypeAt(text, pos),
      }));
    }),
  );
  return read.flat();
}

/** Reads the workspaces. */
export async function readPackages(): Promise<Packages> {
  const { workspaces }: { workspaces: readonly string[] } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  return new Map(
    await Promise.all(
      workspaces.map(async (folder): Promise<[string, string]> => {
        const { name }: { name: string } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
        return [name, folder];
      }),
    ),
  );
}

/** The package folder of a file. */
export function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : '.';
}

/** The folder of the package in this repository that an import refers to; undefined for other packages. */
export function packageAt({ specifier, file }: Import, packages: Packages): string | undefined {
  if (file !== undefined) return folderOf(file);
  return packages.get(specifier.split('/').slice(0, 2).join('/'));
}
