/** `npm run mutation`: mutation testing of a folder with the tests of that folder. */
import { runCommand } from '@wallet-services/kit/command';
import { readArguments } from './mutation/options.ts';
import { runMutation } from './mutation/run.ts';

await runCommand('mutation', readArguments(process.argv.slice(2)), runMutation);
