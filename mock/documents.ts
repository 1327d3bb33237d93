/** Reads the OpenAPI documents that are mocked. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { IHttpOperation } from '@stoplight/types';
import { Failure } from '@wallet-services/kit/errors';
import type { ServiceName } from './services.ts';

/** Where the document of a service lies. @param folder a folder laid out like `generated/openapi`; default: that one */
export function documentPath(service: ServiceName, folder?: string): string {
  const file = `${service}.json`;
  return folder === undefined
    ? fileURLToPath(import.meta.resolve(`@wallet-services/contract/openapi/${file}`))
    : join(folder, file);
}

/**
 * Reads the operations of a document as Prism takes them.
 *
 * @throws Failure when the file is missing, is not JSON, or is not an OpenAPI document with operations
 */
export async function readOperations(path: string): Promise<IHttpOperation[]> {
  return operationsIn(parse(await read(path), path), path, 'restore it with `npm run generate`');
}

/**
 * The operations of a document that was read.
 *
 * @param path named where it is none.
 * @throws Failure when it has no operations
 */
export async function operationsIn(
  document: object,
  path: string,
  help = 'check it with `redocly lint`',
): Promise<IHttpOperation[]> {
  try {
    const operations = await getHttpOperationsFromSpec(document);
    if (operations.length > 0) return operations.map(withoutNeedlessChecks);
  } catch {
    // What Prism throws here names neither the file nor what to do.
  }
  throw new Failure(`${path} is not an OpenAPI document with operations: ${help}`);
}

/**
 * Where a document says that an operation needs no credential, Prism refuses every request that carries one: 401. There
 * it is to check none.
 */
function withoutNeedlessChecks(operation: IHttpOperation): IHttpOperation {
  const needless = operation.security?.some((schemes) => schemes.length === 0) ?? false;
  return needless ? { ...operation, security: [] } : operation;
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new Failure(`there is no document at ${path}: create it with \`npm run generate\``);
  }
}

function parse(text: string, path: string): object {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === 'object' && document !== null) return document;
  } catch {
    // Reported below, as any other text that is no JSON object.
  }
  throw new Failure(`${path} is not a JSON object: restore it with \`npm run generate\``);
}
