/** The command line of `npm run docs`. */
import { type Asked, createCommand, readCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';

/** What `npm run docs` is told. */
export interface DocsOptions {
  /** Folder to write; undefined for `docs/site`. */
  readonly out?: string;
  /** JSON report of the suite on the reference server; undefined: the suite is run. */
  readonly report?: string;
}

const MORE = `
The pages work from any folder and any address, without network. The command starts a reference server and runs the
conformance suite on it; --report uses the report of an earlier run instead.

examples:
  npm run docs
  npm run docs -- --out /tmp/pages
  npm run docs -- --report report.json
`;

/**
 * Reads the arguments.
 *
 * @param args without the names of Node and of the script
 */
export function readArguments(args: readonly string[]): Asked<DocsOptions> {
  const command = createCommand({
    call: 'npm run docs --',
    description: 'Builds the documentation site into one folder.',
    notes: MORE,
  })
    .option('--out <dir>', 'folder to write; replaces the output of an earlier run (default: docs/site)')
    .option('--report <file>', 'JSON report of the suite on the reference server, instead of a new run');
  return readCommand<DocsOptions, DocsOptions>(command, args, (options) => {
    const empty = Object.entries(options).find(([, value]) => value === '');
    if (empty !== undefined) throw new UsageError(`--${empty[0]} is empty: give it a value`);
    return options;
  });
}
