/**
 * Generates everything in `generated/` from `spec/`: OpenAPI documents, protobuf files, TypeScript and the ledger.
 *
 * All of it is written to a staging folder first and moved into place at the end, so that a failure leaves
 * `generated/` as it was.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import overlay from '@wallet-services/behaviour/overlay-schema' with { type: 'json' };
import behaviour from '@wallet-services/behaviour/schema' with { type: 'json' };
import { runCommand } from '@wallet-services/kit/command';
import { Failure } from '@wallet-services/kit/errors';
import { Listr } from 'listr2';
import { stringify } from 'yaml';
import { cite } from './clauses/cite.ts';
import { problemsOf } from './clauses/claims.ts';
import { clausesPage } from './clauses/page.ts';
import { type Register, readRegister, statementsOf } from './clauses/register.ts';
import { collectionFiles } from './collections/collections.ts';
import { collectLedger } from './ledger/ledger.ts';
import { ledgerPage } from './ledger/page.ts';
import type { OpenApiDocument } from './openapi/document.ts';
import { finish } from './openapi/finish.ts';
import { portable } from './openapi/portable.ts';
import { servicesOf, titleOf } from './openapi/services.ts';
import { readArguments } from './options.ts';
import { placeProtos } from './protobuf/place.ts';
import { inTypeSpec } from './protobuf/source.ts';
import { root, run, ToolError } from './run.ts';
import { samplesOverlay } from './samples/samples.ts';
import { createStaging } from './staging.ts';
import { writeBehaviour } from './typescript/behaviour.ts';
import { serviceFiles } from './typescript/facade.ts';
import { sandboxFiles } from './typescript/sandbox.ts';
import { writeServices } from './typescript/services.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The outputs; anything else in the output folder is kept. */
const PARTS = ['openapi', 'proto', 'typescript', 'ledger', 'collections', 'samples', 'sandbox'];

/** The number of disagreements that a message lists. */
const MOST_PROBLEMS = 20;

interface Context {
  readonly spec: string;
  readonly staging: string;
  /** The documents by service, in the order of the contract. */
  readonly documents: Map<string, OpenApiDocument>;
  /** The register of clauses; null when the contract has none. */
  readonly register: Register | null;
  /** Ends the running tools. */
  readonly signal: AbortSignal;
}

async function write(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

async function compileTypeSpec({ spec, staging, signal }: Context): Promise<void> {
  const config = join(root, 'tspconfig.yaml');
  await run('tsp', ['compile', spec, '--config', config, '--output-dir', join(staging, 'tsp'), '--pretty=false'], {
    signal,
  });
}

/** The exact documents, and the derived forms: for generators that support less of 3.1, and for those of 3.0. */
async function writeOpenApi({ spec, staging, documents, register }: Context): Promise<void> {
  const emitted = join(staging, 'tsp', 'openapi');
  const out = join(staging, 'openapi');
  for (const service of await servicesOf(spec, join(emitted, '3.1.0'))) {
    const read = async (version: string) => {
      const file = join(emitted, version, `${titleOf(service)}.json`);
      const finished = finish(JSON.parse(await readFile(file, 'utf8')));
      return register === null ? finished : cite(finished, register);
    };
    const document = await read('3.1.0');
    documents.set(service, document);
    const files = new Map([
      [`${service}.json`, `${JSON.stringify(document, null, 2)}\n`],
      [`${service}.yaml`, yaml(document)],
      [`portable/${service}.yaml`, yaml(portable(document))],
      [`3.0/${service}.yaml`, yaml(portable(await read('3.0.0'), document))],
    ]);
    await write(out, files);
  }
}

/** Stops the generation when the contract and the register of clauses disagree. */
async function checkClauses({ staging, documents, register }: Context): Promise<void> {
  if (register === null) return;
  const protobuf = await declaredIn(join(staging, 'tsp', 'proto'));
  const problems = problemsOf(register, { documents, ledger: collectLedger(documents), protobuf });
  if (problems.length === 0) return;
  const shown = problems.slice(0, MOST_PROBLEMS);
  const more = problems.length > shown.length ? [`and ${problems.length - shown.length} more`] : [];
  throw new Failure(['the contract and spec/clauses/ do not agree:', ...shown, ...more].join('\n  '));
}

/** The names of the messages and services in all protobuf files below a folder. */
async function declaredIn(folder: string): Promise<Set<string>> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.proto'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/^\s*(?:message|service) (\w+)/gm)].map(([, name = '']) => name)),
  );
}

function yaml(document: OpenApiDocument): string {
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 });
}

async function writeMessages({ spec, staging, documents, signal }: Context): Promise<void> {
  const proto = join(staging, 'proto');
  await placeProtos(join(staging, 'tsp', 'proto'), proto, documents.keys());
  const plugin = {
    local: 'protoc-gen-es',
    out: join(staging, 'typescript'),
    opt: ['target=ts', 'import_extension=ts'],
  };
  try {
    await run('buf', ['format', '--write', proto], { signal });
    const template = JSON.stringify({ version: 'v2', plugins: [plugin] });
    await run('buf', ['generate', proto, '--template', template], { signal });
  } catch (error) {
    throw error instanceof ToolError ? new ToolError('buf', await inTypeSpec(error.output, spec)) : error;
  }
}

async function writeTypeScript({ staging, documents }: Context): Promise<void> {
  const folder = join(staging, 'typescript');
  const shared = new Map([
    ['services.ts', writeServices(documents.keys())],
    ['behaviour.ts', await writeBehaviour()],
  ]);
  await write(folder, shared);
  for (const [service, document] of documents) {
    const proto = await readFile(join(staging, 'tsp', 'proto', service, 'v1.proto'), 'utf8');
    await write(folder, await serviceFiles(service, document, proto));
  }
}

async function writeLedger({ staging, documents, register }: Context): Promise<void> {
  const ledger = collectLedger(documents);
  const files = new Map([
    ['rules.json', `${JSON.stringify(ledger.rules, null, 2)}\n`],
    ['unspecified.json', `${JSON.stringify(ledger.unspecified, null, 2)}\n`],
    ['README.md', ledgerPage(ledger, [...documents.keys()])],
    ...(register === null
      ? []
      : ([
          ['clauses.md', clausesPage(register, ledger)],
          ['clauses.json', `${JSON.stringify(statementsOf(register), null, 2)}\n`],
        ] as const)),
    ['x-behaviour.schema.json', `${JSON.stringify(behaviour, null, 2)}\n`],
    ['overlay.schema.json', `${JSON.stringify(overlay, null, 2)}\n`],
  ]);
  await write(join(staging, 'ledger'), files);
}

async function writeCollections({ staging, documents }: Context): Promise<void> {
  const folder = join(staging, 'collections');
  for (const [service, document] of documents) await write(folder, collectionFiles(service, document));
}

/**
 * Writes sample calls of the clients, for API references: as overlays, since most readers of the documents do not need
 * them.
 */
async function writeSamples({ staging, documents }: Context): Promise<void> {
  const overlays = [...documents].map(
    ([service, document]) =>
      [`${service}.json`, `${JSON.stringify(samplesOverlay(service, document), null, 2)}\n`] as const,
  );
  await write(join(staging, 'samples'), new Map(overlays));
}

/** The API that controls the sandbox: a separate document. Another spec may have none. */
async function writeSandbox({ spec, staging, signal }: Context): Promise<void> {
  const folder = join(spec, 'sandbox');
  if (!existsSync(folder)) return;
  const tsp = join(staging, 'tsp');
  const config = join(folder, 'tspconfig.yaml');
  await run('tsp', ['compile', folder, '--config', config, '--output-dir', tsp, '--pretty=false'], { signal });
  const document = finish(JSON.parse(await readFile(join(tsp, 'sandbox', 'Sandbox.json'), 'utf8')));
  const out = join(staging, 'sandbox');
  await write(out, new Map([['openapi.yaml', yaml(document)]]));
  await write(out, await sandboxFiles(document));
}

async function moveInto(out: string, staging: string): Promise<void> {
  await mkdir(out, { recursive: true });
  for (const part of PARTS) {
    if (!existsSync(join(staging, part))) continue;
    await rm(join(out, part), { recursive: true, force: true });
    await rename(join(staging, part), join(out, part));
  }
}

async function generate(spec: string, out: string): Promise<void> {
  const register = await readRegister(join(spec, 'clauses'));
  // Next to the output, so that moving into place is a rename.
  await mkdir(dirname(out), { recursive: true });
  const staging = await mkdtemp(join(dirname(out), '.generating-'));
  const abort = new AbortController();
  const context: Context = { spec, staging, documents: new Map(), register, signal: abort.signal };
  const staged = createStaging(staging);
  const { task } = staged;
  const stop = () => {
    abort.abort();
    void staged.remove().finally(() => process.exit(130));
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    await new Listr<Context>(
      [
        { title: 'compile TypeSpec', task: task(compileTypeSpec) },
        { title: 'write OpenAPI documents', task: task(writeOpenApi) },
        { title: 'hold the contract to the clauses', task: task(checkClauses) },
        {
          title: 'write protobuf, TypeScript, ledger and collections',
          task: (_, list) =>
            list.newListr(
              [
                { title: 'protobuf files and messages', task: task(writeMessages) },
                { title: 'types, operation tables, clients, handlers, validators', task: task(writeTypeScript) },
                { title: 'ledger', task: task(writeLedger) },
                { title: 'request collections', task: task(writeCollections) },
                { title: 'code samples', task: task(writeSamples) },
                { title: 'sandbox control', task: task(writeSandbox) },
              ],
              { concurrent: true },
            ),
        },
        { title: `move into ${relative(process.cwd(), out)}`, task: task(() => moveInto(out, staging)) },
      ],
      { ctx: context, fallbackRenderer: 'simple', rendererOptions: { collapseErrors: false } },
    ).run();
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, stop);
    await staged.remove();
  }
}

/** Generates the clients of other languages, with a program in their folder. @returns its exit code */
async function generateClients(): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'clients/tools/cli.ts'), '--write'], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

await runCommand('generate', readArguments(process.argv.slice(2)), async ({ spec, out, clients }) => {
  await generate(spec, out);
  return clients ? generateClients() : 0;
});
