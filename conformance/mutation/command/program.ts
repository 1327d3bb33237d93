#!/usr/bin/env node
/** `wallet-mutants`, the command of the package: it has the faulty servers of documents, not those of the five services. */
import { begin } from '@wallet-services/kit/begin';
import { runCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { readOptions } from './options.ts';

begin();
const { mutantsOfDocument } = await import('./document.ts');

await runCommand('mutants', readOptions(process.argv.slice(2)), (options) => {
  if (!('document' in options)) throw new UsageError('add --document FILE');
  return mutantsOfDocument(options, (line) => process.stdout.write(`${line}\n`));
});
