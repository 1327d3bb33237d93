/** The command lines of `npm test` and `npm run test:watch`. */
import { existsSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { root } from '@wallet-services/generators/run';
import { type Asked, callersFolder, createCommand, readCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';

const NOTES = `
PATH is a folder or a file: its tests alone. Formatting and lint are limited to it as well; types, protobuf lint
and unused code are those of the whole repository. Without PATH, the tests that try the suite itself, on each
faulty, correct and hostile server, and those of other projects' tools are left to --all, which CI runs.

exit code: 0 when all is well, 1 when something is wrong, 2 for a wrong command line

examples:
  npm test
  npm test -- --all
  npm test -- server/vault
  npm test -- mock/cli.test.ts -t 'explains itself'
  npm run test:watch -- client
`;

export interface Options {
  /** From the root of the repository, with a slash behind a folder; empty: everything. */
  readonly paths: readonly string[];
  /** A pattern of the names of tests. */
  readonly test?: string;
  readonly watch?: boolean;
  /** The long ones too; they are run wherever a path names them. */
  readonly all?: boolean;
}

export function readArguments(args: readonly string[]): Asked<Options> {
  const command = createCommand({
    call: 'npm test --',
    usage: '[options] [PATH...]',
    description: 'Tells whether a change is good: formatting, lint, types, unused code, drift, tests.',
    notes: NOTES,
  })
    .argument('[paths...]')
    .option('-t, --test <pattern>', 'only tests whose name matches it')
    .option('--all', 'the long tests too: what decides whether a change is taken')
    .option('--watch', 'the tests alone, and again those that a saved file concerns');
  return readCommand<Omit<Options, 'paths'>, Options>(command, args, (flags, operands) => ({
    ...flags,
    paths: operands.map(placed),
  }));
}

function placed(path: string): string {
  const file = [resolve(callersFolder(), path), resolve(root, path)].find((each) => existsSync(each));
  if (file === undefined) throw new UsageError(`there is no ${path}`);
  const place = relative(root, file);
  if (place.startsWith('..')) throw new UsageError(`${path} is outside of the repository`);
  if (place === '') throw new UsageError(`${path} is everything: leave it out`);
  return statSync(file).isDirectory() ? `${place}/` : place;
}
