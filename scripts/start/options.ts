/** The command line of `npm start`. */
import { createCommand, type Requested, readCommand } from '@wallet-services/kit/command';
import { port } from '@wallet-services/kit/values';

const NOTES = `
With --once the exit code is 0 if everything conforms, 1 if not.

examples:
  npm start
  npm start -- --once
  npm start -- --port 8000 --rpc-port 8001 --mock-port 8011
`;

export interface Options {
  readonly once?: boolean;
  readonly port: number;
  readonly rpcPort: number;
  readonly mockPort: number;
}

/** Largest first port of the mocks, since four more follow. */
const LAST_FIRST = 65_535 - 4;

export function readArguments(args: readonly string[]): Requested<Options> {
  const command = createCommand({
    call: 'npm start --',
    description: 'Starts the reference server and the mocks, checks both, and runs until Ctrl-C.',
    notes: NOTES,
  })
    .option('--once', 'exit after the check')
    .option('--port <n>', 'HTTP port of the reference server; 0: any free port', port(), 4000)
    .option('--rpc-port <n>', 'gRPC port of the reference server; 0: any free port', port(), 4001)
    .option(
      '--mock-port <n>',
      'port of the first mock; the others get the next ports; 0: any free ports',
      port(0, LAST_FIRST),
      4011,
    );
  return readCommand<Options, Options>(command, args, (options) => options);
}
