/** The command line of `npm run propose`, and of `wallet-propose`. */

import {
  calledAs,
  createCommand,
  InvalidArgumentError,
  type Requested as Read,
  readCommand,
} from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { type Arguments, addTargetOptions } from '../cli/arguments.ts';

/** The input of a proposal run. */
export interface ProposeOptions extends Pick<Arguments, 'header' | 'exclude' | 'include'> {
  readonly document: string;
  /** File that the proposals are added to. */
  readonly overlay: string;
  readonly url?: string;
  readonly target?: string;
  /** File of recorded traffic. */
  readonly recorded?: string;
  readonly allowWrites: boolean;
  /** For one request, in milliseconds. */
  readonly timeoutMs: number;
  readonly html?: string;
}

interface Flags extends Partial<Omit<ProposeOptions, 'timeoutMs'>> {
  readonly timeout: number;
}

const NOTES = `
Each proposal was tried, and could have failed: a faulty server would have been noticed in what was answered. Only reads
are sent, unless --allow-writes is given. Proposals advise (level: should); delete those that are not meant. Who may call an
operation, what is the caller's own, and maxima are never proposed. What is in the overlay already stays as it is.

Examples:
  npm run propose -- --document openapi.yaml --url http://127.0.0.1:8090 --overlay behaviour.overlay.yaml
  npm run propose -- --document openapi.yaml --target target.yaml --allow-writes --overlay b.yaml --html proposals.html
  npm run propose -- --document openapi.yaml --recorded traffic.har --overlay behaviour.overlay.yaml
  npm run check -- --document openapi.yaml --overlay behaviour.overlay.yaml --url http://127.0.0.1:8090

Exit code: 0 when the overlay was written, 2 for wrong usage, 3 when the server cannot be reached.
`;

const LONGEST = 600;

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= LONGEST)) throw new InvalidArgumentError(`it must be a number up to ${LONGEST}.`);
  return value * 1000;
}

function meant({ document, overlay, allowWrites = false, timeout, ...rest }: Flags): ProposeOptions {
  if (document === undefined) throw new UsageError('add --document FILE');
  if (overlay === undefined) throw new UsageError('add --overlay FILE: where the proposals are written');
  const { url, target, recorded } = rest;
  if ([url, target, recorded].every((one) => one === undefined))
    throw new UsageError('add --url URL, --target FILE or --recorded FILE: what the proposals are tried on');
  if (allowWrites && url === undefined && target === undefined)
    throw new UsageError('--allow-writes needs --url URL or --target FILE');
  return { document, overlay, allowWrites, timeoutMs: timeout, ...rest };
}

/** Reads the arguments, without the program's own name. */
export function readOptions(args: readonly string[]): Read<ProposeOptions> {
  const call = calledAs('propose', 'wallet-propose');
  const description = 'Proposes declarations of behaviour for an API, from its document and a server that runs.';
  const command = createCommand({ call, description, notes: NOTES.replaceAll('npm run propose --', call) })
    .option('--document <file>', 'an OpenAPI document')
    .option('--url <url>', 'address of a server that is right')
    .option('--target <file>', 'target file of that server, as for npm run check');
  addTargetOptions(command)
    .option('--recorded <file>', 'HTTP archive of traffic; with an address, what it refutes is not proposed')
    .option('--allow-writes', 'makes, changes and removes things, to try what is about writes')
    .option('--overlay <file>', 'OpenAPI Overlay that the proposals are written to, or added to')
    .option('--html <file>', 'writes the proposals as a page, to accept or reject')
    .option('--timeout <seconds>', 'limit for each request', seconds, 10_000);
  return readCommand<Flags, ProposeOptions>(command, args, meant);
}
