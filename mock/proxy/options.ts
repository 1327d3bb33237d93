/** The command line of the proxy. */
import {
  calledAs,
  calledSo,
  createCommand,
  InvalidArgumentError,
  type Requested,
  readCommand,
} from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { port, repeated, whole } from '@wallet-services/kit/values';
import { isServiceName, type ServiceName, serviceNames } from '../services.ts';
import type { LiveOptions } from './live/live.ts';
import type { ProxyOptions } from './start.ts';

/** The options of the command line. */
export interface ProxyCommand extends Omit<ProxyOptions, 'onExchange'> {
  /** Path of the report; its name ends with `.json` or `.md`. */
  readonly report?: string;
  /** Address of the service that `document` describes. */
  readonly url?: string;
  /** Whether every exchange is logged. */
  readonly verbose?: boolean;
}

const EXAMPLES = `
Point clients at the proxies, on the ports from 4021 on: ${serviceNames.join(', ')}.
After Ctrl-C the exit code is 1 if there was a violation, else 0.

examples:
  npm run proxy -- --lending http://127.0.0.1:4000/lending
  npm run proxy -- --vault https://vault.example.org/api --report vault.md
  npm run proxy -- --swap http://127.0.0.1:8080/api --strict --port 9000
  npm run proxy -- --document openapi.yaml --url https://api.example.org/v2 --har traffic.har
  npm run proxy -- --vault http://10.0.0.7:8080 --only-rules --sample 0.1 --live 9100 --lines findings.jsonl
`;

interface RuleFlags {
  /** False for --no-rules. */
  readonly rules?: boolean;
  readonly onlyRules?: boolean;
  readonly sample?: number;
  readonly live?: number;
  readonly lines?: string;
  readonly har?: string;
  readonly values?: boolean;
}

type Flags = Omit<ProxyCommand, 'upstreams' | 'limit' | 'timeout' | 'rules' | 'form'> &
  RuleFlags &
  Partial<Record<ServiceName, string>> & { readonly maxBody?: number; readonly timeout?: number };

function rate(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value <= 1) return value;
  throw new InvalidArgumentError('write a number, more than 0 and at most 1, such as 0.1.');
}

/** Parses the arguments after the command's name; never exits and never writes. */
export function readProxyArguments(args: readonly string[]): Requested<ProxyCommand> {
  const call = calledAs('proxy', 'npx -p @wallet-services/mock wallet-proxy');
  const command = createCommand({
    call,
    description: 'Forwards traffic to services and reports where it violates the contract.',
    notes: calledSo(call, 'proxy', EXAMPLES),
  });
  for (const service of serviceNames) command.option(`--${service} <url>`, `base URL of the ${service} service`);
  command
    .option('--report <file>', 'keep a report file up to date: .json or .md')
    .option('--strict', 'respond to a violation with an error, instead of forwarding it')
    .option('--port <n>', 'port of the first proxy; the others get the next ports; 0: any free ports', port())
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option(
      '--timeout <seconds>',
      'how long a service may stay silent (default: 120)',
      whole(1, 3_600, 'a whole number of seconds from 1 to 3600'),
    )
    .option(
      '--max-body <mebibytes>',
      'largest body that is checked; larger ones are only forwarded (default: 10)',
      whole(1, 256, 'a whole number of mebibytes from 1 to 256'),
    )
    .option(
      '--documents <dir>',
      'folder with a document <service>.json for each service (default: those of the contract)',
    )
    .option('--document <file>', 'your own OpenAPI document, JSON or YAML, a file or an address; needs --url')
    .option(
      '--overlay <file>',
      'OpenAPI Overlay that is applied to --document, such as one with behaviour; repeat it',
      repeated,
    )
    .option('--url <url>', 'base URL of the service that --document describes')
    .option('--no-rules', 'check only messages against their schemas, not the declared behaviour')
    .option('--only-rules', 'check only the declared behaviour: less time and memory; refuses nothing')
    .option('--sample <rate>', 'share of callers whose traffic is checked against the rules (default: 1)', rate)
    .option('--live <port>', 'serve Prometheus metrics, a live page and the current report; 0: any free port', port())
    .option('--lines <file>', 'append findings of rules to a file, one line of JSON each')
    .option(
      '--har <file>',
      'record the traffic as HAR without credentials, to check it again later; the file contains the data',
    )
    .option('--values', 'show sent values in findings of rules, and undocumented paths; without it, only their form')
    .option('--verbose', 'log every exchange, not only new findings');
  return readCommand<Flags, ProxyCommand>(command, args, toOptions);
}

function rulesOf({ sample, live, lines, har, values }: RuleFlags): LiveOptions {
  return {
    ...(sample === undefined ? {} : { sample }),
    ...(live === undefined ? {} : { side: live }),
    ...(lines === undefined ? {} : { lines }),
    ...(har === undefined ? {} : { har }),
    ...(values === undefined ? {} : { values }),
  };
}

/** @throws UsageError when flags contradict each other */
function checkRules({ rules, onlyRules, sample, live, lines, har, values, strict, documents, ...all }: Flags): void {
  const needing = Object.entries({ 'only-rules': onlyRules, sample, live, lines, har, values });
  const [needs] = needing.flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const why = rules === false ? '--no-rules' : documents === undefined ? undefined : '--documents';
  if (needs !== undefined && why !== undefined)
    throw new UsageError(`--${needs} and ${why} cannot be combined: omit one of them`);
  const named = serviceNames.find((name) => all[name] !== undefined);
  if ((all.document === undefined) !== (all.url === undefined)) {
    throw new UsageError('--document FILE and --url URL need each other: give both');
  }
  if (all.overlay !== undefined && all.document === undefined) throw new UsageError('--overlay needs --document');
  const beside = named === undefined ? (documents === undefined ? undefined : '--documents') : `--${named}`;
  if (all.document !== undefined && beside !== undefined) {
    throw new UsageError(`--document describes a single service: omit ${beside}`);
  }
  if (onlyRules === true && strict === true) {
    throw new UsageError('--strict and --only-rules cannot be combined: omit one of them');
  }
}

function toOptions({ maxBody, timeout, ...all }: Flags): ProxyCommand {
  checkRules(all);
  const { rules, onlyRules, sample, live, lines, har, values, ...given } = all;
  // The rules belong to the contract, so they do not apply to documents in another folder.
  const judges = rules !== false && given.documents === undefined;
  const isAddress = ([name]: readonly [string, unknown]) => isServiceName(name);
  const entries = Object.entries(given);
  return {
    ...Object.fromEntries(entries.filter((entry) => !isAddress(entry))),
    upstreams: Object.fromEntries(entries.filter(isAddress).map(([name, value]) => [name, String(value)])),
    ...(onlyRules === true ? { form: false } : {}),
    ...(judges ? { rules: rulesOf({ sample, live, lines, har, values }) } : {}),
    ...(maxBody === undefined ? {} : { limit: 1024 * 1024 * maxBody }),
    ...(timeout === undefined ? {} : { timeout: 1000 * timeout }),
  };
}
