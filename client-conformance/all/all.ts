/** `npm run check:client -- --all`: runs the script with every client of `clients/` and compares them in one table. */

import { readFile, writeFile } from 'node:fs/promises';
import { type ClientFolder, clientsPage, lacksOf, packedSize, readClients, run } from '@wallet-services/clients';
import type { CorrectServer, Outcome } from '@wallet-services/conformance/testing/clients';
import { Failure } from '@wallet-services/kit/errors';
import type { Style } from '@wallet-services/kit/style';
import { difficultSteps } from '../difficult/index.ts';
import { openProgram } from '../program.ts';
import { type ClientReport, outcomeOf, stepText, summaryText } from '../report.ts';
import { type RunOptions, runScript } from '../run.ts';
import { script as everyStep } from '../steps/index.ts';
import { type ClientSuite, openSuite } from '../suite.ts';
import { measured } from './bench.ts';
import { type Found, outdatedIn, withFound } from './readme.ts';
import { type Coped, difficultText, type Row, tableText } from './table.ts';

/** A running reference server. */
export interface Reference extends CorrectServer {
  readonly httpUrl: string;
  close(): Promise<void>;
}

export interface AllOptions extends Omit<RunOptions, 'onStep'> {
  /** Starts the server that a client is tested against. */
  readonly openReference: () => Promise<Reference>;
  readonly style: Style;
  /** Whether a client that cannot be built is an error. */
  readonly isCi: boolean;
  /** Writes the tables into clients/README.md. */
  readonly updates: boolean;
  readonly write: (text: string) => void;
}

/**
 * Shortest limit of a step, in milliseconds: the first answer may include the start of a virtual machine on a busy
 * host.
 */
const PATIENCE = 60_000;

const difficultIds = new Set(difficultSteps.map(({ id }) => id));

const outcomes: readonly Outcome[] = ['conformant', 'undecided', 'not conformant'];

/** Builds the files that the step needs; fast when they exist. */
async function built(client: ClientFolder): Promise<void> {
  const steps = [...(client.prepare ?? []), ...(client.build ?? [])];
  const size = await packedSize(client);
  for (const command of [...steps, ...(size === undefined ? (client.pack ?? []) : [])]) {
    const { ok, output } = await run(command, client.path);
    if (!ok) throw new Failure(`${client.name}: ${command.join(' ')}\n${output.trim()}`);
  }
  if (client.pack !== undefined && (await packedSize(client)) === undefined)
    throw new Failure(`${client.name}: packing left no ${client.packed.join(', ')}`);
}

/** The command, relative to the folder of the client. */
function commandOf({ check, path }: ClientFolder): readonly string[] {
  // The system's own command that starts a program in another folder.
  return ['env', '-C', path, ...check];
}

/** Clients that are tested at the same time, each against a server of its own: they wait most of the time. */
const AT_ONCE = 2;

async function checked(client: ClientFolder, options: AllOptions): Promise<ClientReport> {
  const { style, write } = options;
  const reference = await options.openReference();
  let suite: ClientSuite | undefined;
  let text = '';
  try {
    suite = await openSuite(reference);
    const report = await runScript(suite, (variables) => openProgram(commandOf(client), variables), {
      ...options,
      limitMs: Math.max(options.limitMs, PATIENCE),
      onStep: (step) => {
        if (step.verdict !== 'pass') text += `${stepText(step, style)}\n`;
      },
    });
    text += `${style.bold(client.name)}: ${summaryText(report, style)}\n`;
    return report;
  } finally {
    // What one client does is printed together.
    write(text);
    await suite?.close();
    await reference.close();
  }
}

/** Checks the clients, some at a time. */
async function allChecked(clients: readonly ClientFolder[], options: AllOptions) {
  const reports = new Map<ClientFolder, ClientReport>();
  const left = clients.values();
  const work = async () => {
    for (const client of left) reports.set(client, await checked(client, options));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return clients.flatMap((client) => {
    const report = reports.get(client);
    return report === undefined ? [] : [{ client, report }];
  });
}

/** The clients that can be built here. @throws Failure in CI, when there are others */
async function complete({ style, isCi, write }: AllOptions): Promise<readonly ClientFolder[]> {
  const found: ClientFolder[] = [];
  for (const client of await readClients()) {
    const lacks = await lacksOf(client);
    const needs = lacks.map(({ text }) => text).join('; ');
    if (lacks.length === 0) found.push(client);
    else if (isCi) throw new Failure(`${client.name} cannot be built without ${needs}`);
    else write(`${style.bold(client.name)}: ${style.odd('LEFT OUT')}, it needs ${needs}\n`);
  }
  return found;
}

function rowOf(client: ClientFolder, { steps }: ClientReport): Omit<Row, 'bench' | 'size'> {
  const { name, package: called, readme } = client;
  const script = steps.filter(({ id }) => !difficultIds.has(id));
  const passed = script.filter(({ verdict }) => verdict === 'pass').length;
  return { name, readme, package: called, passed, steps: script.length };
}

/** Measures the clients one after the other: beside another one, times would say nothing. */
async function allMeasured(found: Awaited<ReturnType<typeof allChecked>>, options: AllOptions): Promise<Row[]> {
  const reference = await options.openReference();
  try {
    const rows: Row[] = [];
    for (const { client, report } of found) {
      const bench = await measured(client, reference.httpUrl);
      rows.push({ ...rowOf(client, report), size: await packedSize(client), bench });
    }
    return rows;
  } finally {
    await reference.close();
  }
}

/**
 * Checks and measures all clients that can be built here.
 * @returns the worst of their outcomes
 * @throws Failure when one cannot be built, or when CI finds a difference to clients/README.md
 */
export async function checkAll(options: AllOptions): Promise<Outcome> {
  const clients = await complete(options);
  for (const client of clients) await built(client);
  const found = await allChecked(clients, options);
  const rows = await allMeasured(found, options);
  const coped: readonly Coped[] = found.map(({ client: { name }, report: { steps } }) => ({
    name,
    steps: steps.filter(({ id }) => difficultIds.has(id)),
  }));
  options.write(`\n${tableText(rows)}\n\n${difficultText(coped)}\n`);
  const isWhole = options.steps.length === everyStep.length && clients.length === (await readClients()).length;
  if (isWhole) await compare({ rows, coped }, options);
  const places = found.map(({ report }) => outcomes.indexOf(outcomeOf(report)));
  return outcomes[Math.max(0, ...places)] ?? 'conformant';
}

/** Writes the tables into clients/README.md, or compares them with it. */
async function compare(found: Found, { updates, isCi, write }: AllOptions): Promise<void> {
  const page = await readFile(clientsPage, 'utf8');
  if (updates) return writeFile(clientsPage, withFound(page, found));
  const outdated = outdatedIn(page, found);
  if (outdated.length === 0) return;
  const problem = `clients/README.md is out of date (${outdated.join('; ')}): add --write`;
  if (isCi) throw new Failure(problem);
  write(`${problem}\n`);
}
