/** The command line of `npm run mutation`. */
import { createCommand, type Requested, readCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { whole } from '@wallet-services/kit/values';
import { type MutatedFolder, mutatedFolders } from './folders.ts';

const NOTES = `
Each mutant is one small fault: another operator, a condition that is always true, a statement left out. A mutant
survives if all tests of the folder pass with it. What survives is listed with its place: it needs a test, a simpler
line, or a comment that gives the reason ("// Stryker disable next-line <mutator>: <reason>").

FOLDER is one of ${Object.keys(mutatedFolders).join(', ')}.

exit code: 0 the score of the folder is reached, 1 it is not, 2 wrong usage

examples:
  npm run mutation -- kit
  npm run mutation -- kit --file kit/prefer.ts
  npm run mutation -- generators --workers 4 --write
`;

export interface Options {
  readonly name: string;
  readonly folder: MutatedFolder;
  /** Only these files; no score is recorded then. */
  readonly files: readonly string[];
  readonly workers: number;
  /** Whether the score is recorded in scores.json. */
  readonly write: boolean;
}

export function readArguments(args: readonly string[]): Requested<Options> {
  const command = createCommand({
    call: 'npm run mutation --',
    usage: '[options] FOLDER',
    description: 'Breaks the code of a folder line by line, and counts what its tests notice.',
    notes: NOTES,
  })
    .argument('<folder>')
    .option('--file <files...>', 'break only these files', [])
    .option('--workers <n>', 'test that many mutants at once', whole(1, 64), 1)
    .option('--write', 'record the score in scripts/mutation/scores.json');
  return readCommand<{ file: readonly string[]; workers: number; write?: boolean }, Options>(
    command,
    args,
    ({ file, workers, write = false }, [name = '']) => {
      const folder = mutatedFolders[name];
      if (folder === undefined) {
        throw new UsageError(`${name} is none of the folders: use ${Object.keys(mutatedFolders).join(', ')}`);
      }
      if (write && file.length > 0)
        throw new UsageError('--write records the score of a whole folder: leave --file out');
      return { name, folder, files: file, workers, write };
    },
  );
}
