/** The command line. */
import {
  type Asked,
  type Command,
  calledAs,
  createCommand,
  InvalidArgumentError,
  Option,
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

/** What the command line says. */
export interface Arguments {
  readonly target?: string;
  /** An OpenAPI document of somebody else's API, and its address. */
  readonly document?: string;
  readonly url?: string;
  /** Addresses given by flags, by service. */
  readonly urls: Readonly<Partial<Record<ServiceName, string>>>;
  readonly rpc?: string;
  readonly grpc?: string;
  readonly services: readonly ServiceName[];
  readonly operations: readonly string[];
  readonly rules: readonly string[];
  readonly levels: readonly Level[];
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly seed: number;
  /** Random cases beside the enumerated ones. */
  readonly fuzz: number;
  /** Sends nothing that may change data. */
  readonly readOnly: boolean;
  /** Files that reports are written to. */
  readonly json?: string;
  readonly junit?: string;
  readonly html?: string;
  readonly markdown?: string;
  readonly har?: string;
  /** A file of traffic to judge, instead of asking a server. */
  readonly recorded?: string;
  /** Whether findings in traffic show values of the data. */
  readonly values: boolean;
  /** Two reports or more to compare, instead of checking anything. */
  readonly compare?: readonly string[];
  /** Reports of one server to make one of, instead of checking anything. */
  readonly merge?: readonly string[];
  readonly list: boolean;
  /** What to sign with the keys of the target, instead of checking anything. */
  readonly sign?: Signing;
}

const EXAMPLES = `
Examples:
  npm run check -- --lending http://127.0.0.1:4000/lending
  npm run check -- --target my-server.yaml --json report.json
  npm run check -- --lending http://127.0.0.1:4000/lending --rpc http://127.0.0.1:4000
  npm run check -- --lending http://127.0.0.1:4000/lending --rule 'lending.transactions.*'
  npm run check -- --lending http://127.0.0.1:4000/lending --html report.html --junit report.xml
  npm run check -- --target staging.yaml --read-only
  npm run check -- --compare before.json after.json --html board.html
  npm run check -- --list --service lending
  npm run check -- --document petstore.yaml --url http://127.0.0.1:8080
  npm run check -- --har traffic.har --html report.html
  npm run check -- --recorded traffic.har --comment https://api.example.org/comment

Exit code: 0 conformant, 1 not conformant, 2 wrong usage, 3 could not be decided
(the server cannot be reached, or data is missing: the report says which),
130 interrupted. With --read-only, rules that have to change something are left
out, and do not count against the server.
`;

interface Options extends Partial<Record<ServiceName, string>> {
  document?: string;
  url?: string;
  target?: string;
  rpc?: string;
  grpc?: string;
  service?: readonly ServiceName[];
  operation?: readonly string[];
  rule?: readonly string[];
  level?: Level;
  timeout: number;
  concurrency: number;
  seed: number;
  fuzz: number;
  readOnly?: boolean;
  json?: string;
  junit?: string;
  html?: string;
  markdown?: string;
  har?: string;
  recorded?: string;
  values?: boolean;
  shard?: Shard;
  compare?: readonly string[];
  merge?: readonly string[];
  list?: boolean;
  sign?: Signing;
}

/** A part of the random cases, the first is 1, and how many parts there are. */
interface Shard {
  readonly part: number;
  readonly parts: number;
}

const MOST_PARTS = 1000;
const MOST_SEED = 2 ** 31;

function shard(text: string): Shard {
  const [, part = 0, parts = 0] = (/^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? []).map(Number);
  if (part === 0 || part > parts || parts > MOST_PARTS) {
    throw new InvalidArgumentError(`write a part and how many there are, such as 1/4, at most ${MOST_PARTS}.`);
  }
  return { part, parts };
}

/** What a part sends: parts share no seed, whatever seeds they are given one after the other. */
function sharded({ fuzz, seed, shard: given }: Options): Pick<Arguments, 'fuzz' | 'seed'> {
  if (given === undefined) return { fuzz, seed };
  const { part, parts } = given;
  const own = Math.floor(fuzz / parts) + (part <= fuzz % parts ? 1 : 0);
  return { fuzz: own, seed: ((seed * parts + part - 1) % MOST_SEED) + 1 };
}

/** `--level should` leaves out what is only observed. */
const upTo: Readonly<Record<Level, readonly Level[]>> = {
  must: ['must'],
  should: ['must', 'should'],
  observe: [],
};

function command(): Command {
  const call = calledAs('check', 'npx @wallet-services/conformance');
  const program = createCommand({
    call,
    description: 'Checks services against the documents: point it at a server, in any language, and get a verdict.',
    notes: EXAMPLES.replaceAll('npm run check --', call),
  }).option('--target <file>', 'YAML file that says where the services are and what is known of them');
  for (const name of serviceNames) program.option(`--${name} <url>`, `address of ${name}, before the target file's`);
  return program
    .option(
      '--document <file>',
      'checks any API by its OpenAPI 3.1 document, JSON or YAML, in place of the five services',
    )
    .option('--url <url>', 'address of the API that --document describes')
    .option('--rpc <url>', "address of lending's RPC methods over Connect (JSON)")
    .option('--grpc <url>', "address of lending's RPC methods over gRPC")
    .option('--service <names>', 'only these services', names(serviceNames, 'the services'))
    .option('--operation <ids>', 'only these operations, like listMarkets or Lending/AllMarkets', list)
    .option('--rule <ids>', "only these rules; * stands for any text, like 'wire.*'", list)
    .addOption(
      new Option('--level <level>', 'only rules that bind this much, or more').choices(['must', 'should', 'observe']),
    )
    .addOption(new Option('--timeout <seconds>', 'for one request').argParser(seconds(600)).default(10_000, '10'))
    .option('--concurrency <number>', 'cases that run at the same time', whole(1, 64), 4)
    .option('--seed <number>', 'makes the ids that requests carry', whole(1, 2 ** 31), 1)
    .option('--fuzz <number>', 'random cases to send beside the enumerated ones', whole(0, 1_000_000), 0)
    .option(
      '--shard <i/n>',
      'sends one part of --fuzz, of so many parts, with ids of its own; --merge joins them',
      shard,
    )
    .option('--read-only', 'sends nothing that may change data, but for a sign-in')
    .option('--json <file>', 'writes the report as JSON too (report/schema.json describes it)')
    .option('--junit <file>', 'writes it as JUnit XML, for CI servers')
    .option('--html <file>', 'writes it as one HTML page, to read and to search')
    .option('--markdown <file>', 'writes it as Markdown, for the summary of a CI run')
    .option(
      '--har <file>',
      'writes every request and answer as an HTTP archive, without credentials; where no server is named: judges this one',
    )
    .option(
      '--recorded <file>',
      'judges this HTTP archive instead of asking; addresses then say whose requests are whose',
    )
    .option('--values', 'shows values of the data in findings of recorded traffic; without it, their form alone')
    .option('--compare <files...>', 'tells where reports, written with --json, differ; with --html as a board')
    .option('--merge <files...>', 'makes one report of several on the same server, written with --json')
    .option('--list', 'prints the rules instead of checking them')
    .addOption(
      new Option('--sign <what>', 'prints what a sign-in needs, made with the keys of the target file').choices(
        signings,
      ),
    );
}

type Files = Partial<Pick<Arguments, 'json' | 'junit' | 'html' | 'markdown' | 'har'>>;

function filesOf({ json, junit, html, markdown, har }: Options): Files {
  const files = Object.entries({ json, junit, html, markdown, har }).filter(([, path]) => path !== undefined);
  return Object.fromEntries(files);
}

/** Reads the command line, without the program's own name. */
export function readArguments(argv: readonly string[]): Asked<Arguments> {
  return readCommand<Options, Arguments>(command(), argv, toArguments);
}

/** @throws UsageError when flags do not go together */
function toArguments(options: Options): Arguments {
  if (options.compare?.length === 1)
    throw new UsageError('--compare takes two reports or more: --compare A.json B.json');
  if (options.shard !== undefined && options.fuzz === 0)
    throw new UsageError('--shard goes with --fuzz: nothing else has parts');
  const named = serviceNames.filter((name) => options[name] !== undefined);
  if (options.document === undefined ? options.url !== undefined : named.length > 0) {
    throw new UsageError('--url goes with --document; the address of a service of the contract with its own flag');
  }
  const urls = serviceNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]] as const]));
  return {
    ...(options.target === undefined ? {} : { target: options.target }),
    ...(options.document === undefined ? {} : { document: options.document }),
    ...(options.url === undefined ? {} : { url: options.url }),
    ...(options.rpc === undefined ? {} : { rpc: options.rpc }),
    ...(options.grpc === undefined ? {} : { grpc: options.grpc }),
    ...filesOf(options),
    ...(options.recorded === undefined ? {} : { recorded: options.recorded }),
    values: options.values ?? false,
    ...(options.compare === undefined ? {} : { compare: options.compare }),
    ...(options.merge === undefined ? {} : { merge: options.merge }),
    urls: Object.fromEntries(urls),
    services: options.service ?? [],
    operations: options.operation ?? [],
    rules: options.rule ?? [],
    levels: options.level === undefined ? [] : upTo[options.level],
    timeoutMs: options.timeout,
    concurrency: options.concurrency,
    ...sharded(options),
    readOnly: options.readOnly ?? false,
    list: options.list ?? false,
    ...(options.sign === undefined ? {} : { sign: options.sign }),
  };
}

/** Help, or what is wrong with a command line, where it belongs. @returns the exit code */
export function answer(
  asked: Exclude<Asked<Arguments>, { readonly kind: 'run' }>,
  { output, errors }: { readonly output: Stream; readonly errors: Stream },
): number {
  if (asked.kind === 'help') output.write(asked.text);
  else errors.write(`${asked.problem}\n`);
  return asked.kind === 'help' ? 0 : 2;
}
