/** The command lines of `npm test` and `npm run test:watch`. */
import { existsSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { root } from '@wallet-services/generators/run';
import { callersFolder, createCommand, type Requested, readCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';

const NOTES = `
PATH is a folder or a file: only its tests run, and formatting and lint are limited to it. Types, protobuf lint and
unused code are always checked for the whole repository. Without PATH, long tests are skipped: those of the suite
itself on each faulty, correct and hostile server, and those with tools of other projects. --all runs them, and so
does CI.

exit code: 0 everything passed, 1 something failed, 2 wrong usage

examples:
  npm test
  npm test -- --all
  npm test -- server/vault
  npm test -- mock/cli.test.ts -t 'explains itself'
  npm run test:watch -- client
`;

export interface Options {
  /** Paths from the root of the repository, folders with a final slash; empty for everything. */
  readonly paths: readonly string[];
  /** A pattern of the names of tests. */
  readonly test?: string;
  readonly watch?: boolean;
  /** Whether to run the long tests too; they also run when a path names them. */
  readonly all?: boolean;
}

export function readArguments(args: readonly string[]): Requested<Options> {
  const command = createCommand({
    call: 'npm test --',
    usage: '[options] [PATH...]',
    description: 'Checks a change: formatting, lint, types, unused code, drift, tests.',
    notes: NOTES,
  })
    .argument('[paths...]')
    .option('-t, --test <pattern>', 'run only tests whose name matches')
    .option('--all', 'also run the long tests, as CI does')
    .option('--watch', 'run only the tests, and rerun those that a saved file affects');
  return readCommand<Omit<Options, 'paths'>, Options>(command, args, (flags, operands) => ({
    ...flags,
    paths: operands.map(placed),
  }));
}

function placed(path: string): string {
  const file = [resolve(callersFolder(), path), resolve(root, path)].find((each) => existsSync(each));
  if (file === undefined) throw new UsageError(`no such file or folder: ${path}`);
  const place = relative(root, file);
  if (place.startsWith('..')) throw new UsageError(`${path} is outside the repository: give a path in it`);
  if (place === '') throw new UsageError(`${path} is the whole repository: leave the path out`);
  return statSync(file).isDirectory() ? `${place}/` : place;
}
