/** How a program begins. It loads what an older Node.js can load too, so that it is there to say what is missing. */
import module from 'node:module';

/** The Node.js that a command runs on, unless it needs a newer one: `engines` of its package says the same. */
const NEEDED = '22.13';

export interface Beginning {
  /** The oldest Node.js that the command runs on. Default: 22.13. */
  readonly needs?: string;
  /** The folder for compiled code. Default: one in the system's folder for temporary files. */
  readonly cache?: string;
}

/**
 * To be called before anything else is imported: ends a program on a Node.js that is too old with a sentence, in place
 * of what it would stumble over, and keeps what Node.js compiles, so that the next start takes half the time.
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

/** Whether a version comes before another, part by part; parts that are not said are 0. */
function isOlder(version: string, least: string): boolean {
  const have = version.split('.').map((part) => Number.parseInt(part, 10));
  const [differing] = least
    .split('.')
    .map((part, place) => (have[place] ?? 0) - Number(part))
    .filter((difference) => difference !== 0);
  return differing !== undefined && differing < 0;
}
