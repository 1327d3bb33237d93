/** `npm run template -- DIR`: creates a repository for other services with the tools of this one. */
import { relative, resolve } from 'node:path';
import { callersFolder, createCommand, type Requested, readCommand, runCommand } from '@wallet-services/kit/command';
import { makeTemplate } from './template/make.ts';

const NOTES = `
The folder gets the tools (behaviour library, generators, runtime, suite), one example service with its handlers and a test,
and nothing of the services of this repository.

examples:
  npm run template -- ../our-services
`;

interface Options {
  readonly folder: string;
}

function readArguments(args: readonly string[]): Requested<Options> {
  const command = createCommand({
    call: 'npm run template --',
    description: 'Makes a repository for the services of another team.',
    notes: NOTES,
  }).argument('<dir>', 'folder to make; it must not exist, or be empty');
  return readCommand<object, Options>(command, args, () => ({
    folder: resolve(callersFolder(), command.args[0] ?? ''),
  }));
}

await runCommand('template', readArguments(process.argv.slice(2)), async ({ folder }) => {
  await makeTemplate(folder);
  const shown = relative(process.cwd(), folder) || '.';
  console.log(`${shown} is ready: cd ${shown} && npm install && npm run generate && npm test`);
  return 0;
});
