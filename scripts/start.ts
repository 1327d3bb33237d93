/**
 * `npm start`: the whole product at a glance. Starts the reference server and the mocks, checks both against the
 * documents, prints what is where, and stays up until Ctrl-C; with `--once` it ends with the verdict.
 */
import {
  bareService,
  referenceTarget,
  runSuite,
  type ServiceReport,
  type ServiceTarget,
} from '@wallet-services/conformance';
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';
import { type Asked, createCommand, readCommand, runCommand } from '@wallet-services/kit/command';
import { styleOf } from '@wallet-services/kit/style';
import { port } from '@wallet-services/kit/values';
import { startMock } from '@wallet-services/mock';
import { startServer } from '@wallet-services/server';

const NOTES = `
With --once the exit code is 0 when everything conforms, 1 when not.

examples:
  npm start
  npm start -- --once
  npm start -- --port 8000 --rpc-port 8001 --mock-port 8011
`;

interface Options {
  readonly once?: boolean;
  readonly port: number;
  readonly rpcPort: number;
  readonly mockPort: number;
}

function readArguments(args: readonly string[]): Asked<Options> {
  const command = createCommand({
    call: 'npm start --',
    description: 'Starts the reference server and the mocks, checks both, and stays up until Ctrl-C.',
    notes: NOTES,
  })
    .option('--once', 'end with the verdict')
    .option('--port <n>', 'HTTP port of the reference server', port(1), 4000)
    .option('--rpc-port <n>', 'gRPC port of the reference server', port(1), 4001)
    .option(
      '--mock-port <n>',
      'port of the first mock, the others follow',
      port(1, 65_535 - serviceNames.length + 1),
      4011,
    );
  return readCommand<Options, Options>(command, args, (options) => options);
}

interface Closable {
  close(): Promise<void>;
}

/** What was started, in the order in which it is to be stopped. */
const started: Closable[] = [];

const STOP_LIMIT = 8_000;

async function stop(): Promise<void> {
  const limit = setTimeout(() => process.exit(1), STOP_LIMIT);
  await Promise.allSettled(started.map((each) => each.close()));
  clearTimeout(limit);
}

function stopOnSignal(): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(130);
    stopping = true;
    console.error('\nstopping ...');
    stop().finally(() => process.exit(0));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

function say(text: string): void {
  console.error(styleOf(process.stderr).dim(text));
}

type Addresses = Readonly<Partial<Record<ServiceName, string>>>;

/** What holds for every answer, whatever it says: status, content type, schema, envelope. */
const wire = { rules: ['wire.*'] };

/** The reference server against everything that is documented. */
async function checkServer(httpUrl: string, rpcUrl: string): Promise<readonly ServiceReport[]> {
  const { services } = await runSuite(await referenceTarget({ httpUrl, rpcUrl }));
  return services;
}

/** A mock takes any credentials. */
const anyCredentials = { AccessToken: 'any', CommentToken: 'any', AppId: 'any', AppSecret: 'any' };

/** A mock does not behave, so only the form of its answers is checked. */
async function checkMocks(urls: Addresses): Promise<readonly ServiceReport[]> {
  const { services } = await runSuite({ services: targetsAt(urls), allowInconclusive: [] }, { selection: wire });
  return services;
}

function targetsAt(urls: Addresses): Partial<Record<ServiceName, ServiceTarget>> {
  return Object.fromEntries(
    Object.entries(urls).map(([name, url = '']) => [name, { ...bareService(url), credentials: anyCredentials }]),
  );
}

interface Tally {
  readonly text: string;
  readonly ok: boolean;
}

function tally(reports: readonly ServiceReport[], name: string): Tally {
  const service = reports.find((each) => each.service === name);
  if (service === undefined) return { text: '', ok: true };
  const count = (...verdicts: string[]) => service.checks.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const failed = count('fail');
  const broken = service.unreachable !== null || count('harness-error') > 0;
  const open = count('inconclusive', 'blocked', 'harness-error');
  const parts = [
    `${count('pass')} pass`,
    ...(failed > 0 ? [`${failed} fail`] : []),
    ...(open > 0 ? [`${open} open`] : []),
  ];
  return { text: parts.join(', '), ok: failed === 0 && !broken };
}

function coloured({ text, ok }: Tally, width: number): string {
  return styleOf(process.stdout)[ok ? 'good' : 'bad'](text.padEnd(width));
}

interface Checked {
  readonly urls: Addresses;
  readonly reports: readonly ServiceReport[];
}

function summary(server: Checked, mock: Checked): string {
  const names = Object.keys(mock.urls) as ServiceName[];
  const rows = names.map((name) => {
    const served = server.urls[name] ?? '';
    const mocked = mock.urls[name] ?? '';
    return `  ${name.padEnd(10)} ${served.padEnd(32)} ${coloured(tally(server.reports, name), 18)} ${mocked.padEnd(23)} ${coloured(tally(mock.reports, name), 10)}`;
  });
  const head = `  ${''.padEnd(10)} ${'reference server'.padEnd(32)} ${'checks'.padEnd(18)} ${'mock'.padEnd(23)} checks`;
  return [styleOf(process.stdout).bold(head), ...rows].map((line) => line.trimEnd()).join('\n');
}

function nextSteps(httpUrl: string, rpcUrl: string, mocks: Addresses): string {
  return `
Try next

  curl ${httpUrl}/lending/api/v1/markets/all
  curl '${httpUrl}/lending/api/v1/transactions?limit=2'
  curl -H 'Content-Type: application/json' -d '{"limit":2}' ${httpUrl}/lending.v1.Lending/Transactions
  curl ${mocks.vault ?? mocks.lending}/flips
  npm run check -- --target conformance/targets/reference.yaml

gRPC at ${rpcUrl.replace('http://', '')}. Documents in generated/openapi, messages in generated/proto, rules in generated/ledger.
`;
}

async function start(options: Options): Promise<number> {
  stopOnSignal();
  const began = performance.now();

  say('starting the reference server and the mocks ...');
  const [server, mock] = await Promise.all([
    startServer({ port: options.port, rpcPort: options.rpcPort }).then((running) => {
      started.push(running);
      return running;
    }),
    startMock({ port: options.mockPort }).then((running) => {
      started.push(running);
      return running;
    }),
  ]);
  const urls: Addresses = Object.fromEntries(server.services.map(({ name, url }) => [name, url]));

  say('checking the reference server ...');
  const served = await checkServer(server.httpUrl, server.rpcUrl);
  say('checking the mocks ...');
  const mocked = await checkMocks(mock.urls);

  console.log(`\n${summary({ urls, reports: served }, { urls: mock.urls, reports: mocked })}`);
  console.log(nextSteps(server.httpUrl, server.rpcUrl, mock.urls));
  const conformant = [served, mocked].every((reports) => reports.every(({ service }) => tally(reports, service).ok));
  say(
    `${conformant ? 'everything conforms' : 'NOT everything conforms: npm run check shows why'}; ready in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  if (options.once) return conformant ? 0 : 1;
  console.log('Ctrl-C stops all of it.');
  return 0;
}

const asked = readArguments(process.argv.slice(2));
await runCommand('start', asked, start);
if (process.exitCode !== 0 || (asked.kind === 'run' && asked.options.once)) {
  await stop();
  process.exit();
}
