/** The command lines of `npm test` and `npm run test:watch`. */
import { existsSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../generators/run.ts';
import { UsageError } from '../usage.ts';

export const HELP = `Decides whether a change is good: formatting, lint, types, unused code, drift, and every test.

usage: npm test [-- [options] [PATH...]]
       npm run test:watch [-- [options] [PATH...]]

  PATH                folders and files: their tests alone. Formatting and lint are limited to them as well;
                      types, protobuf lint and unused code are those of the whole repository
  -t, --test PATTERN  only tests whose name matches it
  --watch             what test:watch does: the tests alone, and again those that a saved file concerns
  --help              this text

exit code: 0 when all is well, 1 when something is wrong, 2 for a wrong command line

examples:
  npm test
  npm test -- server/vault
  npm test -- mock/cli.test.ts -t 'explains itself'
  npm run test:watch -- client
`;

export interface Options {
  /** From the root of the repository, with a slash behind a folder; empty: everything. */
  readonly paths: readonly string[];
  /** A pattern of the names of tests. */
  readonly test: string | undefined;
  readonly watch: boolean;
  readonly help: boolean;
}

/** @throws UsageError */
export function readOptions(args: readonly string[]): Options {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { test: { type: 'string', short: 't' }, watch: flag, help: flag },
    });
    return { paths: positionals.map(placed), test: values.test, watch: values.watch, help: values.help };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error));
  }
}

function placed(path: string): string {
  // npm runs the script in the folder of the repository; people may stand in another.
  const folder = process.env['INIT_CWD'] ?? process.cwd();
  const file = [resolve(folder, path), resolve(root, path)].find((each) => existsSync(each));
  if (file === undefined) throw new UsageError(`there is no ${path}`);
  const place = relative(root, file);
  if (place.startsWith('..')) throw new UsageError(`${path} is outside of the repository`);
  if (place === '') throw new UsageError(`${path} is everything: leave it out`);
  return statSync(file).isDirectory() ? `${place}/` : place;
}
