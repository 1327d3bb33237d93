/** The command line of the mock. */

import { calledAs, calledSo, createCommand, Option, type Requested, readCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { names, port, repeated } from '@wallet-services/kit/values';
import { logLevels } from './log.ts';
import { type ServiceName, serviceNames, servicePorts } from './services.ts';
import type { CommonOptions, DocumentOptions, MockOptions } from './start.ts';

const EXAMPLES = `
The services use the ports from ${servicePorts.lending} on: ${serviceNames.join(', ')}.
Documents and answers are read again when they change.

examples:
  npm run mock
  npm run mock -- --dynamic --verbose
  npm run mock -- --service lending --port 8080
  npm run mock -- --service swap,vault --host 0.0.0.0
  npm run mock -- --examples answers.json
  npm run mock -- --document api.yaml
  npm run mock -- --document api.yaml --overlay examples.yaml
  npm run mock -- --document shop.yaml --document https://example.org/billing.json --prefix /v1
`;

type Flags = Omit<CommonOptions, 'log' | 'watch' | 'validate'> & {
  readonly service?: readonly ServiceName[];
  readonly documents?: string;
  readonly document?: readonly string[];
  readonly overlay?: readonly string[];
  readonly verbose?: boolean;
  readonly validate: boolean;
  readonly watch: boolean;
};

/** Parses the arguments after the command's name; never exits and never writes. */
export function readArguments(args: readonly string[]): Requested<MockOptions | DocumentOptions> {
  const call = calledAs('mock', 'npx @wallet-services/mock');
  const command = createCommand({
    call,
    description: 'Mocks the services of the contract, or those of your own OpenAPI documents, with Prism.',
    notes: calledSo(call, 'mock', EXAMPLES),
  })
    .option('--dynamic', 'vary the responses within the schema, instead of sending the documented examples')
    .option('--examples <file>', 'JSON file with custom responses by operation (see the README)')
    .option('--port <n>', 'port of the first service; the others get the next ports; 0: any free ports', port())
    .option(
      '--service <name>',
      'mock only this service; repeat it, or give a comma-separated list',
      names(serviceNames, 'the services'),
    )
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option(
      '--document <file>',
      'OpenAPI document of your own, a file or an address, JSON or YAML; repeat it',
      repeated,
    )
    .option('--overlay <file>', 'OpenAPI Overlay that is applied to --document; repeat it', repeated)
    .option(
      '--documents <dir>',
      'folder with a document <service>.json for each service (default: those of the contract)',
    )
    .option('--prefix <path>', 'base path of every service (default: none, and the paths of the documents’ servers)')
    .option('--no-validate', 'answer requests that are not valid, too')
    .option('--no-watch', 'do not read documents and answers again when they change')
    .addOption(new Option('--log-level <level>', 'lowest level that is logged (default: error)').choices(logLevels))
    .option('--verbose', 'log requests; same as --log-level info');
  return readCommand<Flags, MockOptions | DocumentOptions>(command, args, toOptions);
}

function toOptions({
  service,
  verbose,
  document,
  overlay,
  documents,
  prefix,
  validate,
  ...others
}: Flags): MockOptions | DocumentOptions {
  const logLevel = others.logLevel ?? (verbose === true ? 'info' : 'error');
  const options = {
    ...others,
    logLevel,
    ...(prefix === undefined ? {} : { prefix: basePath(prefix) }),
    ...(validate ? {} : { validate }),
  };
  if (overlay !== undefined && document?.length !== 1) {
    throw new UsageError('--overlay changes one document: give --document once');
  }
  if (document === undefined) {
    return {
      ...options,
      ...(service === undefined ? {} : { services: service }),
      ...(documents === undefined ? {} : { documents }),
    };
  }
  if (service !== undefined) throw new UsageError('--service chooses from the contract: leave it out with --document');
  if (documents !== undefined) throw new UsageError('--documents is for the contract: use it or --document');
  return { ...options, document, ...(overlay === undefined ? {} : { overlay }) };
}

function basePath(text: string): string {
  const path = `/${text.replace(/^\/+|\/+$/g, '')}`;
  if (/[?#\s]/.test(path)) throw new UsageError(`--prefix ${text} is not a path: use one such as /base/v1`);
  return path === '/' ? '' : path;
}
