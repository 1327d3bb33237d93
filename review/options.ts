/** The command lines of the room. */
import { type Asked, type Command, createCommand, readCommand } from '@wallet-services/kit/command';

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

const SIDES = `
BASE and HEAD are each a git ref, or a folder with the layout of generated/ (openapi/*.json or *.yaml, proto/,
ledger/*.json). BASE defaults to the merge base with main, HEAD to the working tree.
`;

const DIFF_NOTES = `${SIDES}
Exit code: 0; 1 if a change breaks a side, or the report cannot tell, and it is neither allowed nor accepted in
review/accepted.yaml; 2 for wrong usage.

examples:
  npm run diff
  npm run diff -- v0.1.0
  npm run diff -- main~5 main --html report.html
  npm run diff -- /tmp/before/generated generated --allow
  npm run diff -- --document petstore-1.yaml petstore-2.json
  npm run --silent diff -- --markdown -
`;

const CHANGELOG_NOTES = `${SIDES}
Without --release it writes a pending entry to .changeset/, one for each BASE; the next run replaces that entry.

examples:
  npm run changelog
  npm run changelog -- v0.1.0
  npm run changelog -- --release
`;

/** Reads the arguments of `npm run diff`. */
export function readDiffArguments(args: readonly string[]): Asked<DiffOptions> {
  const command = started('diff', 'Reports all effects of a change to the contract.', DIFF_NOTES)
    .option('--document', 'BASE and HEAD are files: any two OpenAPI documents, JSON or YAML')
    .option(
      '--markdown <file>',
      'also write the report as Markdown; - writes it to standard output instead of the text',
    )
    .option('--json <file>', 'also write the report as JSON')
    .option('--html <file>', 'also write the report as one HTML page');
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
export function readChangelogArguments(args: readonly string[]): Asked<ChangelogOptions> {
  const command = started('changelog', "Adds the accepted report to the contract's changelog.", CHANGELOG_NOTES).option(
    '--release',
    'move all pending entries into generated/CHANGELOG.md and raise the versions',
  );
  return read(command, args, (shared) => ({
    ...shared,
    release: command.opts<{ release?: boolean }>().release === true,
  }));
}

function started(name: string, description: string, notes: string): Command {
  return createCommand({ call: `npm run ${name} --`, usage: '[options] [BASE [HEAD]]', description, notes })
    .argument('[BASE]')
    .argument('[HEAD]')
    .option('--allow', 'exit with 0 despite breaking changes');
}

function read<Options>(
  command: Command,
  args: readonly string[],
  finish: (shared: ReviewOptions) => Options,
): Asked<Options> {
  return readCommand<{ readonly allow?: boolean }, Options>(command, args, ({ allow = false }, [base, head]) =>
    finish({ base, head, allow }),
  );
}
