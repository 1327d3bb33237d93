#!/usr/bin/env node
/** `npm run propose`, and `wallet-propose`, the command of the package. */
import { begin } from '@wallet-services/kit/begin';
import { runCommand } from '@wallet-services/kit/command';
import { readOptions } from './options.ts';

begin();
const { interruption } = await import('../cli/interruption.ts');

const stop = interruption();
const [{ proposeFor }, { INTERRUPTED }] = await Promise.all([import('./command.ts'), import('../run/report.ts')]);
await runCommand('propose', readOptions(process.argv.slice(2)), (options) =>
  proposeFor(options, (line) => process.stdout.write(`${line}\n`), stop),
);
if (stop.aborted) process.exitCode = INTERRUPTED;
