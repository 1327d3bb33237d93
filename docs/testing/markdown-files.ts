/** Finds the Markdown of the repository. */
import { glob } from 'node:fs/promises';
import { root } from '../read/repository.ts';

/** Folders of installed, built or temporary files, and of reports that tests compare. */
const OTHERS = /^(?:node_modules|site|site\.new|forms|\.(?!changeset$).+)$/;

/** Build folders of clients in other languages, in which dependencies have Markdown files. */
const BUILT = /^clients\/\w+\/(?:target|dist)$/;

/** All Markdown files, relative to the root of the repository, sorted. */
export async function markdownFiles(): Promise<readonly string[]> {
  const files: string[] = [];
  const exclude = (path: string) => BUILT.test(path) || path.split('/').some((part) => OTHERS.test(part));
  for await (const file of glob('**/*.md', { cwd: root, exclude })) files.push(file);
  return files.sort();
}
