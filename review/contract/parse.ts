/** Parses the files of `generated/` to a contract. */
import { dirname, join } from 'node:path/posix';
import { parseText, type Source } from '@wallet-services/kit/document';
import { UsageError } from '../error.ts';
import { arrayOf, isObject, type JsonObject, objectOf } from '../json.ts';
import { type Contract, DOCUMENT, type Files } from './contract.ts';
import { firstDifference, readDocument } from './document.ts';

/**
 * Reads a contract from its files.
 *
 * @param label the name of this state in errors
 * @throws UsageError when a file is not JSON, or a document is no OpenAPI 3 document
 */
export async function parseContract(label: string, files: Files): Promise<Contract> {
  const documents = new Map<string, JsonObject>();
  const texts = new Map<string, ReadonlyMap<string, string>>();
  const notes: string[] = [];
  const protos = new Map<string, string>();
  for (const [path, text] of [...files].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const service = DOCUMENT.exec(path)?.[1];
    // JSON is read before YAML; when a service has both, they are equal.
    if (service !== undefined && !documents.has(service)) {
      const read = await readDocument(path, text, sourceIn(files, path, label));
      documents.set(service, read.document);
      texts.set(service, read.texts);
      notes.push(...read.notes);
    } else if (path.startsWith('proto/')) {
      protos.set(path.slice('proto/'.length), text);
    }
  }
  if (documents.size === 0 && protos.size === 0) {
    throw new UsageError(
      `${label} contains no contract, neither openapi/*.json (or .yaml) nor proto/**/*.proto. Give a folder with the layout of generated/, or a git ref.`,
    );
  }
  const version = objectOf(parseJson(`package.json of ${label}`, files.get('package.json') ?? '{}'))['version'];
  return {
    label,
    documents,
    texts,
    notes,
    protos,
    rules: parseLedger(label, 'ledger/rules.json', files),
    questions: parseLedger(label, 'ledger/unspecified.json', files),
    version: typeof version === 'string' ? version : undefined,
  };
}

/**
 * Checks that the JSON and YAML documents of a service are equal, if one of them differs from the other side: otherwise
 * readers of one format would not see the change.
 *
 * @throws UsageError when they differ
 */
export async function checkForms(label: string, files: Files, others: Files): Promise<void> {
  for (const [path, text] of files) {
    const [, service, form] = DOCUMENT.exec(path) ?? [];
    const json = `openapi/${service}.json`;
    const fromJson = files.get(json);
    if (service === undefined || form === 'json' || fromJson === undefined) continue;
    if (others.get(path) === text && others.get(json) === fromJson) continue;
    const difference = firstDifference(
      parseText(`${json} of ${label}`, fromJson),
      parseText(`${path} of ${label}`, text),
    );
    if (difference !== undefined) {
      throw new UsageError(
        `${json} and ${path} of ${label} differ, first at ${difference}; generate both again, or remove one of them.`,
      );
    }
  }
}

/** The files that a document may refer to. */
function sourceIn(files: Files, start: string, label: string): Source {
  return {
    start,
    resolve: (from, reference) => join(dirname(from), reference).replaceAll('\\', '/'),
    read: async (name) => {
      const text = files.get(name);
      if (text === undefined) throw new UsageError(`${start} of ${label} refers to ${name}, which is not there.`);
      return text;
    },
  };
}

function parseLedger(label: string, path: string, files: Files): readonly JsonObject[] {
  const text = files.get(path);
  if (text === undefined) return [];
  const lines = parseJson(`${path} of ${label}`, text);
  if (!Array.isArray(lines)) throw new UsageError(`${path} of ${label} must be an array; generate it again.`);
  return arrayOf(lines).filter(isObject);
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
    throw new UsageError(`${name} is not JSON: ${reason}. Generate it again.`);
  }
}
