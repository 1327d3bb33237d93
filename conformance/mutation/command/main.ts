/** `npm run mutants`: faulty servers of a document, or of the five services. */
import { runCommand } from '@wallet-services/kit/command';
import { mutantsOfContract } from './contract.ts';
import { mutantsOfDocument } from './document.ts';
import { readOptions } from './options.ts';

await runCommand('mutants', readOptions(process.argv.slice(2)), (options) => {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  return 'document' in options ? mutantsOfDocument(options, print) : mutantsOfContract(options, print);
});
