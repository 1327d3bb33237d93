/** `npm run pack`: packs the packages as they are published. */
import { join, resolve } from 'node:path';
import { root } from '@wallet-services/generators/run';
import { callersFolder, createCommand, type Requested, readCommand, runCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { packAll, packageNames } from './packages/pack.ts';

const NOTES = `
examples:
  npm run pack
  npm run pack -- conformance --out /tmp/packages      with the packages that it needs
  npm install /tmp/packages/*.tgz                      in any project
`;

interface Options {
  readonly out: string;
  readonly only?: readonly string[];
}

function readArguments(args: readonly string[], names: readonly string[]): Requested<Options> {
  const command = createCommand({
    call: 'npm run pack --',
    usage: '[package...] [options]',
    description: `Packs the packages of this repository as they are published: ${names.join(', ')}.`,
    notes: NOTES,
  })
    .argument('[package...]', 'only these, and what they need')
    .option('--out <dir>', 'folder for the tarballs (default: dist)');
  return readCommand<Partial<Options>, Options>(command, args, ({ out }, only) => {
    const unknown = only.find((name) => !names.includes(name));
    if (unknown !== undefined) throw new UsageError(`there is no package ${unknown}: choose from ${names.join(', ')}`);
    return {
      out: out === undefined ? join(root, 'dist') : resolve(callersFolder(), out),
      ...(only.length === 0 ? {} : { only }),
    };
  });
}

await runCommand('pack', readArguments(process.argv.slice(2), await packageNames()), async ({ out, only }) => {
  for (const { file } of await packAll(out, only === undefined ? {} : { only })) console.log(file);
  return 0;
});
