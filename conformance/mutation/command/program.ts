#!/usr/bin/env node
/** `wallet-teeth`, the command of the package: it has the faulty servers of documents, not those of the five services. */
import { begin } from '@wallet-services/kit/begin';
import { runCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { readTeeth } from './options.ts';

begin();
const { teethOfDocument } = await import('./document.ts');

await runCommand('teeth', readTeeth(process.argv.slice(2)), (options) => {
  if (!('document' in options)) throw new UsageError('add --document FILE');
  return teethOfDocument(options, (line) => process.stdout.write(`${line}\n`));
});
