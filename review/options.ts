/** The command lines of this folder. */
import { type Command, calledAs, createCommand, type Requested, readCommand } from '@wallet-services/kit/command';
import type { SideName } from './finding.ts';
import { type Settings, severityFrom, sidesOf } from './report/settings.ts';

/** The options of both commands. */
export interface ReviewOptions {
  readonly base: string | undefined;
  readonly head: string | undefined;
  /** Whether breaking changes are no failure. */
  readonly allow: boolean;
  /** Whether BASE and HEAD are documents instead of states of this contract. */
  readonly document?: boolean;
  /** Path of the settings file. */
  readonly config?: string;
  readonly failOn?: readonly SideName[];
  readonly severity?: Settings['severity'];
  readonly exclude?: readonly string[];
  /** Whether protobuf files that others only import are compared too. */
  readonly imports?: boolean;
}

/** The formats of a report. */
export const FORMS = ['markdown', 'json', 'html', 'sarif', 'github'] as const;

/** One of the formats. */
export type Form = (typeof FORMS)[number];

/** The options of `npm run diff`. */
export interface DiffOptions extends ReviewOptions {
  /** Files to write, `-` for standard output. */
  readonly files: Partial<Readonly<Record<Form, string>>>;
}

/** The options of `npm run changelog`. */
export interface ChangelogOptions extends ReviewOptions {
  /** Whether to move pending entries into the changelog and raise the versions. */
  readonly release: boolean;
}

const SIDES = `
BASE and HEAD are each a git ref, or a folder with the layout of generated/ (openapi/*.json or *.yaml, proto/,
ledger/*.json). BASE defaults to the merge base with main, HEAD to the working tree.
`;

const DIFF_NOTES = `
OLD and NEW are each a file (OpenAPI 3.0 to 3.2, Swagger 2.0, protobuf; JSON or YAML), a folder of such files, an address,
- for standard input, or REVISION:PATH of git. In the repository of a contract they may also be git refs or folders with
the layout of generated/; OLD defaults to the merge base with main, NEW to the working tree.

Changes are accepted in a file with the ids of the report, review.yaml beside NEW:
  accept:
    - { id: 'response/Order.total/type-changed/1a2b3c', reason: no client reads it, until: 2027-06-30 }
  severity: { member-added: compatible, servers/content-added: compatible }
  exclude: ['GET /internal/*']
  fail-on: [clients]

Exit code: 0 nothing breaks; 1 a change breaks a side; 2 wrong usage, or a document that cannot be read; 3 no report can
be made, or the report cannot tell whether a change breaks.

examples:
  npx @wallet-services/review old.yaml new.yaml
  npx @wallet-services/review main:openapi.yaml openapi.yaml --fail-on clients --html report.html
  npx @wallet-services/review https://api.example.org/openapi.json openapi.json --exclude 'GET /internal/*'
  npm run diff -- v0.1.0
  npm run diff -- main~5 main --html report.html
  npm run --silent diff -- --markdown -
`;

const CHANGELOG_NOTES = `${SIDES}
Without --release it writes a pending entry to .changeset/, one for each BASE; the next run replaces that entry.

examples:
  npm run changelog
  npm run changelog -- v0.1.0
  npm run changelog -- --release
`;

interface DiffFlags extends Partial<Record<Form, string>> {
  readonly document?: boolean;
  readonly config?: string;
  readonly failOn?: string;
  readonly severity?: readonly string[];
  readonly exclude?: readonly string[];
  readonly imports?: boolean;
}

const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Parses the arguments of `npm run diff`. */
export function readDiffArguments(args: readonly string[]): Requested<DiffOptions> {
  const command = started('diff', 'Reports what a change to an API breaks, and for whom.', DIFF_NOTES)
    .option('--document', 'BASE and HEAD are documents, also where git refs or folders have these names')
    .option(
      '--fail-on <sides>',
      'sides for which a breaking change fails: clients,servers,mocks, or none; default: all',
    )
    .option(
      '--severity <kind=class>',
      'the class of a kind of change, as in member-added=compatible; repeatable',
      several,
    )
    .option('--exclude <pattern>', 'leave out ids, kinds or operations, with * for any text; repeatable', several)
    .option('--config <file>', 'file with what is accepted; default: review.yaml beside NEW')
    .option('--no-imports', 'leave out protobuf files that others only import')
    .option(
      '--markdown <file>',
      'also write the report as Markdown; - writes it to standard output instead of the text',
    )
    .option('--json <file>', 'also write the report as JSON, as described by report.schema.json')
    .option('--html <file>', 'also write the report as one HTML page')
    .option('--sarif <file>', 'also write the report as SARIF 2.1.0')
    .option('--github <file>', 'also write annotations for the log of a GitHub workflow');
  return read(command, args, ({ base, head, allow }) => {
    const {
      document = false,
      config,
      failOn,
      severity = [],
      exclude = [],
      imports = true,
      ...rest
    } = command.opts<DiffFlags>();
    return {
      base,
      head,
      allow,
      document,
      exclude,
      imports,
      severity: Object.assign({}, ...severity.map(severityFrom)),
      files: Object.fromEntries(FORMS.flatMap((form) => (rest[form] === undefined ? [] : [[form, rest[form]]]))),
      ...(config === undefined ? {} : { config }),
      ...(failOn === undefined ? {} : { failOn: sidesOf(failOn) }),
    };
  });
}

/** Parses the arguments of `npm run changelog`. */
export function readChangelogArguments(args: readonly string[]): Requested<ChangelogOptions> {
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
  return createCommand({ call: calledAs(name, 'review'), usage: '[options] [OLD [NEW]]', description, notes })
    .argument('[OLD]')
    .argument('[NEW]')
    .option('--allow', 'exit with 0 despite breaking changes');
}

function read<Options>(
  command: Command,
  args: readonly string[],
  finish: (shared: ReviewOptions) => Options,
): Requested<Options> {
  return readCommand<{ readonly allow?: boolean }, Options>(command, args, ({ allow = false }, [base, head]) =>
    finish({ base, head, allow }),
  );
}
