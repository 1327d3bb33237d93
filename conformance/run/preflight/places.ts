/** The operations of a document, and a document with some of them. */
import { methods, type OpenApiDocument, type OperationObject } from '../../model/document/document.ts';

/** The location of an operation. */
export type OperationPlace = readonly [path: string, method: (typeof methods)[number]];

/** The operations of a document, in its order. */
export function operationsIn({ paths }: OpenApiDocument): readonly (readonly [OperationPlace, OperationObject])[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [[[path, method], operation] as const];
    }),
  );
}

/** A document with these operations only. */
export function withOperations(document: OpenApiDocument, places: readonly OperationPlace[]): OpenApiDocument {
  const byPath = Map.groupBy(places, ([path]) => path);
  const kept = [...byPath].map(([path, own]) => {
    const item = document.paths[path] ?? {};
    return [path, Object.fromEntries(own.map(([, method]) => [method, item[method]]))];
  });
  return { ...document, paths: Object.fromEntries(kept) };
}
