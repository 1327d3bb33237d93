/** Reads the command line. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';
import {
  type Command,
  calledAs,
  calledSo,
  callersFolder,
  createCommand,
  InvalidArgumentError,
  Option,
  type Requested,
  readCommand,
} from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { names, port, whole } from '@wallet-services/kit/values';
import type { MountOptions } from '@wallet-services/runtime/express';
import { isHttpUrl } from './config/address.ts';
import { DEFAULT_PORT, DEFAULT_RPC_PORT, DEFAULT_SEED } from './defaults.ts';
import { isPostgres } from './store/place.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Validation engines by their names on the command line. */
const VALIDATORS = {
  compiled: 'compiled',
  eov: 'express-openapi-validator',
} as const satisfies Record<string, NonNullable<MountOptions['validator']>>;

/** The parsed options. */
export interface CliOptions {
  readonly port: number;
  readonly rpcPort: number;
  readonly walletPort?: number | undefined;
  readonly host: string;
  /** The services; commander names the member by the flag `--service`. */
  readonly service?: readonly ServiceName[] | undefined;
  /** Path of a file, or address of a PostgreSQL. */
  readonly data?: string | undefined;
  /** Number of processes that share the ports. */
  readonly workers?: number | undefined;
  readonly seed?: number | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly validator: NonNullable<MountOptions['validator']>;
  readonly invariants?: boolean | undefined;
  readonly prefer?: boolean | undefined;
  readonly rateLimit?: number | undefined;
  readonly sandbox?: boolean | undefined;
  readonly sandboxToken?: string | undefined;
  readonly scheme?: string | undefined;
  /** Path of the configuration file. */
  readonly config?: string | undefined;
  /** Base address of the wallet network. */
  readonly network?: string | undefined;
}

const EXAMPLES = `
Examples:
  npm run serve                     temporary data, at http://127.0.0.1:4000; console at /sandbox
  npm run serve -- --data lending.db
  npm run serve -- --data postgres://wallet@127.0.0.1/wallet --workers 2
  npm run serve -- --port 0 --rpc-port 0
  npm run serve -- --validator eov --seed 7
  npm run serve -- --config EXAMPLE
  SANDBOX_TOKEN=$(openssl rand -hex 16) npm run serve -- --host 0.0.0.0
  curl http://127.0.0.1:4000/lending/api/v1/markets/all
  curl -X POST http://127.0.0.1:4000/sandbox/worlds
  curl -H 'Prefer: code=429' http://127.0.0.1:4000/lending/api/v1/markets/all
  curl -H 'Content-Type: application/json' -d '{"limit":2}' http://127.0.0.1:4000/twirp/Lending/Transactions
`;

/**
 * Parses the arguments.
 *
 * @param args without the paths of Node.js and of the script
 * @param environment of the process
 */
export function parseOptions(
  args: readonly string[],
  { DATABASE_URL, SANDBOX_TOKEN }: Readonly<Record<string, string | undefined>> = {},
): Requested<CliOptions> {
  return readCommand<Flags, CliOptions>(describe(), args, ({ validator, ...given }) => {
    const rest = {
      ...given,
      data: given.data ?? databaseOf(DATABASE_URL),
      sandboxToken: given.sandboxToken ?? (SANDBOX_TOKEN ? tokenOf(SANDBOX_TOKEN, 'SANDBOX_TOKEN') : undefined),
    };
    if (rest.walletPort !== undefined && rest.walletPort !== 0 && [rest.port, rest.rpcPort].includes(rest.walletPort)) {
      throw new UsageError('--wallet-port is the same as another port: choose a different one');
    }
    if (rest.port !== 0 && rest.port === rest.rpcPort) {
      throw new UsageError('--port and --rpc-port are the same: choose two different ports');
    }
    if ((rest.workers ?? 1) > 1 && (rest.data === undefined || !isPostgres(rest.data))) {
      throw new UsageError('--workers needs a database that several processes can share: give --data postgres://...');
    }
    return { ...rest, validator: VALIDATORS[validator] };
  });
}

type Flags = Omit<CliOptions, 'validator'> & { readonly validator: keyof typeof VALIDATORS };

/** The example of a configuration file, as a path relative to the current folder. */
function exampleFile(): string {
  const file = fileURLToPath(new URL('config/example.yaml', import.meta.url));
  const short = relative(callersFolder(), file);
  return short.startsWith('..') ? file : short;
}

function describe(): Command {
  const call = calledAs('serve', 'npx @wallet-services/server');
  const example = exampleFile();
  return createCommand({
    call,
    description: 'Serves the reference implementation of the wallet services over HTTP and RPC.',
    notes: calledSo(call, 'serve', EXAMPLES).replace('EXAMPLE', example),
  })
    .option('--port <number>', 'HTTP port: JSON, Connect, gRPC-Web, Twirp; 0: any free port', port(), DEFAULT_PORT)
    .option('--rpc-port <number>', 'gRPC port (HTTP/2 without TLS); 0: any free port', port(), DEFAULT_RPC_PORT)
    .option('--wallet-port <number>', 'separate port for the sandbox wallet network; 0: any free port', port())
    .option(
      '--service <names>',
      'start only these services, such as lending,vault (default: all)',
      names(serviceNames, 'the services'),
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--data <place>',
      'store the data in this file, or in PostgreSQL: postgres://... (default: $DATABASE_URL, else a temporary file)',
      place,
    )
    .option(
      '--workers <number>',
      'number of processes that share the ports; needs PostgreSQL (default: 1)',
      whole(1, 64, 'a whole number from 1 to 64'),
    )
    .option('--seed <number>', `seed of the data that fills an empty database (default: ${DEFAULT_SEED})`, from(0))
    .addOption(
      new Option('--log-level <level>', 'lowest level that is logged to standard error')
        .choices(LOG_LEVELS)
        .default('info'),
    )
    .addOption(
      new Option('--validator <engine>', 'engine that validates requests and responses')
        .choices(Object.keys(VALIDATORS))
        .default('compiled'),
    )
    .option('--invariants', 'also check the declared relations between values in every response (slower)')
    .option(
      '--prefer',
      'respond with examples on request of the header Prefer (default: on, if the sandbox is on loopback)',
    )
    .option('--no-prefer', 'ignore the header Prefer')
    .option('--rate-limit <number>', 'requests per minute and client address (default: no limit)', from(1))
    .option('--no-sandbox', 'do not serve /sandbox, which controls worlds, clock, faults and journal')
    .option(
      '--sandbox-token <token>',
      'token that /sandbox requires; needed if --host is not loopback (default: $SANDBOX_TOKEN)',
      (text: string) => tokenOf(text, '--sandbox-token'),
    )
    .option('--scheme <name>', 'scheme of the payment links (default: wallet)', scheme)
    .option('--config <file>', `YAML file: trusted sign-ins, bots, and more (see ${example})`)
    .option('--network <url>', 'wallet network that verifies tokens (default: the built-in sandbox)', httpUrl);
}

const from = (least: number) => whole(least, Number.MAX_SAFE_INTEGER, `a whole number from ${least}`);

function httpUrl(text: string): string {
  if (isHttpUrl(text)) return text;
  throw new InvalidArgumentError('It must be an http or https URL, such as https://network.example.org.');
}

/** Addresses of other databases, and those without a scheme. A drive letter is no scheme. */
const ADDRESS = /^(?:[a-z][a-z0-9+]+:\/\/|[^/\\:]{2,}:[^@]*@)/i;

/** A path, not an address. @throws UsageError for an address, which is not printed because of its password */
function place(text: string): string {
  if (isPostgres(text) ? URL.canParse(text) : text !== '' && !ADDRESS.test(text)) return text;
  throw new UsageError(
    "the argument of '--data <place>' must be a file, or an address such as postgres://user:password@host:5432/database",
  );
}

/** The address in the environment. @throws UsageError when it names another kind of database */
function databaseOf(address: string | undefined): string | undefined {
  if (address === undefined || address === '') return undefined;
  if (isPostgres(address) && URL.canParse(address)) return address;
  throw new UsageError(
    'DATABASE_URL is not the address of a PostgreSQL database: correct it, unset it, or give --data',
  );
}

const TOKEN = /^[!-~]{16,256}$/;

/** @throws UsageError when the token is invalid; the message does not contain it */
function tokenOf(text: string, from: string): string {
  if (TOKEN.test(text)) return text;
  throw new UsageError(`${from} must be 16 to 256 characters without spaces: create one with openssl rand -hex 16`);
}

/** RFC 3986, section 3.1. */
function scheme(text: string): string {
  if (/^[A-Za-z][A-Za-z0-9+.-]*$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a URI scheme, such as wallet.');
}
