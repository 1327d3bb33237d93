/** Starts a program. This file loads on older versions of Node.js too, so that it can report what is missing. */
import module from 'node:module';

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
