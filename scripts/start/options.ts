/** The command line of `npm start`. */
import { parseArgs } from 'node:util';
import { UsageError } from '../usage.ts';

export const HELP = `Starts the reference server and the mocks, checks both, and stays up until Ctrl-C.

usage: npm start [-- options]

  --once             end with the verdict: exit code 0 when everything conforms, 1 when not
  --port N           HTTP port of the reference server        (default: 4000)
  --rpc-port N       gRPC port of the reference server        (default: 4001)
  --mock-port N      port of the first mock, the others follow (default: 4011)
  --help             this text

examples:
  npm start
  npm start -- --once
  npm start -- --port 8000 --rpc-port 8001 --mock-port 8011
`;

export interface Options {
  readonly once: boolean;
  readonly help: boolean;
  readonly port: number;
  readonly rpcPort: number;
  readonly mockPort: number;
}

function portOf(flag: string, text: string, last = 65_535): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > last) {
    throw new UsageError(`${flag} takes a port from 1 to ${last}, not '${text}'`);
  }
  return port;
}

/** @throws UsageError */
export function readOptions(args: readonly string[]): Options {
  const text = (initial: string) => ({ type: 'string', default: initial }) as const;
  const flag = { type: 'boolean', default: false } as const;
  let values: Record<'port' | 'rpc-port' | 'mock-port', string> & Record<'once' | 'help', boolean>;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: { once: flag, help: flag, port: text('4000'), 'rpc-port': text('4001'), 'mock-port': text('4011') },
    }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error));
  }
  return {
    once: values.once,
    help: values.help,
    port: portOf('--port', values.port),
    rpcPort: portOf('--rpc-port', values['rpc-port']),
    mockPort: portOf('--mock-port', values['mock-port'], 65_531),
  };
}
