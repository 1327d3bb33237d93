/** Turns the files of `generated/` into a contract. */
import { ReviewError } from '../error.ts';
import { arrayOf, isObject, type JsonObject, objectOf } from '../json.ts';
import type { Contract, Files } from './contract.ts';

/**
 * Reads a contract from its files.
 *
 * @param label how people call this state; errors name it
 * @throws ReviewError when a file is not JSON, or a document is no OpenAPI 3 document
 */
export function parseContract(label: string, files: Files): Contract {
  const documents = new Map<string, JsonObject>();
  const protos = new Map<string, string>();
  for (const [path, text] of [...files].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (path.startsWith('openapi/')) {
      documents.set(path.slice('openapi/'.length, -'.json'.length), parseDocument(`${path} of ${label}`, text));
    } else if (path.startsWith('proto/')) {
      protos.set(path.slice('proto/'.length), text);
    }
  }
  if (documents.size === 0 && protos.size === 0) {
    throw new ReviewError(
      `${label} holds no contract: there is neither openapi/*.json nor proto/**/*.proto. Name a folder laid out like generated/, or a git ref.`,
    );
  }
  const version = objectOf(parseJson(`package.json of ${label}`, files.get('package.json') ?? '{}'))['version'];
  return {
    label,
    documents,
    protos,
    rules: parseLedger(label, 'ledger/rules.json', files),
    questions: parseLedger(label, 'ledger/unspecified.json', files),
    version: typeof version === 'string' ? version : undefined,
  };
}

function parseDocument(name: string, text: string): JsonObject {
  const document = parseJson(name, text);
  const version = objectOf(document)['openapi'];
  if (!isObject(document) || typeof version !== 'string' || !version.startsWith('3.')) {
    throw new ReviewError(`${name} is not an OpenAPI 3 document; generate it again.`);
  }
  for (const member of ['paths', 'components', 'info']) {
    if (document[member] !== undefined && !isObject(document[member])) {
      throw new ReviewError(`${name} is broken: ${member} must be an object. Generate it again.`);
    }
  }
  return document;
}

function parseLedger(label: string, path: string, files: Files): readonly JsonObject[] {
  const text = files.get(path);
  if (text === undefined) return [];
  const lines = parseJson(`${path} of ${label}`, text);
  if (!Array.isArray(lines)) throw new ReviewError(`${path} of ${label} must be an array; generate it again.`);
  return arrayOf(lines).filter(isObject);
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
    throw new ReviewError(`${name} is not JSON: ${reason}. Generate it again.`);
  }
}
