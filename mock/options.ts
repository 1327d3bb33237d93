/** The command line of the mock. */
import { type Asked, createCommand, Option, readCommand } from '@wallet-services/kit/command';
import { names, port } from '@wallet-services/kit/values';
import { logLevels } from './log.ts';
import { type ServiceName, serviceNames, servicePorts } from './services.ts';
import type { MockOptions } from './start.ts';

const EXAMPLES = `
The services take the ports from ${servicePorts.lending} on: ${serviceNames.join(', ')}.

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
export function readArguments(args: readonly string[]): Asked<MockOptions> {
  const command = createCommand({
    call: 'npm run mock --',
    description: 'Mocks the services with Prism, from the OpenAPI documents of the contract.',
    notes: EXAMPLES,
  })
    .option('--dynamic', 'answers vary within the schema, instead of being the documented examples')
    .option('--examples <file>', 'answers of your own, by operation (JSON; GUIDE.md has the form)')
    .option('--port <n>', 'port of the first service, the others follow by ones; 0: any free ports', port())
    .option(
      '--service <name>',
      'mock this service only; repeat it, or give a comma-separated list',
      names(serviceNames, 'the services'),
    )
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--documents <dir>', 'folder of the documents, <service>.json each (default: generated/openapi)')
    .addOption(new Option('--log-level <level>', 'how much is logged (default: silent)').choices(logLevels))
    .option('--verbose', 'log requests; the same as --log-level info');
  return readCommand<Flags, MockOptions>(command, args, toOptions);
}

function toOptions({ service: services, verbose, ...options }: Flags): MockOptions {
  return {
    ...options,
    ...(services === undefined ? {} : { services }),
    ...(verbose === true && options.logLevel === undefined ? { logLevel: 'info' } : {}),
  };
}
