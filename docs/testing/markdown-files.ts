/** The Markdown of the repository. */
import { glob } from 'node:fs/promises';
import { root } from '../read/repository.ts';

/** Folders of installed, built or temporary files. */
const OTHERS = /^(?:node_modules|site|site\.new|\.(?!changeset$).+)$/;

/** Build folders of the clients of other languages: crates contain Markdown of their own. */
const BUILT = /^clients\/\w+\/(?:target|dist)$/;

/** Every Markdown file, from the folder of the repository, in order. */
export async function markdownFiles(): Promise<readonly string[]> {
  const files: string[] = [];
  const exclude = (path: string) => BUILT.test(path) || path.split('/').some((part) => OTHERS.test(part));
  for await (const file of glob('**/*.md', { cwd: root, exclude })) files.push(file);
  return files.sort();
}
