/** The command lines of the room. */
import { Command, CommanderError } from 'commander';

/** What both commands are told. */
export interface ReviewOptions {
  readonly base: string | undefined;
  readonly head: string | undefined;
  /** Breaking changes are no failure. */
  readonly allow: boolean;
  /** BASE and HEAD are two files, each an OpenAPI document of anybody. */
  readonly document?: boolean;
}

/** What `npm run diff` is told. */
export interface DiffOptions extends ReviewOptions {
  /** Files to write, `-` for standard output. */
  readonly markdown?: string;
  readonly json?: string;
  readonly html?: string;
}

/** What `npm run changelog` is told. */
export interface ChangelogOptions extends ReviewOptions {
  /** Move pending entries into the changelog and raise the versions. */
  readonly release: boolean;
}

/** What a command line asks for. */
export type Request<Options> =
  | { readonly kind: 'run'; readonly options: Options }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'usage'; readonly problem: string };

const SIDES = `
BASE and HEAD are each a git ref, or a folder laid out like generated/ (openapi/*.json or *.yaml, proto/, ledger/*.json).
BASE is the merge base with main unless given, HEAD the working tree.
`;

/** Reads the arguments of `npm run diff`. */
export function readDiffArguments(args: readonly string[]): Request<DiffOptions> {
  const command = started('diff', 'Reports everything that a change to the contract does.')
    .option('--document', 'BASE and HEAD are two OpenAPI documents of anybody, each a file, in JSON or YAML')
    .option('--markdown <file>', 'write the report as Markdown too; - writes it to standard output instead of the text')
    .option('--json <file>', 'the same as JSON')
    .option('--html <file>', 'the same as one page')
    .addHelpText(
      'after',
      `${SIDES}
Exit code: 0; 1 when a change that breaks a side, or of which the report cannot tell, is neither allowed nor accepted in
review/accepted.yaml; 2 for a wrong command line.

examples:
  npm run diff
  npm run diff -- v0.1.0
  npm run diff -- main~5 main --html report.html
  npm run diff -- /tmp/before/generated generated --allow
  npm run diff -- --document petstore-1.yaml petstore-2.json
  npm run --silent diff -- --markdown -
`,
    );
  return read(command, args, ({ base, head, allow }) => {
    const {
      markdown,
      json,
      html,
      document = false,
    } = command.opts<Pick<DiffOptions, 'markdown' | 'json' | 'html' | 'document'>>();
    const files = { ...(markdown === undefined ? {} : { markdown }), ...(json === undefined ? {} : { json }) };
    return { base, head, allow, document, ...files, ...(html === undefined ? {} : { html }) };
  });
}

/** Reads the arguments of `npm run changelog`. */
export function readChangelogArguments(args: readonly string[]): Request<ChangelogOptions> {
  const command = started('changelog', "Adds the accepted report to the contract's changelog.")
    .option('--release', 'move all pending entries into generated/CHANGELOG.md and raise the versions')
    .addHelpText(
      'after',
      `${SIDES}
Without --release it writes a pending entry to .changeset/, one for each BASE; running it again replaces that entry.

examples:
  npm run changelog
  npm run changelog -- v0.1.0
  npm run changelog -- --release
`,
    );
  return read(command, args, (shared) => ({
    ...shared,
    release: command.opts<{ release?: boolean }>().release === true,
  }));
}

function started(name: string, description: string): Command {
  return new Command(name)
    .usage('[options] [BASE [HEAD]]')
    .description(description)
    .argument('[BASE]')
    .argument('[HEAD]')
    .option('--allow', 'breaking changes are no failure')
    .helpOption('--help', 'this text')
    .allowExcessArguments(false)
    .exitOverride();
}

function read<Options>(
  command: Command,
  args: readonly string[],
  finish: (shared: ReviewOptions) => Options,
): Request<Options> {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
    // The message is on the CommanderError as well.
    writeErr: () => {},
  });
  try {
    command.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'help', text: help };
    return { kind: 'usage', problem: error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ') };
  }
  const [base, head] = command.args;
  return { kind: 'run', options: finish({ base, head, allow: command.opts<{ allow?: boolean }>().allow === true }) };
}
