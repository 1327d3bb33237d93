/** `npm run pack`: the packages as they are published, as tarballs. */
import { relative, resolve } from 'node:path';
import { root } from '@wallet-services/generators/run';
import { type Asked, createCommand, readCommand, runCommand } from '@wallet-services/kit/command';
import { packAll } from './packages/pack.ts';

const NOTES = `
examples:
  npm run pack
  npm run pack -- --out /tmp/packages && npm install /tmp/packages/*.tgz
`;

interface Options {
  readonly out: string;
}

function readArguments(args: readonly string[]): Asked<Options> {
  const command = createCommand({
    call: 'npm run pack --',
    description: 'Packs the packages of this repository as they are published.',
    notes: NOTES,
  }).option('--out <dir>', 'folder for the tarballs', 'dist');
  return readCommand<Options, Options>(command, args, ({ out }) => ({ out: resolve(root, out) }));
}

await runCommand('pack', readArguments(process.argv.slice(2)), async ({ out }) => {
  for (const { file } of await packAll(out)) console.log(relative(process.cwd(), file));
  return 0;
});
