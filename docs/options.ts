/** The command line of `npm run docs`. */
import { Command, CommanderError } from 'commander';

/** What `npm run docs` is told. */
export interface DocsOptions {
  /** Folder to write; undefined for `docs/site`. */
  readonly out?: string;
  /** JSON report of the suite on the reference server; undefined: the suite is run. */
  readonly report?: string;
}

/** What a command line asks for. */
export type Request =
  | { readonly kind: 'build'; readonly options: DocsOptions }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'usage'; readonly problem: string };

const MORE = `
The pages work from any folder and any address, without network. The conformance suite is run against a reference
server that is started for it; --report takes the result of a run that there was before.

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
export function readArguments(args: readonly string[]): Request {
  let text = '';
  const command = new Command('docs')
    .usage('[options]')
    .description('Builds the reference pages into one folder.')
    .option('--out <dir>', 'the folder to write; what an earlier run wrote there is replaced (default: docs/site)')
    .option('--report <file>', 'a JSON report of the suite on the reference server, in place of a run')
    .helpOption('--help', 'this text')
    .addHelpText('after', MORE)
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({
      writeOut: (written) => {
        text += written;
      },
      // The message is on the CommanderError as well.
      writeErr: () => undefined,
    });
  try {
    command.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'help', text };
    return { kind: 'usage', problem: error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ') };
  }
  const options = command.opts<DocsOptions>();
  const empty = Object.entries(options).find(([, value]) => value === '');
  if (empty !== undefined) return { kind: 'usage', problem: `--${empty[0]} is empty.` };
  return { kind: 'build', options };
}
