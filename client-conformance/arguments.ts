/** The command line of `npm run check:client`. */
import { type Command, createCommand, Option, type Requested, readCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { list, seconds } from '@wallet-services/kit/values';

interface Flags {
  /** Patterns that select steps. Default: all. */
  readonly step?: readonly string[];
  /** Time limit in milliseconds. */
  readonly timeout: number;
  readonly json?: string;
  readonly list?: boolean;
  /** Every client of `clients/`, instead of a command. */
  readonly all?: boolean;
  /** Writes the tables of all into clients/README.md. */
  readonly write?: boolean;
}

export interface Arguments extends Flags {
  /** The client: a program and its arguments. */
  readonly command: readonly string[];
}

const EXAMPLES = `
Examples:
  npm run check:client -- -- node client-conformance/examples/typescript/node.ts
  npm run check:client -- -- node client-conformance/examples/typescript/browser.ts
  npm run check:client -- -- python3 client-conformance/examples/python/client.py
  npm run check:client -- --step 'lists.*' --json report.json -- ./my-client --verbose
  npm run check:client -- --all
  npm run check:client -- --all --write
  npm run check:client -- --list

client-conformance/README.md explains what a client has to do.

Exit code: 0 conformant, 1 not conformant, 2 wrong usage, 3 undecided, 130 interrupted.
Steps to which the client replies unsupported do not count.
`;

const MOST_SECONDS = 600;

function described(): Command {
  return createCommand({
    call: 'npm run check:client --',
    usage: '[options] -- COMMAND [arguments of the command]',
    description:
      'Checks a client, written in any language: has it make a series of calls to the reference server and checks what it sends.',
    notes: EXAMPLES,
  })
    .argument('[command...]')
    .option('--step <ids>', "only these steps; * stands for any text, like 'lists.*'", list)
    .addOption(
      new Option('--timeout <seconds>', 'longest wait for the reply to a step')
        .argParser(seconds(MOST_SECONDS))
        .default(15_000, '15'),
    )
    .option('--json <file>', 'writes the report as JSON')
    .option('--all', 'checks every client in clients/ and compares them in a table; not with --json')
    .option('--write', 'with --all, and all steps: writes the tables into clients/README.md')
    .option('--list', 'lists the steps instead of running them');
}

/** Parses the command line, without the program's own name. */
export function readArguments(argv: readonly string[]): Requested<Arguments> {
  // The arguments after -- belong to the client.
  const dashes = argv.indexOf('--');
  const [own, command] = dashes < 0 ? [argv, []] : [argv.slice(0, dashes), argv.slice(dashes + 1)];
  return readCommand<Flags, Arguments>(described(), own, (flags, [stray]) => {
    if (stray !== undefined) {
      throw new UsageError(`${stray}: write the client's command after --: npm run check:client -- -- ${stray}`);
    }
    if (flags.all === true && (command.length > 0 || flags.json !== undefined)) {
      throw new UsageError('--all does not go with a command or --json, which are for one client');
    }
    if (flags.write === true && (flags.all !== true || flags.step !== undefined)) {
      throw new UsageError('--write goes with --all, and with every step');
    }
    if (flags.list !== true && flags.all !== true && command.length === 0) {
      throw new UsageError('no client given: npm run check:client -- -- COMMAND, or --all');
    }
    return { ...flags, command };
  });
}
