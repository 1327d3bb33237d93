/** The command line. */
import {
  type Command,
  calledAs,
  createCommand,
  InvalidArgumentError,
  Option,
  type Requested,
  readCommand,
} from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { list, names, seconds, whole } from '@wallet-services/kit/values';
import type { Level } from '../model/document/document.ts';
import { type ContractService as ServiceName, serviceNames } from '../model/document/services.ts';
import { type Signing, signings } from './sign.ts';

export interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** The values of the flags, by their names; an address by the name of its service. */
interface Flags extends Readonly<Partial<Record<ServiceName, string>>> {
  readonly target?: string;
  /** An OpenAPI document of another API, and its address. */
  readonly document?: string;
  /** Files of OpenAPI Overlays that are applied to it. */
  readonly overlay?: readonly string[];
  readonly url?: string;
  /** `Name: value`, sent with every request. */
  readonly header?: readonly string[];
  readonly exclude?: readonly string[];
  readonly include?: readonly string[];
  readonly rpc?: string;
  readonly grpc?: string;
  readonly service?: readonly ServiceName[];
  readonly operation?: readonly string[];
  readonly rule?: readonly string[];
  readonly level?: Level;
  /** The time limit of a request, in milliseconds. */
  readonly timeout: number;
  /** The time limit of the run, in milliseconds. Absent: no limit. */
  readonly maxTime?: number;
  readonly concurrency: number;
  readonly seed: number;
  /** Random cases in addition to the enumerated ones. */
  readonly fuzz: number;
  readonly shard?: Shard;
  /** Sends nothing that may change data. */
  readonly readOnly?: boolean;
  /** A target file to write from the results of the run. */
  readonly init?: string;
  /** Files that reports are written to. */
  readonly json?: string;
  readonly junit?: string;
  readonly sarif?: string;
  /** A folder of results for Allure. */
  readonly allure?: string;
  readonly badge?: string;
  readonly html?: string;
  readonly markdown?: string;
  readonly har?: string;
  /** A file of traffic to judge, instead of sending requests to a server. */
  readonly recorded?: string;
  /** Whether findings in traffic show values of the data. */
  readonly values?: boolean;
  /** Two reports or more to compare, instead of checking anything. */
  readonly compare?: readonly string[];
  /** Reports on one server to merge, instead of checking anything. */
  readonly merge?: readonly string[];
  readonly list?: boolean;
  /** The token or message to sign with the keys of the target, instead of checking anything. */
  readonly sign?: Signing;
}

/** The parsed command line. */
export interface Arguments
  extends Omit<Flags, ServiceName | 'service' | 'operation' | 'rule' | 'level' | 'timeout' | 'shard'> {
  /** Addresses given by flags, by service. */
  readonly urls: Readonly<Partial<Record<ServiceName, string>>>;
  readonly services: readonly ServiceName[];
  readonly operations: readonly string[];
  readonly rules: readonly string[];
  readonly levels: readonly Level[];
  readonly timeoutMs: number;
}

const [first] = serviceNames;

const EXAMPLES = `
Examples:
  npm run check -- --${first} http://127.0.0.1:4000/${first}
  npm run check -- --${first} http://127.0.0.1:8080 --init my-server.yaml
  npm run check -- --target my-server.yaml --json report.json
  npm run check -- --${first} http://127.0.0.1:4000/${first} --rpc http://127.0.0.1:4000
  npm run check -- --${first} http://127.0.0.1:4000/${first} --rule '${first}.*'
  npm run check -- --${first} http://127.0.0.1:4000/${first} --html report.html --junit report.xml
  npm run check -- --target staging.yaml --read-only
  npm run check -- --compare before.json after.json --html board.html
  npm run check -- --list --service ${first}
  npm run check -- --document petstore.yaml --url http://127.0.0.1:8080
  npm run check -- --har traffic.har --html report.html
  npm run check -- --recorded traffic.har --${first} https://api.example.org/${first}

Exit code: 0 conformant, 1 not conformant, 2 wrong usage, 3 undecided (the server
cannot be reached, data is missing, or --max-time was over: the report says which),
130 interrupted: the reports have what was found until then.
With --read-only, rules that need a write are skipped and do not count.
`;

/** The values of a repeated option. */
function repeated(text: string, before: readonly string[] = []): readonly string[] {
  if (!/^[!#$%&'*+.^_`|~\w-]+:/.test(text)) throw new InvalidArgumentError('write a name, a colon and a value.');
  return [...before, text];
}

/** A part of the random cases, where the first is 1, and the number of parts. */
interface Shard {
  readonly part: number;
  readonly parts: number;
}

const MOST_PARTS = 1000;
const MOST_SEED = 2 ** 31;

function shard(text: string): Shard {
  const [, part = 0, parts = 0] = (/^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? []).map(Number);
  if (part === 0 || part > parts || parts > MOST_PARTS) {
    throw new InvalidArgumentError(`write a part and the number of parts, such as 1/4; at most ${MOST_PARTS} parts.`);
  }
  return { part, parts };
}

/** The cases and the seed of a part: parts never share a seed, even for consecutive seeds. */
function sharded({ fuzz, seed, shard: given }: Flags): Pick<Arguments, 'fuzz' | 'seed'> {
  if (given === undefined) return { fuzz, seed };
  const { part, parts } = given;
  const own = Math.floor(fuzz / parts) + (part <= fuzz % parts ? 1 : 0);
  return { fuzz: own, seed: ((seed * parts + part - 1) % MOST_SEED) + 1 };
}

/** `--level should` leaves out observations. */
const upTo: Readonly<Record<Level, readonly Level[]>> = {
  must: ['must'],
  should: ['must', 'should'],
  observe: [],
};

/** Adds the options that change how any service of the target is called. */
export function addTargetOptions(program: Command): Command {
  return program
    .option('--header <text>', 'a header of every request, such as "X-Key: secret"; may be repeated', repeated)
    .option(
      '--exclude <names>',
      'does not call these operations: operationIds, paths, tag:NAME, method:NAME, deprecated; * stands for any text',
      list,
    )
    .option(
      '--include <names>',
      'calls these operations although they look destructive; written as those of --exclude',
      list,
    );
}

function command(): Command {
  const call = calledAs('check', 'npx @wallet-services/conformance');
  const program = createCommand({
    call,
    description: 'Checks a server, written in any language, against the documents and reports a verdict.',
    notes: EXAMPLES.replaceAll('npm run check --', call),
  }).option(
    '--target <file>',
    'YAML file with the addresses of the services and what the suite needs to know about them',
  );
  for (const name of serviceNames) program.option(`--${name} <url>`, `address of ${name}; overrides the target file`);
  program
    .option(
      '--document <file or address>',
      'checks any API against its OpenAPI document (Swagger 2.0, OpenAPI 3.0 to 3.2; JSON or YAML) instead of the five services',
    )
    .option('--overlay <files...>', 'OpenAPI Overlays that are laid over --document, such as one with behaviour')
    .option('--url <url>', 'address of the API that --document describes');
  return addTargetOptions(program)
    .option('--rpc <url>', 'address of the RPC methods over Connect (JSON)')
    .option('--grpc <url>', 'address of the RPC methods over gRPC')
    .option('--service <names>', 'only these services', names(serviceNames, 'the services'))
    .option('--operation <ids>', 'only these operations: operationIds, or Service/Method', list)
    .option('--rule <ids>', "only these rules; * stands for any text, like 'wire.*'", list)
    .addOption(
      new Option('--level <level>', 'only rules of this level or a stricter one').choices([
        'must',
        'should',
        'observe',
      ]),
    )
    .addOption(
      new Option('--timeout <seconds>', 'limit for each request').argParser(seconds(600)).default(10_000, '10'),
    )
    .addOption(
      new Option(
        '--max-time <seconds>',
        'sends and judges nothing after this time; the report has what was found until then',
      ).argParser(seconds(86_400)),
    )
    .option('--concurrency <number>', 'number of cases that run at the same time', whole(1, 64), 4)
    .option('--seed <number>', 'seed of the ids in requests and of the random cases', whole(1, 2 ** 31), 1)
    .option(
      '--fuzz <number>',
      'number of random cases to send in addition to the enumerated ones',
      whole(0, 1_000_000),
      0,
    )
    .option('--shard <i/n>', 'sends the i-th of n parts of --fuzz, with its own ids; --merge merges the reports', shard)
    .option('--read-only', 'sends nothing that may change data, except a sign-in')
    .option('--init <file>', 'writes a target file: what the run found, and as comments what would decide more')
    .option('--json <file>', 'writes the report as JSON (described by report/schema.json)')
    .option('--junit <file>', 'writes the report as JUnit XML, for CI servers')
    .option('--sarif <file>', 'writes the report as SARIF 2.1.0, for code scanning')
    .option('--allure <folder>', 'writes the results for Allure, a file for each check')
    .option('--html <file>', 'writes the report as one searchable HTML page')
    .option('--markdown <file>', 'writes the report as Markdown, for the summary of a CI run')
    .option('--badge <file>', 'writes the verdict as an SVG image, for a README')
    .option(
      '--har <file>',
      'writes every request and response as an HTTP archive, without credentials; without an address: judges this archive',
    )
    .option(
      '--recorded <file>',
      'judges this HTTP archive instead of sending requests; addresses say which requests belong to which service',
    )
    .option('--values', 'shows data values in findings of recorded traffic, instead of only their form')
    .option('--compare <files...>', 'shows where JSON reports differ; with --html side by side')
    .option('--merge <files...>', 'merges several JSON reports on the same server')
    .option('--list', 'prints the rules instead of checking them')
    .addOption(
      new Option('--sign <what>', 'prints what a sign-in needs, created with the keys of the target file').choices(
        signings,
      ),
    );
}

/** Reads the command line, without the program's own name. */
export function readArguments(argv: readonly string[]): Requested<Arguments> {
  return readCommand<Flags, Arguments>(command(), argv, toArguments);
}

/** @throws UsageError when flags cannot be combined */
function toArguments(flags: Flags): Arguments {
  const { service = [], operation = [], rule = [], level = 'observe', timeout, shard: _, ...others } = flags;
  if (flags.compare?.length === 1) throw new UsageError('--compare needs two or more reports: --compare A.json B.json');
  if (flags.shard !== undefined && flags.fuzz === 0)
    throw new UsageError('--shard needs --fuzz: only random cases have parts');
  const urls = serviceNames.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]] as const]));
  if (flags.document === undefined ? flags.url !== undefined : urls.length > 0) {
    throw new UsageError(`--url needs --document; a service of the contract has its own flag, such as --${first} URL`);
  }
  return {
    ...others,
    ...sharded(flags),
    urls: Object.fromEntries(urls),
    services: service,
    operations: operation,
    rules: rule,
    levels: upTo[level],
    timeoutMs: timeout,
  };
}

/** Prints the help, or the error of a command line, to the right stream. @returns the exit code */
export function answer(
  request: Exclude<Requested<Arguments>, { readonly kind: 'run' }>,
  { output, errors }: { readonly output: Stream; readonly errors: Stream },
): number {
  if (request.kind === 'help') output.write(request.text);
  else errors.write(`${request.problem}\n`);
  return request.kind === 'help' ? 0 : 2;
}
