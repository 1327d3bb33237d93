/** The command line of the mock. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { isLogLevel, logLevels } from './log.ts';
import { isServiceName, type ServiceName, serviceNames } from './services.ts';
import type { MockOptions } from './start.ts';

/** What the command line asks for. */
export type Request =
  | { readonly kind: 'start'; readonly options: MockOptions }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'usage'; readonly problem: string };

const EXAMPLES = `
The services take the ports 4011 to 4015: lending, comment, swap, vault, assistant.

examples:
  npm run mock
  npm run mock -- --dynamic --verbose
  npm run mock -- --service lending --port 8080
  npm run mock -- --service swap,vault --host 0.0.0.0
`;

/** Reads the arguments after the command's name; never exits and never writes. */
export function readArguments(args: readonly string[]): Request {
  let help = '';
  const command = new Command('mock')
    .usage('[options]')
    .description('Mocks the services with Prism, from the OpenAPI documents of the contract.')
    .option('--dynamic', 'answers vary within the schema, instead of being the documented examples')
    .option('--port <n>', 'port of the first service, the others follow by ones; 0: any free ports', readPort)
    .option('--service <name>', 'mock this service only; repeat it, or give a comma-separated list', readServices)
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--documents <dir>', 'folder of the documents, <service>.json each (default: generated/openapi)')
    .addOption(
      new Option('--log-level <level>', `${logLevels.join(', ')} (default: silent)`).argParser((level: string) => {
        if (isLogLevel(level)) return level;
        throw new InvalidArgumentError(`it is one of ${logLevels.join(', ')}.`);
      }),
    )
    .option('--verbose', 'log requests; the same as --log-level info')
    .helpOption('--help', 'this text')
    .addHelpText('after', EXAMPLES)
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({
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
  const { service: services, verbose, ...options } = command.opts<MockOptions & Extras>();
  return {
    kind: 'start',
    options: {
      ...options,
      ...(services === undefined ? {} : { services }),
      ...(verbose === true && options.logLevel === undefined ? { logLevel: 'info' } : {}),
    },
  };
}

interface Extras {
  readonly service?: readonly ServiceName[];
  readonly verbose?: boolean;
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('a port is a whole number from 0 to 65535.');
}

function readServices(text: string, before: readonly ServiceName[] = []): readonly ServiceName[] {
  const names = text.split(',').map((name) => name.trim());
  const known = names.filter(isServiceName);
  if (known.length === names.length) return [...before, ...known];
  throw new InvalidArgumentError(`the services are ${serviceNames.join(', ')}.`);
}
