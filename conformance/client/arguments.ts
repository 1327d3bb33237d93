/** The command line of `npm run check:client`. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { UsageError } from '../target/problem.ts';

export interface Arguments {
  /** The client: a program and its arguments. */
  readonly command: readonly string[];
  /** Patterns of the steps to take; empty: all. */
  readonly steps: readonly string[];
  readonly limitMs: number;
  readonly json?: string;
  readonly list: boolean;
  /** Printed instead of running anything. */
  readonly help?: string;
}

const EXAMPLES = `
Examples:
  npm run check:client -- -- node conformance/examples/typescript/node.ts
  npm run check:client -- -- node conformance/examples/typescript/browser.ts
  npm run check:client -- -- python3 conformance/examples/python/client.py
  npm run check:client -- --step 'lists.*' --json report.json -- ./my-client --verbose
  npm run check:client -- --list

conformance/client/README.md says what a client has to do.

Exit code: 0 conformant, 1 not conformant, 2 wrong usage, 3 could not be decided,
130 interrupted. Steps that the client answers with unsupported do not count.
`;

const MOST_SECONDS = 600;

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value <= MOST_SECONDS) return value * 1000;
  throw new InvalidArgumentError(`write a number of seconds, more than 0 and at most ${MOST_SECONDS}.`);
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((part) => part.trim())].filter((part) => part !== '');
}

function described(): Command {
  return new Command('npm run check:client --')
    .usage('[options] -- COMMAND [arguments of the command]')
    .description('Checks a client, in any language: tells it a script of calls to the reference server, and watches.')
    .argument('[command...]')
    .option('--step <ids>', "only these steps; * stands for any text, like 'lists.*'", collect)
    .option('--timeout <seconds>', 'longest wait for the answer to a step', seconds, 15_000)
    .option('--json <file>', 'writes the report as JSON too')
    .option('--list', 'prints the script instead of running it')
    .helpOption('--help', 'prints this text')
    .addHelpText('after', EXAMPLES)
    .exitOverride();
}

/**
 * Reads the command line, without the program's own name.
 *
 * @throws UsageError when it is wrong
 */
export function readArguments(argv: readonly string[]): Arguments {
  // What stands behind -- is the client's: its options are not ours.
  const dashes = argv.indexOf('--');
  const [own, command] = dashes < 0 ? [argv, []] : [argv.slice(0, dashes), argv.slice(dashes + 1)];
  let help = '';
  const program = described().configureOutput({ writeOut: (text) => (help += text), writeErr: () => undefined });
  try {
    program.parse([...own], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { command: [], steps: [], limitMs: 0, list: false, help };
    throw new UsageError(`${error.message.replace(/^error: /, '')} (--help shows the options)`);
  }
  const {
    step = [],
    timeout,
    json,
    list = false,
  } = program.opts<{
    step?: readonly string[];
    timeout: number;
    json?: string;
    list?: boolean;
  }>();
  const [stray] = program.args;
  if (stray !== undefined) {
    throw new UsageError(
      `${stray}: write the command of the client behind --, as in: npm run check:client -- -- ${stray}`,
    );
  }
  if (!list && command.length === 0) {
    throw new UsageError('no client: npm run check:client -- -- COMMAND (--help shows examples)');
  }
  return { command, steps: step, limitMs: timeout, list, ...(json === undefined ? {} : { json }) };
}
