/** Reads the documents and the ledger of the contract, which are the only external input of the model. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type ApiModel, buildApi } from './api.ts';
import type { OpenApiDocument } from './document.ts';
import type { Ledger, OpenQuestionEntry, RuleEntry } from './ledger.ts';
import type { ServiceName } from './services.ts';

/** The contract has no document for a service, so that it cannot be checked. */
export class DocumentMissing extends Error {
  override readonly name = 'DocumentMissing';
  constructor(service: ServiceName) {
    super(`this version of the contract has no document of ${service}; leave the service out`);
  }
}

async function readPart(path: string): Promise<unknown> {
  return JSON.parse(await readFile(fileURLToPath(import.meta.resolve(`@wallet-services/contract/${path}`)), 'utf8'));
}

function isMissing(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT' || error.code === 'ERR_MODULE_NOT_FOUND';
}

/** The statements of the documents, by the id of their clause; none where the contract has no register of clauses. */
async function readStatements(): Promise<Readonly<Record<string, string>>> {
  const statements = await readPart('ledger/clauses.json').catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return {};
    throw error;
  });
  return statements as Readonly<Record<string, string>>;
}

function withStatement(rule: RuleEntry, statements: Readonly<Record<string, string>>): RuleEntry {
  const statement = statements[rule.clauses?.[0] ?? ''];
  return statement === undefined ? rule : { ...rule, statement };
}

/** Reads the ledger: every rule and every open question of all services. */
export async function loadLedger(): Promise<Ledger> {
  const [rules, questions, statements] = await Promise.all([
    readPart('ledger/rules.json'),
    readPart('ledger/unspecified.json'),
    readStatements(),
  ]);
  return {
    rules: (rules as RuleEntry[]).map((rule) => withStatement(rule, statements)),
    questions: questions as OpenQuestionEntry[],
  };
}

/**
 * Reads the document of a service and builds its model.
 *
 * @throws DocumentMissing when the contract has none.
 */
export async function loadApi(service: ServiceName, ledger: Ledger): Promise<ApiModel> {
  const document = await readPart(`openapi/${service}.json`).catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) throw new DocumentMissing(service);
    throw error;
  });
  return buildApi(service, document as OpenApiDocument, ledger);
}
