/** Generates a document with any number of operations: lending's three, and copies of them at other paths. */
import { readFileSync } from 'node:fs';
import type { OpenApiDocument, OperationObject } from '@wallet-services/generators/document';

/** The lending document with `count` operations; the original three are in the middle of the matching order. */
export function documentOf(count: number): OpenApiDocument {
  const text = readFileSync(new URL('../../generated/openapi/lending.json', import.meta.url), 'utf8');
  const document: OpenApiDocument = JSON.parse(text);
  const real = Object.entries(document.paths);
  const copies = Array.from({ length: count - real.length }, (_, index): [string, (typeof real)[number][1]] => {
    const [path, item] = real[index % real.length] ?? ['', {}];
    const copied = Object.entries(item).map(([method, operation]: [string, OperationObject]) => [
      method,
      { ...operation, operationId: `${operation.operationId}${index}` },
    ]);
    return [`/${index % 2 === 0 ? 'a' : 'z'}${index}${path}`, Object.fromEntries(copied)];
  });
  return { ...document, paths: Object.fromEntries([...real, ...copies]) };
}
