/** Reads parts of the generated OpenAPI documents: examples, and the formats of members. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ShownAnswer } from '@wallet-services/kit/prefer';

/** The parts of a schema that the server reads. */
export interface DocumentSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
}

/** The examples of a body: a single one, or several by name. */
interface DocumentContent {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

/** A parameter, with its examples. */
export interface DocumentParameter {
  readonly in: string;
  readonly name: string;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface DocumentOperation {
  readonly operationId?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly DocumentParameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, DocumentContent>> };
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, DocumentContent>> }>>;
}

/** The parts of an OpenAPI document that the server reads. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, DocumentSchema>> };
}

/** Documents in use. They are large, and every world of the sandbox needs them, so they are shared. */
const inUse = new Map<string, WeakRef<Document>>();

/** Reads the document of a service. Callers must not change it. */
export async function readDocument(service: string): Promise<Document> {
  const known = inUse.get(service)?.deref();
  if (known !== undefined) return known;
  const file = fileURLToPath(import.meta.resolve(`@wallet-services/contract/openapi/${service}.json`));
  const document: Document = JSON.parse(await readFile(file, 'utf8'));
  inUse.set(service, new WeakRef(document));
  return document;
}

/**
 * The body of the document's example of a successful answer. The examples are validated when the document is generated,
 * so the caller may state the type.
 *
 * @param name of the example, when the operation has several; default: the first
 * @throws Error when there is no such operation or no such example
 */
export function exampleAnswer<Body>(document: Document, operationId: string, name?: string): Body {
  const contents = operationsOf(document, operationId).map(({ responses }) => responses?.['200']?.content);
  return exampleIn(contents, name, `an answer of ${operationId}`);
}

/**
 * The body of the document's example for a request, like `exampleAnswer` for an answer.
 *
 * @param name of the example, when the operation has several; default: the first
 * @throws Error when there is no such operation or no such example
 */
export function exampleRequest<Body>(document: Document, operationId: string, name?: string): Body {
  const contents = operationsOf(document, operationId).map(({ requestBody }) => requestBody?.content);
  return exampleIn(contents, name, `a request of ${operationId}`);
}

/** The answers in the examples of an operation, in the order of the document. */
export function shownAnswers(document: Document, operationId: string): ShownAnswer[] {
  const responses = operationsOf(document, operationId).flatMap((operation) =>
    Object.entries(operation.responses ?? {}),
  );
  return responses.flatMap(([status, { content }]): ShownAnswer[] => {
    const { example, examples } = content?.['application/json'] ?? {};
    // The unnamed example has the name that Prism gives it.
    if (examples === undefined)
      return [{ status, body: example, ...(example === undefined ? {} : { name: 'default' }) }];
    return Object.entries(examples).map(([name, { value }]) => ({ status, name, body: value }));
  });
}

function operationsOf({ paths }: Document, operationId: string): DocumentOperation[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return operations.filter((operation) => operation.operationId === operationId);
}

/** The only example, or the first of several. */
function usualExample(content: DocumentContent | undefined): unknown {
  return content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
}

function exampleIn<Body>(
  contents: readonly (Readonly<Record<string, DocumentContent>> | undefined)[],
  name: string | undefined,
  what: string,
): Body {
  for (const content of contents) {
    const json = content?.['application/json'];
    const example = name === undefined ? usualExample(json) : json?.examples?.[name]?.value;
    if (example !== undefined) return example as Body;
  }
  throw new Error(`the document has no example${name === undefined ? '' : ` ${name}`} of ${what}`);
}
