/**
 * The files that are derived from the committed documents match the committed ones: each writer alone, without
 * compiling any TypeSpec.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@wallet-services/contract/services';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { clausesPage } from './clauses/page.ts';
import { readRegister, statementsOf } from './clauses/register.ts';
import { collectionFiles } from './collections/collections.ts';
import { collectLedger } from './ledger/ledger.ts';
import { ledgerPage } from './ledger/page.ts';
import { portable } from './openapi/portable.ts';
import { root } from './run.ts';
import { samplesOverlay } from './samples/samples.ts';
import { documentOf } from './testing/documents.ts';
import { writeBehaviour } from './typescript/behaviour.ts';
import { writeCalls } from './typescript/calls.ts';
import { writeClient } from './typescript/client.ts';
import { serviceFiles } from './typescript/facade.ts';
import { writeModels } from './typescript/models.ts';
import { writeOperations } from './typescript/operations.ts';
import { sandboxFiles } from './typescript/sandbox.ts';
import { writeSchema } from './typescript/schema.ts';
import { writeHandlerOf, writeHandlers, writeServer } from './typescript/server.ts';
import { writeServices } from './typescript/services.ts';
import { writeShapes } from './typescript/shapes.ts';
import { writeValidators } from './typescript/validators.ts';

const committed = (path: string) => readFileSync(join(root, 'generated', path), 'utf8');

/** Compares texts without `toBe`, which takes a minute to show the difference of two files of 10,000 lines. */
function expectCommitted(path: string, text: string): void {
  expect(text === committed(path), `generated/${path} has drifted: run \`npm run generate\``).toBe(true);
}

describe.each(serviceNames)('of %s', (service) => {
  const document = documentOf(service);

  it.each<[string, () => string | Promise<string>]>([
    ['schema.ts', () => writeSchema(document)],
    ['models.ts', () => writeModels(document, committed(`typescript/${service}/schema.ts`))],
    ['operations.ts', () => writeOperations(document)],
    ['calls.ts', () => writeCalls(document)],
    ['client.ts', () => writeClient(service, document)],
    ['handlers.ts', () => writeHandlers(service, document)],
    ['server.ts', () => writeServer(service)],
    ['shapes.ts', () => writeShapes(document)],
    ['fetch.ts', () => writeHandlerOf('fetch', service)],
    ['node.ts', () => writeHandlerOf('node', service)],
    ['validators.js', () => writeValidators(document)],
  ])('%s is written', async (file, write) => {
    expectCommitted(`typescript/${service}/${file}`, await write());
  });

  it('the portable form is derived', () => {
    expect(portable(document)).toEqual(parse(committed(`openapi/portable/${service}.yaml`)));
  });

  it('the collections are written', () => {
    const files = collectionFiles(service, document);
    expect(files.size).toBeGreaterThan(2);
    for (const [path, text] of files) expectCommitted(`collections/${path}`, text);
  });

  it('calls of the clients are written', () => {
    expectCommitted(`samples/${service}.json`, `${JSON.stringify(samplesOverlay(service, document), null, 2)}\n`);
  });
});

it('every file of a service is among its files', async () => {
  const files = await serviceFiles('vault', documentOf('vault'), committed('proto/vault/v1/vault.proto'));
  expect(files.size).toBe(14);
  for (const [path, text] of files) expectCommitted(`typescript/${path}`, text);
});

it('the files of the sandbox are written', async () => {
  const files = await sandboxFiles(JSON.parse(committed('sandbox/openapi.json')));
  expect(files.size).toBe(11);
  for (const [path, text] of files) expectCommitted(`sandbox/${path}`, text);
});

it('the statements of the documents are written', async () => {
  const register = await readRegister(join(root, 'spec/clauses'));
  expect(JSON.parse(committed('ledger/clauses.json'))).toEqual(register === null ? null : statementsOf(register));
});

it('the types of x-behaviour are written', async () => {
  expectCommitted('typescript/behaviour.ts', await writeBehaviour());
});

it('the list of services is written', () => {
  expectCommitted('typescript/services.ts', writeServices(serviceNames));
});

it('the ledger is collected, and written as a page', () => {
  const ledger = collectLedger(new Map(serviceNames.map((service) => [service, documentOf(service)])));
  expect(ledger.rules).toEqual(JSON.parse(committed('ledger/rules.json')));
  expect(ledger.unspecified).toEqual(JSON.parse(committed('ledger/unspecified.json')));
  expectCommitted('ledger/README.md', ledgerPage(ledger, serviceNames));
});

it('the clauses are written as a page', async () => {
  const register = await readRegister(join(root, 'spec/clauses'));
  const ledger = collectLedger(new Map(serviceNames.map((service) => [service, documentOf(service)])));
  expect(register).not.toBeNull();
  if (register !== null) expectCommitted('ledger/clauses.md', clausesPage(register, ledger));
});
