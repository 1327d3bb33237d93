/**
 * Writes the facts about calls that clients need beyond their types: how pages are read, which requests may be
 * repeated, which need credentials.
 */
import { type OpenApiDocument, operationsOf } from '../openapi/document.ts';
import { header, literal } from './text.ts';

interface Declared {
  readonly family?: unknown;
  readonly [member: string]: unknown;
}

function declared(operation: object, family: string): Declared | undefined {
  const entries = 'x-behaviour' in operation ? operation['x-behaviour'] : [];
  return Array.isArray(entries) ? entries.find((entry: Declared) => entry.family === family) : undefined;
}

/** The names in a JSON pointer. */
function names(pointer: unknown): readonly string[] {
  return String(pointer).split('/').slice(1);
}

/** The places of the items and of the next page in a page of a paged list; null for other operations. */
function pageOf(operation: object): Readonly<Record<string, readonly string[]>> | null {
  const [list, paged] = [declared(operation, 'list'), declared(operation, 'paged')];
  if (list === undefined || paged === undefined) return null;
  const items = names(list['items']);
  if (paged['by'] !== 'cursor') return { items, total: names(paged['total']) };
  return { items, next: names(paged['next']), more: names(paged['more']) };
}

/** Methods with requests that may be sent again when no answer came (RFC 9110, section 9.2.2). */
const repeatable = new Set(['get', 'put', 'delete']);

/** @returns the text of `calls.ts` */
export function writeCalls(document: OpenApiDocument): string {
  const placed = operationsOf(document);
  const pages = placed.flatMap(({ path, operation }) => {
    const page = pageOf(operation);
    return page === null ? [] : [[path, page] as const];
  });
  const again = placed.filter(({ method }) => repeatable.has(method)).map(({ operation }) => operation.operationId);
  const schemes = Object.keys(document.components.securitySchemes ?? {}).map((scheme) => {
    const taking = placed.filter(({ operation }) => (operation.security ?? []).some((one) => scheme in one));
    return [scheme, taking.map(({ operation }) => operation.operationId)] as const;
  });
  const paged = `
/** Where the pages of each paged list, by path, have their items, and what leads to the next page. */
export const pages = ${literal(Object.fromEntries(pages))} as const;
`;
  return `${header}${pages.length === 0 ? '' : paged}
/** Operations whose request may be sent again when no answer came. */
export const repeatable = ${literal(again)} as const;

/** The operations that take a credential, by its security scheme. */
export const credentialed = ${literal(Object.fromEntries(schemes))} as const;
`;
}
