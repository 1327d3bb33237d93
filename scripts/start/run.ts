/** Starts everything, prints the addresses, and checks it. */
import { Failure } from '@wallet-services/kit/errors';
import { styleOf } from '@wallet-services/kit/style';
import { startMock } from '@wallet-services/mock';
import { startServer } from '@wallet-services/server';
import type { Options } from './options.ts';
import type { Started } from './started.ts';
import type { Addresses } from './verdicts.ts';

/** Prints text that is not a result, on a terminal and in a log. */
function print(text: string): void {
  console.error(styleOf(process.stderr).dim(text));
}

function table(names: readonly string[], served: Addresses, rpcUrl: string, mocked: Addresses): string {
  const line = (name: string, first = '', second = '') =>
    `  ${name.padEnd(10)} ${first.padEnd(32)} ${second}`.trimEnd();
  const url = (addresses: Addresses, name: string) => addresses[name as keyof Addresses];
  const head = styleOf(process.stdout).bold(line('', 'reference server', 'mock'));
  const rows = names.map((name) => line(name, url(served, name), url(mocked, name)));
  return `\n${[head, ...rows, line('gRPC', rpcUrl)].join('\n')}\n`;
}

function nextSteps(httpUrl: string, mocks: Addresses): string {
  const { bold } = styleOf(process.stdout);
  return `
${bold('Open')}
  ${httpUrl}            addresses, demo users and calls to try
  ${httpUrl}/sandbox    the console: journal, clock, faults, isolated worlds

${bold('Call')}
  curl ${httpUrl}/lending/api/v1/markets/all
  curl ${mocks.vault ?? mocks.lending}/flips

${bold('Next, in another terminal')}
  npm run check -- --comment ${httpUrl}/comment     check a server, in any language
  npm run docs                                           guides and reference, in the browser
`;
}

/** @returns whether everything conforms */
export async function run(options: Options, started: Started, signal: AbortSignal): Promise<boolean> {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  const [server, mock] = await Promise.all([
    started.add(startServer({ port: options.port, rpcPort: options.rpcPort })),
    started.add(startMock({ port: options.mockPort }).catch(renamed)),
  ]);
  const served: Addresses = Object.fromEntries(server.services.map(({ name, url }) => [name, url]));
  console.log(table(Object.keys(mock.urls), served, server.rpcUrl, mock.urls));

  // Loading takes some time, so the addresses are printed before.
  const { checkMocks, checkServer } = await import('./verdicts.ts');
  print('checking the reference server ...');
  const serverConforms = await checkServer(server.httpUrl, server.rpcUrl, signal);
  print('checking the responses of the mocks against their schemas ...');
  const conforms = (await checkMocks(mock.urls, signal)) && serverConforms;

  console.log(nextSteps(server.httpUrl, mock.urls));
  const verdict = conforms ? 'everything conforms' : 'NOT everything conforms: run npm run check to see why';
  print(`${verdict} (took ${seconds()} s)`);
  if (!options.once) console.log('Press Ctrl-C to stop everything.');
  return conforms;
}

/** Renames the flag of `npm run mock` in an error, because it has another name here. */
function renamed(error: unknown): never {
  throw error instanceof Failure ? new Failure(error.message.replace('--port N', '--mock-port N')) : error;
}
