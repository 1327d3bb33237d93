/** The command line of `npm run generate`. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { callersFolder, createCommand, type Requested, readCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';

const NOTES = `
examples:
  npm run generate
  npm run generate -- --no-clients
  npm run generate -- --out /tmp/generated

The clients of other languages follow, unless --spec or --out is given. A client whose toolchain is missing is named and
left as it is. --no-clients is for the time between two commits: what it leaves out of date fails in CI.
`;

export interface Options {
  /** The folder of the TypeSpec. */
  readonly spec: string;
  /** The folder to write to. */
  readonly out: string;
  /** Whether the clients of other languages are also generated. */
  readonly clients: boolean;
}

interface Given {
  readonly spec?: string;
  readonly out?: string;
  readonly clients: boolean;
}

export function readArguments(args: readonly string[]): Requested<Options> {
  const command = createCommand({
    call: 'npm run generate --',
    description: 'Generates everything that is committed and generated from the TypeSpec: generated/, and clients/.',
    notes: NOTES,
  })
    .option('--spec <dir>', 'folder with the TypeSpec, by default spec')
    .option('--out <dir>', 'folder to write to, by default generated')
    .option('--no-clients', 'leave the clients of other languages as they are');
  return readCommand<Given, Options>(command, args, ({ spec, out, clients }) => {
    const [from, to] = [spec, out].map((folder) =>
      folder === undefined ? undefined : resolve(callersFolder(), folder),
    );
    if (!existsSync(join(from ?? 'spec', 'main.tsp'))) {
      throw new UsageError(`there is no main.tsp in ${spec ?? 'spec'}: give the folder of the TypeSpec with --spec`);
    }
    return {
      spec: from ?? resolve('spec'),
      out: to ?? resolve('generated'),
      clients: clients && spec === undefined && out === undefined,
    };
  });
}
