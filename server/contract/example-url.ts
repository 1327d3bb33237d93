/** Builds the URL of a call from the examples of its parameters. */
import type { Document, DocumentParameter } from './document.ts';

/**
 * Path and query of an operation, with the values of the document's example.
 *
 * @param name of the example, when the operation has several; default: the first example of its answer
 * @throws Error when there is no such operation
 * @example
 * exampleUrl(document, 'listComments', 'last-page') // '/comments?site_id=21&slug=posts%2Faugust-harvest&...'
 */
export function exampleUrl(document: Document, operationId: string, name?: string): string {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods)) {
      if (operation.operationId !== operationId) continue;
      const answers = operation.responses?.['200']?.content?.['application/json']?.examples ?? {};
      const chosen = name ?? Object.keys(answers)[0];
      const values = (operation.parameters ?? []).flatMap((parameter) => exampleOf(parameter, chosen));
      const query = new URLSearchParams(values.filter(({ place }) => place === 'query').map(({ pair }) => pair));
      const filled = values
        .filter(({ place }) => place === 'path')
        .reduce(
          (made, { pair: [parameter, value] }) => made.replace(`{${parameter}}`, encodeURIComponent(value)),
          path,
        );
      return query.size === 0 ? filled : `${filled}?${query}`;
    }
  }
  throw new Error(`the document has no operation ${operationId}`);
}

interface Value {
  readonly place: string;
  readonly pair: [name: string, value: string];
}

function exampleOf({ in: place, name, example, examples }: DocumentParameter, chosen: string | undefined): Value[] {
  const value = chosen === undefined ? example : (examples?.[chosen]?.value ?? example);
  return value === undefined ? [] : [{ place, pair: [name, String(value)] }];
}
