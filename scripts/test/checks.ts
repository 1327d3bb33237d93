/** The checks that run in addition to the tests; each is a command of a common tool. */

import { join } from 'node:path';
import { root } from '@wallet-services/generators/run';

/** The native compiler: several times as fast. Generators need the API of TypeScript 6, which has `node_modules/.bin/tsc`. */
const TSC = join(root, 'scripts/node_modules/.bin/tsc');

export interface Check {
  readonly name: string;
  /** A name in `node_modules/.bin` or a path, and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Whether it can be limited to paths. */
  readonly limited?: boolean;
}

/**
 * The checks, fastest first.
 *
 * @param paths limits the checks that support it; empty for everything
 */
export function checksOf(paths: readonly string[]): readonly Check[] {
  return [
    { name: 'formatting and lint', command: ['biome', 'check', '--no-errors-on-unmatched', ...paths], limited: true },
    ...formatOf(paths.length === 0 ? ['spec/'] : paths.filter((path) => /^spec\/(?:.*\/|.*\.tsp)?$/.test(path))),
    { name: 'protobuf lint', command: ['buf', 'lint'] },
    { name: 'unused code', command: ['knip'] },
    { name: 'types', command: [TSC, '-p', '.'] },
    { name: 'types of the console', command: [TSC, '-p', 'server/console'] },
  ];
}

function formatOf(specs: readonly string[]): Check[] {
  if (specs.length === 0) return [];
  const files = specs.map((path) => path.replace(/\/$/, '/**/*.tsp'));
  return [{ name: 'TypeSpec formatting', command: ['tsp', 'format', '--check', ...files], limited: true }];
}
