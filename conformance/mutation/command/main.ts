/** `npm run teeth`: faulty servers of a document, or of the five services. */
import { runCommand } from '@wallet-services/kit/command';
import { teethOfFive } from './contract.ts';
import { teethOfDocument } from './document.ts';
import { readTeeth } from './options.ts';

await runCommand('teeth', readTeeth(process.argv.slice(2)), (options) => {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  return 'document' in options ? teethOfDocument(options, print) : teethOfFive(options, print);
});
