/** `npm run clients`: generates, builds, lints, tests and packs the clients of `clients/`. */

import { createCommand, type Requested, readCommand, runCommand } from '@wallet-services/kit/command';
import { Failure, UsageError } from '@wallet-services/kit/errors';
import { styleOf } from '@wallet-services/kit/style';
import { list } from '@wallet-services/kit/values';
import { startServer } from '@wallet-services/server';
import { writeLimits } from './limits.ts';
import { type ClientFolder, readClients, type StepName, stepNames } from './manifest.ts';
import { lacksOf } from './needs.ts';
import { packedSize } from './size.ts';
import { takeStep } from './steps.ts';

const NOTES = `
Examples:
  npm run clients
  npm run clients -- --only python
  npm run clients -- --step build,test
  npm run clients -- --list
  npm run clients -- --write

Without --step: ${stepNames.join(', ')}. A client whose toolchain is missing is skipped; if CI is set,
this is an error. Exit code: 0 everything passed, 1 something failed, 2 wrong usage.
`;

interface Options {
  readonly only: readonly string[];
  readonly steps: readonly string[];
  readonly list: boolean;
  readonly debian: boolean;
  readonly write: boolean;
}

interface Given {
  only?: readonly string[];
  step?: readonly string[];
  list?: boolean;
  debian?: boolean;
  write?: boolean;
}

/** What generates a client. */
const writing: readonly StepName[] = ['prepare', 'generate'];

function readArguments(args: readonly string[]): Requested<Options> {
  const command = createCommand({
    call: 'npm run clients --',
    description: 'Generates, builds, lints, tests and packs the clients for other languages.',
    notes: NOTES,
  })
    .option('--only <names>', 'only the clients of these folders', list)
    .option('--step <names>', 'only these steps', list)
    .option('--write', 'only generate, as npm run generate does: what was out of date is no failure')
    .option('--list', 'list the clients, and what this machine lacks to build them')
    .option('--debian', 'list the Debian packages to install for them, one per line');
  return readCommand<Given, Options>(
    command,
    args,
    ({ only = [], write = false, step = write ? writing : stepNames, list: isList = false, debian = false }) => {
      const stray = step.find((name) => !stepNames.some((known) => known === name));
      if (stray !== undefined) throw new UsageError(`there is no step ${stray}: use ${stepNames.join(', ')}`);
      return { only, steps: step, list: isList, debian, write };
    },
  );
}

const { bold, dim, good, bad, odd } = styleOf(process.stdout);
const isCi = (process.env['CI'] ?? '') !== '';

async function chosen(only: readonly string[]): Promise<readonly ClientFolder[]> {
  const clients = await readClients();
  const stray = only.find((name) => !clients.some(({ id }) => id === name));
  if (stray !== undefined)
    throw new UsageError(`there is no client ${stray}: use ${clients.map(({ id }) => id).join(', ')}`);
  return only.length === 0 ? clients : clients.filter(({ id }) => only.includes(id));
}

/** Says what is missing. @returns whether all is there */
async function isComplete(client: ClientFolder): Promise<boolean> {
  const lacks = await lacksOf(client);
  for (const { text } of lacks) {
    console.log(`${bold(client.name.padEnd(12))} ${odd(isCi ? 'CANNOT BE BUILT' : 'SKIPPED')}: needs ${text}`);
  }
  return lacks.length === 0;
}

/** Where a reference server is, for tests. */
type Places = Readonly<Record<string, string>>;

async function take(client: ClientFolder, step: StepName, places: Places, write: boolean): Promise<void> {
  const commands = client[step] ?? [];
  if (commands.length === 0) return;
  const began = performance.now();
  const problem = await takeStep(client, step, places, write);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const verdict = problem === undefined ? good('ok') : bad('failed');
  console.log(`${bold(client.name.padEnd(12))} ${step.padEnd(9)} ${verdict} ${dim(`${seconds} s`)}`);
  if (problem !== undefined) throw new Failure(`${client.name}, ${step}: ${problem}`);
}

await runCommand(
  'clients',
  readArguments(process.argv.slice(2)),
  async ({ only, steps, list: isList, debian, write }) => {
    const clients = await chosen(only);
    if (debian) {
      const lacks = (await Promise.all(clients.map(lacksOf))).flat();
      for (const name of new Set(lacks.flatMap((lack) => lack.debian))) console.log(name);
      return 0;
    }
    if (isList) {
      for (const client of clients) {
        if (await isComplete(client))
          console.log(`${bold(client.name.padEnd(12))} ${client.package}, clients/${client.id}`);
      }
      return 0;
    }
    if (write) await writeLimits();
    const server = steps.includes('test') ? await startServer({ port: 0, rpcPort: 0 }) : undefined;
    const places = server && { WALLET_SERVER: server.httpUrl, WALLET_GRPC: new URL(server.rpcUrl).host };
    const left: string[] = [];
    let failures = 0;
    try {
      for (const client of clients) {
        if (!(await isComplete(client))) {
          failures += isCi ? 1 : 0;
          left.push(`clients/${client.id}`);
          continue;
        }
        try {
          for (const step of stepNames.filter((name) => steps.includes(name)))
            await take(client, step, places ?? {}, write);
          const size = steps.includes('pack') ? await packedSize(client) : undefined;
          if (steps.includes('pack') && size === undefined)
            throw new Failure(`${client.name}: packing left no ${client.packed.join(', ')}`);
          if (size !== undefined)
            console.log(dim(`${' '.repeat(13)}${client.package}: ${(size / 1000).toFixed(1)} kB`));
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          failures += 1;
          console.error(error.message);
        }
      }
    } finally {
      await server?.close();
    }
    if (write && left.length > 0) {
      console.log(
        odd(bold(`\nNOT GENERATED: ${left.join(', ')}. Install what is missing: CI fails if they are out of date.`)),
      );
    }
    if (failures > 0) throw new Failure(`${failures} of ${clients.length} clients failed`);
    return 0;
  },
);
