/** Reads the command line. */
import { isServiceName, type ServiceName, serviceNames } from '@wallet-services/contract/services';
import type { MountOptions } from '@wallet-services/runtime';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { isHttpUrl } from './config/index.ts';
import { DEFAULT_PORT, DEFAULT_RPC_PORT } from './start.ts';
import { DEFAULT_SEED } from './store/index.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The engines by their short names on the command line. */
const VALIDATORS = {
  compiled: 'compiled',
  eov: 'express-openapi-validator',
} as const satisfies Record<string, NonNullable<MountOptions['validator']>>;

/** What the command line chose. */
export interface CliOptions {
  readonly port: number;
  readonly rpcPort: number;
  readonly host: string;
  /** Commander names an option by its flag. */
  readonly service?: readonly ServiceName[] | undefined;
  readonly data?: string | undefined;
  readonly seed?: number | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly validator: NonNullable<MountOptions['validator']>;
  readonly rateLimit?: number | undefined;
  readonly scheme?: string | undefined;
  /** Configuration file. */
  readonly config?: string | undefined;
  /** Base address of the wallet network. */
  readonly network?: string | undefined;
}

/** What to do: start, or say something and end. */
export type Parsed =
  | { readonly kind: 'start'; readonly options: CliOptions }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'usage'; readonly message: string };

const EXAMPLES = `
Examples:
  npm run serve                                    in memory, at http://127.0.0.1:4000
  npm run serve -- --data lending.db               keep the data in a file
  npm run serve -- --port 0 --rpc-port 0           any free ports
  npm run serve -- --validator eov --seed 7        the other validation engine, other data
  npm run serve -- --config server/config/example.yaml
  curl http://127.0.0.1:4000/lending/api/v1/markets/all
  curl -H 'Content-Type: application/json' -d '{"limit":2}' http://127.0.0.1:4000/twirp/Lending/Transactions
`;

/**
 * Reads the arguments.
 *
 * @param args without the names of Node and of the script
 */
export function parseOptions(args: readonly string[]): Parsed {
  let text = '';
  const command = describe().configureOutput({
    writeOut: (written) => {
      text += written;
    },
    writeErr: () => undefined,
  });
  try {
    command.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'help', text };
    return usage(error.message);
  }
  const { validator, ...rest } = command.opts<Omit<CliOptions, 'validator'> & { validator: keyof typeof VALIDATORS }>();
  if (rest.port !== 0 && rest.port === rest.rpcPort) return usage('--port and --rpc-port are the same: choose two');
  return { kind: 'start', options: { ...rest, validator: VALIDATORS[validator] } };
}

function usage(message: string): Parsed {
  const [line = ''] = message.replace(/^error: /, '').split('\n');
  return { kind: 'usage', message: `${line.replace(/\.$/, '')} (see --help)` };
}

function describe(): Command {
  return new Command('serve')
    .description('Serves the reference implementation of the wallet services over HTTP and RPC.')
    .option('--port <number>', 'HTTP port: JSON, Connect, gRPC-Web, Twirp; 0 for any free one', port, DEFAULT_PORT)
    .option('--rpc-port <number>', 'gRPC port (HTTP/2 without TLS); 0 for any free one', port, DEFAULT_RPC_PORT)
    .option('--service <names>', 'start only these services, such as lending,vault (default: all)', readServices)
    .option('--host <address>', 'address to listen at', '127.0.0.1')
    .option('--data <file>', 'keep the data in this file (default: in memory)')
    .option('--seed <number>', `which data an empty database is filled with (default: ${DEFAULT_SEED})`, seed)
    .addOption(
      new Option('--log-level <level>', 'how much is logged to standard error').choices(LOG_LEVELS).default('info'),
    )
    .addOption(
      new Option('--validator <engine>', 'which engine validates requests and answers')
        .choices(Object.keys(VALIDATORS))
        .default('compiled'),
    )
    .option('--rate-limit <number>', 'requests a minute and address (default: no limit)', rateLimit)
    .option('--scheme <name>', 'scheme of the payment links (default: wallet)', scheme)
    .option('--config <file>', 'YAML file: whose sign-ins are trusted, bots, and more (server/config/example.yaml)')
    .option('--network <url>', 'wallet network that tokens are presented to (default: the built-in sandbox)', httpUrl)
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', EXAMPLES)
    .exitOverride();
}

function whole(text: string, min: number, max: number, kind: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidArgumentError(`It must be ${kind}.`);
}

function readServices(text: string): ServiceName[] {
  return text.split(',').map((written) => {
    const name = written.trim();
    if (!isServiceName(name)) throw new InvalidArgumentError(`It must be some of ${serviceNames.join(', ')}.`);
    return name;
  });
}

const port = (text: string) => whole(text, 0, 65_535, 'a port from 0 to 65535');
const seed = (text: string) => whole(text, 0, Number.MAX_SAFE_INTEGER, 'a whole number from 0');
const rateLimit = (text: string) => whole(text, 1, Number.MAX_SAFE_INTEGER, 'a whole number from 1');

function httpUrl(text: string): string {
  if (isHttpUrl(text)) return text;
  throw new InvalidArgumentError('It must be an http or https URL, such as https://network.example.org.');
}

/** RFC 3986, section 3.1. */
function scheme(text: string): string {
  if (/^[A-Za-z][A-Za-z0-9+.-]*$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a URI scheme, such as wallet.');
}
