/** The command line of the proxy. */
import { type Asked, createCommand, readCommand } from '@wallet-services/kit/command';
import { port, whole } from '@wallet-services/kit/values';
import { isServiceName, type ServiceName, serviceNames } from '../services.ts';
import type { ProxyOptions } from './start.ts';

/** What the command line asks for. */
export interface ProxyCommand extends Omit<ProxyOptions, 'onExchange'> {
  /** Where the report goes; its name ends with `.json` or `.md`. */
  readonly report?: string;
  /** Whether every exchange is logged. */
  readonly verbose?: boolean;
}

const EXAMPLES = `
Clients talk to the proxies, on the ports from 4021 on: ${serviceNames.join(', ')}.
At Ctrl-C the exit code is 1 when there was a violation, else 0.

examples:
  npm run proxy -- --lending http://127.0.0.1:4000/lending
  npm run proxy -- --vault https://vault.example.org/api --report vault.md
  npm run proxy -- --swap http://127.0.0.1:8080/api --strict --port 9000
`;

type Flags = Omit<ProxyCommand, 'upstreams' | 'limit' | 'timeout'> &
  Partial<Record<ServiceName, string>> & { readonly maxBody?: number; readonly timeout?: number };

/** Reads the arguments after the command's name; never exits and never writes. */
export function readProxyArguments(args: readonly string[]): Asked<ProxyCommand> {
  const command = createCommand({
    call: 'npm run proxy --',
    description: 'Stands before implementations and tells where traffic leaves the contract.',
    notes: EXAMPLES,
  });
  for (const service of serviceNames) command.option(`--${service} <url>`, `base address of the ${service} service`);
  command
    .option('--report <file>', 'keep a report up to date: JSON or Markdown, by its extension')
    .option('--strict', 'answer a violation with an error, instead of passing it on')
    .option('--port <n>', 'port of the first proxy, the others follow by ones; 0: any free ports', port())
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option(
      '--timeout <seconds>',
      'longest silence of a service (default: 120)',
      whole(1, 3_600, 'a whole number of seconds from 1 to 3600'),
    )
    .option(
      '--max-body <mebibytes>',
      'largest body that is checked; larger ones only pass (default: 10)',
      whole(1, 256, 'a whole number of mebibytes from 1 to 256'),
    )
    .option('--documents <dir>', 'folder of the documents, <service>.json each (default: generated/openapi)')
    .option('--verbose', 'log every exchange, not only what is new');
  return readCommand<Flags, ProxyCommand>(command, args, toOptions);
}

function toOptions({ maxBody, timeout, ...given }: Flags): ProxyCommand {
  const isAddress = ([name]: readonly [string, unknown]) => isServiceName(name);
  const entries = Object.entries(given);
  return {
    ...Object.fromEntries(entries.filter((entry) => !isAddress(entry))),
    upstreams: Object.fromEntries(entries.filter(isAddress)),
    ...(maxBody === undefined ? {} : { limit: 1024 * 1024 * maxBody }),
    ...(timeout === undefined ? {} : { timeout: 1000 * timeout }),
  };
}
