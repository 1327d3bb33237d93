/** The selected contract: the one that the suite comes with, or an OpenAPI document of any API. */
import { readOverlays, readWhole } from '@wallet-services/kit/document';
import { UsageError } from '@wallet-services/kit/errors';
import { unknownName } from '../model/declared/names.ts';
import { completed } from '../model/declared/short.ts';
import { buildApi } from '../model/document/api.ts';
import { renamedDeclaration, wrongDeclaration } from '../model/document/behaviour.ts';
import type { OpenApiDocument } from '../model/document/document.ts';
import { doubtsIn } from '../model/document/doubts.ts';
import { type Gap, oddities } from '../model/document/gaps.ts';
import { normalised } from '../model/document/normalised.ts';
import { lostReferences, misplacedReferences } from '../model/document/references.ts';
import { untriedIn } from '../model/document/untried.ts';
import { isObject, type JsonObject, objectsOf } from '../model/values/json.ts';
import { everySchema } from '../model/values/strange.ts';
import { type Contract, contractOf, nameOf, openContract } from './contract.ts';
import { tried } from './preflight/index.ts';
import { operationsIn } from './preflight/places.ts';

/**
 * The document with its declarations in their full form. @throws UsageError when one names something that does not
 * exist.
 */
function declaredIn(document: OpenApiDocument, problem: (why: string) => UsageError): OpenApiDocument {
  const name = nameOf(document.info.title);
  const whole = completed(name, document);
  const unknown = unknownName(buildApi(name, whole, { rules: [], questions: [] }));
  if (unknown !== null) throw problem(`declares what it does not have: ${unknown}`);
  return whole;
}

/** @throws UsageError when the document is not one that can be checked. */
function documentIn(value: JsonObject, path: string): OpenApiDocument {
  const problem = (why: string) => new UsageError(`${path} ${why}`);
  const { info, paths = {}, components = {} } = value;
  if (!isObject(info)) throw problem('is not an OpenAPI document: it needs info');
  for (const [name, part] of Object.entries({ paths, components })) {
    if (!isObject(part)) throw problem(`is not an OpenAPI document: ${name} must be an object`);
  }
  const [lost] = lostReferences(value);
  if (lost !== undefined) {
    throw problem(`cannot be read: $ref ${JSON.stringify(lost.reference)} at ${lost.at} ${lost.why}`);
  }
  const [misplaced] = misplacedReferences(value);
  if (misplaced !== undefined) throw problem(`cannot be read: $ref "${misplaced}" is no schema`);
  const document = normalised({ ...value, paths });
  const old = renamedDeclaration(document);
  if (old !== null) throw problem(`uses a name of an earlier version: ${old}`);
  const wrong = wrongDeclaration(document);
  if (wrong !== null) throw problem(`declares what is not in the schema: ${wrong}`);
  return document;
}

/** The path parameters that are not marked as required, which is a common omission. */
function unmarkedIn({ paths }: JsonObject): readonly string[] {
  const items = Object.values(isObject(paths) ? paths : {}).filter(isObject);
  const holders = items.flatMap((item) => [item, ...Object.values(item).filter(isObject)]);
  const unmarked = holders
    .flatMap(({ parameters }) => objectsOf(parameters))
    .filter((one) => one['in'] === 'path' && one['required'] !== true).length;
  return unmarked === 0 ? [] : [`${unmarked} path parameters are not marked as required; they are read as required`];
}

/** Names of types in other languages, which documents often use in place of those of JSON Schema. */
const TYPES: Readonly<Record<string, string>> = {
  int: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  bool: 'boolean',
  str: 'string',
};

/** Reads the types of other languages as those of JSON Schema, in place. @returns a sentence where there are some */
function withTypes(document: OpenApiDocument): readonly string[] {
  const read = new Map<string, string>();
  for (const [, schema] of everySchema(document)) {
    const meant = typeof schema['type'] === 'string' ? TYPES[schema['type']] : undefined;
    if (meant === undefined) continue;
    read.set(String(schema['type']), meant);
    Object.assign(schema, { type: meant });
  }
  return [...read].map(([type, meant]) => `the type ${type} is not part of JSON Schema; it is read as ${meant}`);
}

/** A document, and the overlays that are applied to it in order. */
export interface DocumentFiles {
  /** A file or an address. */
  readonly document?: string | undefined;
  /** Files or addresses. */
  readonly overlay?: readonly string[] | undefined;
  /**
   * Whether the sources of ids may be inferred from the structure of the document. Default: only declared ones are
   * used.
   */
  readonly isInferring?: boolean;
  /** Operations that cannot be checked within limits are left out of the document, and reported. Default: false. */
  readonly isTried?: boolean;
}

/** @throws UsageError when the document, or an overlay, cannot be read, or is none. */
export async function contractFor(files: DocumentFiles): Promise<Contract> {
  const { document: path, overlay = [], isInferring, isTried = false } = files;
  if (path === undefined) {
    if (overlay.length > 0) throw new UsageError('--overlay needs --document: it changes what that file says');
    return openContract();
  }
  const overlaying = await readOverlays(overlay);
  const { document: given, notes } = await readWhole(path, overlaying).catch((error) => {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`${path} cannot be read: it has too many levels, or refers to itself; correct it`);
  });
  const oddIn = oddities(given);
  const document = documentIn(given, path);
  const types = withTypes(document);
  const odd = operationsIn(document).flatMap(([[at, method], { operationId }]) =>
    oddIn(at, method).map((reason): Gap => ({ operation: operationId, reason })),
  );
  // Declarations are read last: that needs an example of each request, and some requests have none.
  const { document: checked, gaps } = isTried ? await tried(document) : { document, gaps: [] };
  return contractOf(
    declaredIn(checked, (why) => new UsageError(`${path} ${why}`)),
    {
      notes: [...notes, ...unmarkedIn(given), ...types],
      doubts: doubtsIn(given, document),
      isInferring,
      gaps: [...odd, ...gaps],
      untried: untriedIn(given),
    },
  );
}
