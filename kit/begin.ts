/** Starts a program. This file loads on older versions of Node.js too, so that it can report what is missing. */
import module from 'node:module';
import { dirname, resolve } from 'node:path';

/** The Node.js version that a command runs on, unless it needs a newer one: the same as `engines` of its package. */
const NEEDED = '22.13';

export interface Beginning {
  /** The oldest Node.js that the command runs on. Default: 22.13. */
  readonly needs?: string;
  /** The folder for compiled code. Default: one in the system's folder for temporary files. */
  readonly cache?: string;
}

/**
 * Call this before anything else is imported. It ends a program with one sentence on a Node.js that is too old, before
 * the program fails in some other way. It also caches compiled code, so that the next start takes half the time.
 */
export function begin({ needs = NEEDED, cache }: Beginning = {}): void {
  if (isOlder(process.versions.node, needs)) {
    process.stderr.write(
      `this command needs Node.js ${needs} or later, but runs on ${process.version}: install a newer one\n`,
    );
    process.exit(2);
  }
  module.enableCompileCache(cache);
  enterCallersFolder();
}

/**
 * The folder in which the reader called a command. npm runs a script in the folder of its `package.json`; only the
 * program that the script names resolves relative files from the caller's folder, not the programs that it starts.
 */
export function callersFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  program: string = process.argv[1] ?? '',
): string {
  const { INIT_CWD: caller, npm_package_json: manifest, npm_lifecycle_script: script = '' } = environment;
  const here = process.cwd();
  if (caller === undefined || manifest === undefined || dirname(manifest) !== here) return here;
  return script.split(' ').some((word) => resolve(here, word) === program) ? caller : here;
}

/** Changes to the folder of the caller, so that relative files are found. */
export function enterCallersFolder(): void {
  const folder = callersFolder();
  if (folder !== process.cwd()) process.chdir(folder);
}

/** Whether a version comes before another, part by part; missing parts count as 0. */
function isOlder(version: string, least: string): boolean {
  const have = version.split('.').map((part) => Number.parseInt(part, 10));
  const [differing] = least
    .split('.')
    .map((part, place) => (have[place] ?? 0) - Number(part))
    .filter((difference) => difference !== 0);
  return differing !== undefined && differing < 0;
}
