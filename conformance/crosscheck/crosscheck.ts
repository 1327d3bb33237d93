/**
 * `npm run crosscheck`: runs Schemathesis and the suite on the reference server and on the same faulty servers. Reports
 * what only Schemathesis found, and how many of the faulty servers each detects.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createCommand, type Requested, readCommand, runCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { names, whole } from '@wallet-services/kit/values';
import type { Mutant } from '../core/mutant.ts';
import { securityScheme } from '../model/document/api.ts';
import { type ContractService as ServiceName, serviceNames } from '../model/document/services.ts';
import { testServersOf } from '../mutation/mutants.ts';
import { behindProxy, rulesWith, tryMutant } from '../mutation/trial.ts';
import { suiteContextOf } from '../run/context.ts';
import { openClient } from '../run/send/client.ts';
import { credentialsOn } from '../run/send/credentials.ts';
import { signIn } from '../run/send/sign-in.ts';
import { runSuite } from '../run/suite.ts';
import { type Reference, startReference } from '../testing/reference.ts';
import { type Finding, findProgram, type Outcome, runSchemathesis } from './schemathesis.ts';
import { type MutantRow, type ServiceRow, tables } from './table.ts';

const INSTALL = `  python3 -m venv conformance/crosscheck/.venv
  conformance/crosscheck/.venv/bin/pip install schemathesis==4.32.5`;

/** The time limit of a run of Schemathesis, in milliseconds. */
const LIMIT = 180_000;

interface Options {
  readonly service?: readonly ServiceName[];
  readonly mutants: number;
  readonly write?: boolean;
}

/** A number of faulty servers, or `all`. */
function mutantCount(text: string): number {
  return text === 'all' ? Number.POSITIVE_INFINITY : whole(0, 100_000, 'a number, or all')(text);
}

function readArguments(args: readonly string[]): Requested<Options> {
  const command = createCommand({
    call: 'npm run crosscheck --',
    description: 'Runs the suite and Schemathesis on the reference server and on faulty servers.',
    notes: `\nInstall Schemathesis from PyPI into its own folder:\n\n${INSTALL}\n`,
  })
    .option('--service <names>', 'only these services', names(serviceNames, 'the services'))
    .option(
      '--mutants <n>',
      'number of faulty servers for each service, spread evenly; 0: none, all: all',
      mutantCount,
      10,
    )
    .option('--write', 'writes the tables to conformance/crosscheck/RESULTS.md');
  return readCommand<Options, Options>(command, args, (options) => options);
}

function print(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** This many items of a list, spread evenly. */
function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]).filter(
    (item): item is Item => item !== undefined,
  );
}

/** Headers with the caller's credentials, so that Schemathesis reaches what needs them. */
async function headersFor({ target, contract }: Reference, service: ServiceName) {
  const direct = target.services[service];
  if (direct === undefined) throw new Error(`the reference server has no ${service}`);
  const suite = await suiteContextOf(contract, {
    service,
    target: direct,
    signIn: target.signIn ?? {},
    seed: 1,
    fuzz: 0,
  });
  const limits = { timeoutMs: 10_000, maxBytes: 2 ** 24 };
  const client = openClient(suite.api, direct, null, { limits, concurrency: 1 });
  try {
    const signed = await signIn(suite, (call) => client.send(call));
    // Schemathesis recognizes a credential only if its header is spelled as in the document.
    const spelled = Object.keys(signed.target.credentials).map((scheme) => {
      const [[, value] = ['', '']] = Object.entries(
        credentialsOn(suite.api, signed.target, { schemes: [scheme], credentials: 'given' }).headers,
      );
      return [securityScheme(suite.api, scheme)?.name ?? 'Authorization', value] as const;
    });
    return Object.fromEntries(spelled);
  } finally {
    client.close();
  }
}

function keyOf({ operation, title }: Finding): string {
  return `${operation}: ${title}`;
}

interface Trial {
  readonly reference: Reference;
  readonly service: ServiceName;
  readonly run: (url: string) => Promise<Outcome>;
  /** The failures that Schemathesis reports on the correct server; they do not count as detection of a mutant. */
  readonly usual: ReadonlySet<string>;
}

/** Whether the suite and Schemathesis detect a faulty server. */
async function tryBoth(mutant: Mutant, { reference, service, run, usual }: Trial): Promise<MutantRow> {
  const started = performance.now();
  const report = await tryMutant(reference, service, mutant, { timeoutMs: 1_000, reproduce: false });
  const suiteSeconds = (performance.now() - started) / 1000;
  const other = await behindProxy(reference, service, mutant, async (target) => {
    const url = target.services[service]?.url;
    if (url === undefined) throw new Error(`the target has no ${service}`);
    return run(url).catch(() => null);
  });
  const found = other?.findings.some((finding) => !usual.has(keyOf(finding))) ?? false;
  return {
    service,
    title: mutant.id,
    rule: mutant.kills,
    suite: rulesWith(report, 'fail', 'warn').includes(mutant.kills),
    other: found,
    suiteSeconds,
    otherSeconds: (other?.milliseconds ?? LIMIT) / 1000,
  };
}

async function checkService(reference: Reference, service: ServiceName, program: string, mutants: number) {
  const url = reference.target.services[service]?.url ?? '';
  const headers = await headersFor(reference, service);
  const document = fileURLToPath(import.meta.resolve(`@wallet-services/contract/openapi/${service}.json`));
  const run = (at: string) => runSchemathesis({ program, document, url: at, headers, limit: LIMIT });
  print(`${service}: the reference server`);
  const started = performance.now();
  const { services } = await runSuite(reference.target, {
    contract: reference.contract,
    selection: { services: [service] },
  });
  const suiteSeconds = (performance.now() - started) / 1000;
  const outcome = await run(url);
  const usual = new Set(outcome.findings.map(keyOf));
  const row: ServiceRow = {
    service,
    suiteRequests: services[0]?.requests ?? 0,
    suiteSeconds,
    suiteFindings: services.flatMap(({ checks }) => checks.flatMap(({ findings }) => findings)).length,
    otherRequests: outcome.requests,
    otherSeconds: outcome.milliseconds / 1000,
    otherFindings: [...usual],
  };
  const rows: MutantRow[] = [];
  const chosen = spread((await testServersOf(await reference.contract.service(service))).mutants, mutants);
  for (const mutant of chosen) {
    rows.push(await tryBoth(mutant, { reference, service, run, usual }));
    print(`${service}: ${rows.length} of ${chosen.length} faulty servers`);
  }
  return { row, rows };
}

async function crosscheck({ service: services = serviceNames, mutants, write }: Options): Promise<number> {
  const program = findProgram(process.env);
  if (program === null) {
    throw new UsageError(
      `Schemathesis is not installed; install it like this, or set SCHEMATHESIS to its path:\n${INSTALL}`,
    );
  }
  const reference = await startReference();
  try {
    const found = [];
    for (const service of services) found.push(await checkService(reference, service, program, mutants));
    const text = tables(
      found.map(({ row }) => row),
      found.flatMap(({ rows }) => rows),
    );
    process.stdout.write(text);
    if (write === true) await writeFile(new URL('./RESULTS.md', import.meta.url), text);
    return 0;
  } finally {
    await reference.close();
  }
}

await runCommand('crosscheck', readArguments(process.argv.slice(2)), crosscheck);
