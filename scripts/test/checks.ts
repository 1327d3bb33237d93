/** The checks beside the tests: each is a command of the field. */

export interface Check {
  readonly name: string;
  /** A name in `node_modules/.bin`, and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** It can be limited to paths. */
  readonly limited?: boolean;
}

/**
 * The checks, the quick ones first.
 *
 * @param paths what to limit to them where that can be; empty: everything
 */
export function checksOf(paths: readonly string[]): readonly Check[] {
  return [
    { name: 'formatting and lint', command: ['biome', 'check', '--no-errors-on-unmatched', ...paths], limited: true },
    ...formatOf(paths.length === 0 ? ['spec/'] : paths.filter((path) => /^spec\/(?:.*\/|.*\.tsp)?$/.test(path))),
    { name: 'protobuf lint', command: ['buf', 'lint'] },
    { name: 'unused code', command: ['knip'] },
    { name: 'types', command: ['tsc', '-p', '.'] },
    { name: 'types of the console', command: ['tsc', '-p', 'server/console'] },
  ];
}

function formatOf(specs: readonly string[]): Check[] {
  if (specs.length === 0) return [];
  const files = specs.map((path) => path.replace(/\/$/, '/**/*.tsp'));
  return [{ name: 'TypeSpec formatting', command: ['tsp', 'format', '--check', ...files], limited: true }];
}
