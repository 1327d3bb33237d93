/** `npm test`: runs all checks and tests, with one summary. */
import { runCommand } from '@wallet-services/kit/command';
import { main } from './test/main.ts';
import { readArguments } from './test/options.ts';

await runCommand('test', readArguments(process.argv.slice(2)), main);
