/** The command line of the mock. */
import { type Asked, createCommand, Option, readCommand } from '@wallet-services/kit/command';
import { names, port } from '@wallet-services/kit/values';
import { logLevels } from './log.ts';
import { type ServiceName, serviceNames, servicePorts } from './services.ts';
import type { MockOptions } from './start.ts';

const EXAMPLES = `
The services use the ports from ${servicePorts.lending} on: ${serviceNames.join(', ')}.

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
    .option('--dynamic', 'vary the responses within the schema, instead of sending the documented examples')
    .option('--examples <file>', 'JSON file with custom responses by operation (see GUIDE.md)')
    .option('--port <n>', 'port of the first service; the others get the next ports; 0: any free ports', port())
    .option(
      '--service <name>',
      'mock only this service; repeat it, or give a comma-separated list',
      names(serviceNames, 'the services'),
    )
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--documents <dir>', 'folder with a document <service>.json for each service (default: generated/openapi)')
    .addOption(new Option('--log-level <level>', 'lowest level that is logged (default: silent)').choices(logLevels))
    .option('--verbose', 'log requests; same as --log-level info');
  return readCommand<Flags, MockOptions>(command, args, toOptions);
}

function toOptions({ service: services, verbose, ...options }: Flags): MockOptions {
  return {
    ...options,
    ...(services === undefined ? {} : { services }),
    ...(verbose === true && options.logLevel === undefined ? { logLevel: 'info' } : {}),
  };
}
