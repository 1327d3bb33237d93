/** The command line of `npm run docs`. */
import { createCommand, InvalidArgumentError, type Requested, readCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { port } from '@wallet-services/kit/values';

/** The options of `npm run docs`. */
export interface DocsOptions {
  /** Folder to write; undefined: `docs/site`, which is then served. */
  readonly out?: string;
  /** Base path at which the site will be served. */
  readonly base: string;
  /** Port at which the built site is served on this machine. */
  readonly port: number;
  /** JSON report of the suite on the reference server; undefined to run the suite. */
  readonly report?: string;
}

const MORE = `
Without --out the pages are served until Ctrl-C. They fetch nothing from other hosts. The command starts a reference server and
runs the conformance suite on it; --report uses the report of an earlier run instead.

examples:
  npm run docs
  npm run docs -- --out /tmp/pages --base /wallet-services/
  npm run docs -- --report report.json
`;

function base(text: string): string {
  if (/^\/(?:[\w.-]+\/)*$/.test(text)) return text;
  throw new InvalidArgumentError('write a path that begins and ends with a slash, such as /wallet-services/.');
}

/**
 * Parses the arguments.
 *
 * @param args without the paths of Node.js and of the script
 */
export function readArguments(args: readonly string[]): Requested<DocsOptions> {
  const command = createCommand({
    call: 'npm run docs --',
    description: 'Builds the documentation site, and serves it.',
    notes: MORE,
  })
    .option('--out <dir>', 'only write the site into this folder; replaces the output of an earlier run')
    .option('--base <path>', 'where the site will be served: the path of its address', base, '/')
    .option('--port <n>', 'port to serve it on; 0: any free port', port(), 4050)
    .option('--report <file>', 'JSON report of the suite on the reference server, instead of a new run');
  return readCommand<DocsOptions, DocsOptions>(command, args, (options) => {
    const empty = Object.entries(options).find(([, value]) => value === '');
    if (empty !== undefined) throw new UsageError(`--${empty[0]} is empty: give it a value`);
    return options;
  });
}
