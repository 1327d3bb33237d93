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
import { openSuite } from '../suite.ts';
import { measured } from './bench.ts';
import { type Found, outdatedIn, withFound } from './readme.ts';
import { type Coped, difficultText, type Row, tableText } from './table.ts';

export interface AllOptions extends Omit<RunOptions, 'onStep'> {
  readonly reference: CorrectServer & { readonly httpUrl: string };
  readonly style: Style;
  /** A client that cannot be built here is an error. */
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

/** Builds the files that the step needs; fast when they exist already. */
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
  // The system's own way to start a program in another folder.
  return ['env', '-C', path, ...check];
}

async function checked(client: ClientFolder, options: AllOptions): Promise<ClientReport> {
  const { reference, style, write } = options;
  const suite = await openSuite(reference);
  try {
    return await runScript(suite, (variables) => openProgram(commandOf(client), variables), {
      ...options,
      limitMs: Math.max(options.limitMs, PATIENCE),
      onStep: (step) => {
        if (step.verdict !== 'pass') write(`${stepText(step, style)}\n`);
      },
    });
  } finally {
    await suite.close();
  }
}

/**
 * Checks and measures all clients that can be built here.
 * @returns the worst of their outcomes
 * @throws Failure when one cannot be built, or CI finds something else than clients/README.md says
 */
export async function checkAll(options: AllOptions): Promise<Outcome> {
  const { style, isCi, write, reference } = options;
  const rows: Row[] = [];
  const coped: Coped[] = [];
  let isWhole = options.steps.length === everyStep.length;
  let worst: Outcome = 'conformant';
  for (const client of await readClients()) {
    const lacks = await lacksOf(client);
    if (lacks.length > 0) {
      const needs = lacks.map(({ text }) => text).join('; ');
      if (isCi) throw new Failure(`${client.name} cannot be built without ${needs}`);
      write(`${style.bold(client.name)}: ${style.odd('LEFT OUT')}, it needs ${needs}\n`);
      isWhole = false;
      continue;
    }
    await built(client);
    const report = await checked(client, options);
    const outcome = outcomeOf(report);
    write(`${style.bold(client.name)}: ${summaryText(report, style)}\n`);
    if (outcomes.indexOf(outcome) > outcomes.indexOf(worst)) worst = outcome;
    const difficult = report.steps.filter(({ id }) => difficultIds.has(id));
    const script = report.steps.filter(({ id }) => !difficultIds.has(id));
    const passed = script.filter(({ verdict }) => verdict === 'pass').length;
    coped.push({ name: client.name, steps: difficult });
    const bench = await measured(client, reference.httpUrl);
    const size = await packedSize(client);
    const { name, package: called, readme } = client;
    rows.push({ name, readme, package: called, passed, steps: script.length, size, bench });
  }
  write(`\n${tableText(rows)}\n\n${difficultText(coped)}\n`);
  if (isWhole) await compare({ rows, coped }, options);
  return worst;
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
