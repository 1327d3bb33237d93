/** Writes what clients need to know of calls beyond their types: how pages are read, what may be sent again, who asks. */
import { type OpenApiDocument, operationsOf } from '../openapi/document.ts';
import { header, isIdentifier, literal } from './text.ts';

interface Declared {
  readonly family?: unknown;
  readonly [member: string]: unknown;
}

function declared(operation: object, family: string): Declared | undefined {
  const entries = 'x-behaviour' in operation ? operation['x-behaviour'] : [];
  return Array.isArray(entries) ? entries.find((entry: Declared) => entry.family === family) : undefined;
}

/** The member expression of a JSON pointer: `answer.data.vaults`. */
function at(pointer: unknown): string {
  const tokens = String(pointer).split('/').slice(1);
  return ['answer', ...tokens.map((token) => (isIdentifier(token) ? `.${token}` : `[${literal(token)}]`))].join('');
}

/** How a page of a list that is paged is read from its answer; null for other operations. */
function reader(operation: object, path: string): string | null {
  const [list, paged] = [declared(operation, 'list'), declared(operation, 'paged')];
  if (list === undefined || paged === undefined) return null;
  const rest =
    paged['by'] === 'cursor'
      ? `pagination: { next_cursor: ${at(paged['next'])}, has_next: ${at(paged['more'])} }`
      : `total: ${at(paged['total'])}`;
  return `  ${literal(path)}: (answer: Response<'${path}'>) => ({ items: ${at(list['items'])}, ${rest} }),\n`;
}

/** Methods whose requests may be sent again when no answer came (RFC 9110, section 9.2.2). */
const repeatable = new Set(['get', 'put', 'delete']);

/** @returns the text of `calls.ts` */
export function writeCalls(document: OpenApiDocument): string {
  const placed = operationsOf(document);
  const readers = placed.flatMap(({ path, operation }) => reader(operation, path) ?? []);
  const again = placed.filter(({ method }) => repeatable.has(method)).map(({ operation }) => operation.operationId);
  const schemes = Object.keys(document.components.securitySchemes ?? {}).map((scheme) => {
    const taking = placed.filter(({ operation }) => (operation.security ?? []).some((one) => scheme in one));
    return [scheme, taking.map(({ operation }) => operation.operationId)] as const;
  });
  const response = `
/** What a list of the service answers with. */
type Response<Path extends keyof paths> = paths[Path] extends { get: { responses: { 200: { content: { 'application/json': infer Answer } } } } }
  ? Answer
  : never;

/** How the pages of each paged list are read, by path: its items, and where the next page is. */
export const pageReaders = {
${readers.join('')}} as const;
`;
  return `${header}${readers.length === 0 ? '' : `import type { paths } from './schema.ts';\n${response}`}
/** Operations whose request may be sent again when no answer came. */
export const repeatable = ${literal(again)} as const;

/** The operations that take a credential, by its security scheme. */
export const credentialed = ${literal(Object.fromEntries(schemes))} as const;
`;
}
