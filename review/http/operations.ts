/** The operations of two documents: which are gone, which are new, and the documents with only those that both have. */
import { isObject, type JsonObject, objectOf, segmentsOf, valueAt } from '../json.ts';
import { canonicalPath, METHODS } from './canonical/document.ts';

/** An operation of one document. */
export interface OperationRef {
  /** Method and canonical path: equal for the same operation on both sides. */
  readonly key: string;
  /** How people call it, as in `GET /markets/{id}`. */
  readonly name: string;
  readonly operationId: string | undefined;
}

/** Lists the operations of a source document, in document order. */
export function operationsOf(source: JsonObject): readonly OperationRef[] {
  return Object.entries(objectOf(source['paths'])).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = itemOf(source, item)[method];
      if (!isObject(operation)) return [];
      const { operationId } = operation;
      return [
        {
          key: operationKey(method, canonicalPath(path)),
          name: `${method.toUpperCase()} ${path}`,
          operationId: typeof operationId === 'string' ? operationId : undefined,
        },
      ];
    }),
  );
}

/** The item of a path, or the shared one that it refers to. */
function itemOf(source: JsonObject, item: unknown): JsonObject {
  const { $ref: reference } = objectOf(item);
  return objectOf(typeof reference === 'string' ? valueAt(source, segmentsOf(reference)) : item);
}

/** The key of an operation in a canonical document. */
export function operationKey(method: string, path: string): string {
  return `${method} ${path}`;
}

/** The document without the operations that are not among the keys. */
export function onlyOperations(document: JsonObject, keys: ReadonlySet<string>): JsonObject {
  const paths = Object.entries(objectOf(document['paths'])).map(([path, item]): [string, JsonObject] => [
    path,
    Object.fromEntries(
      Object.entries(objectOf(item)).filter(
        ([name]) => !METHODS.some((method) => method === name) || keys.has(operationKey(name, path)),
      ),
    ),
  ]);
  const kept = paths.filter(([, item]) => METHODS.some((method) => item[method] !== undefined));
  return { ...document, paths: Object.fromEntries(kept) };
}
