/** `npm run mutation`: breaks the code of a folder line by line, and counts what the tests of the folder notice. */
import { runCommand } from '@wallet-services/kit/command';
import { readArguments } from './mutation/options.ts';
import { runMutation } from './mutation/run.ts';

await runCommand('mutation', readArguments(process.argv.slice(2)), runMutation);
