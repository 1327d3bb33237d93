/** `npm run pack`: the packages as they are published, as tarballs. */
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../generators/run.ts';
import { packAll } from './packages/pack.ts';

const HELP = `Packs the packages of this repository: contract, client, server and conformance.

usage: npm run pack [-- options]

  --out DIR   folder for the tarballs  (default: dist)
  --help      this text

examples:
  npm run pack
  npm run pack -- --out /tmp/packages && npm install /tmp/packages/*.tgz
`;

function options(): { readonly out: string; readonly help: boolean } {
  try {
    const { values } = parseArgs({
      options: { out: { type: 'string', default: 'dist' }, help: { type: 'boolean', default: false } },
    });
    return { out: resolve(root, values.out), help: values.help };
  } catch (error) {
    console.error(`pack: ${error instanceof Error ? error.message : String(error)}\nTry: npm run pack -- --help`);
    process.exit(2);
  }
}

const { out, help } = options();
if (help) {
  console.log(HELP);
} else {
  try {
    for (const { file } of await packAll(out)) console.log(relative(process.cwd(), file));
  } catch (error) {
    console.error(`pack: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
