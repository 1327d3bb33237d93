/** The command line of the mock. */
import { InvalidArgumentError, Option } from 'commander';
import { type CommandRequest, createCommand, parse, readPort } from './command.ts';
import { isLogLevel, logLevels } from './log.ts';
import { isServiceName, type ServiceName, serviceNames } from './services.ts';
import type { MockOptions } from './start.ts';

const EXAMPLES = `
The services take the ports 4011 to 4015: lending, comment, swap, vault, assistant.

examples:
  npm run mock
  npm run mock -- --dynamic --verbose
  npm run mock -- --service lending --port 8080
  npm run mock -- --service swap,vault --host 0.0.0.0
  npm run mock -- --examples answers.json
`;

type Flags = Omit<MockOptions, 'services' | 'log'> & {
  readonly service?: readonly ServiceName[];
  readonly verbose?: boolean;
};

/** Reads the arguments after the command's name; never exits and never writes. */
export function readArguments(args: readonly string[]): CommandRequest<MockOptions> {
  const command = createCommand('mock', 'Mocks the services with Prism, from the OpenAPI documents of the contract.')
    .option('--dynamic', 'answers vary within the schema, instead of being the documented examples')
    .option('--examples <file>', 'answers of your own, by operation (JSON; GUIDE.md has the form)')
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
    .option('--verbose', 'log requests; the same as --log-level info');
  return parse<Flags, MockOptions>(command, args, EXAMPLES, toOptions);
}

function toOptions({ service: services, verbose, ...options }: Flags): MockOptions {
  return {
    ...options,
    ...(services === undefined ? {} : { services }),
    ...(verbose === true && options.logLevel === undefined ? { logLevel: 'info' } : {}),
  };
}

function readServices(text: string, before: readonly ServiceName[] = []): readonly ServiceName[] {
  const names = text.split(',').map((name) => name.trim());
  const known = names.filter(isServiceName);
  if (known.length === names.length) return [...before, ...known];
  throw new InvalidArgumentError(`the services are ${serviceNames.join(', ')}.`);
}
