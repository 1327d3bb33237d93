#!/usr/bin/env node
/** `wallet-teeth`, the command of the package: it has the faulty servers of documents, not those of the five services. */
import { runCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { teethOfDocument } from './document.ts';
import { readTeeth } from './options.ts';

await runCommand('teeth', readTeeth(process.argv.slice(2)), (options) => {
  if (!('document' in options)) throw new UsageError('name a document with --document FILE');
  return teethOfDocument(options, (line) => process.stdout.write(`${line}\n`));
});
