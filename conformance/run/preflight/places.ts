/** The operations of a document, and a document with some of them. */
import { segmentsOf } from '@wallet-services/kit/pointer';
import { methods, type OpenApiDocument, type OperationObject } from '../../model/document/document.ts';
import { partsOf, pointerOf } from '../../model/document/references.ts';
import { isObject, type JsonObject } from '../../model/values/json.ts';
import { valueAt, within } from '../../model/values/pointer.ts';

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

/** The components and operations that a part refers to; null if a reference does not name one by its location. */
function targetsOf({ $ref, mapping }: JsonObject): readonly (string | null)[] {
  const named = Object.values(isObject(mapping) ? mapping : {}).map((one) => {
    if (typeof one !== 'string') return '';
    return one.startsWith('#') ? one : `#/components/schemas/${one}`;
  });
  return [...(typeof $ref === 'string' ? [$ref] : []), ...named].map((reference) => {
    const pointer = pointerOf(reference);
    const tokens = pointer?.startsWith('/') === true ? segmentsOf(pointer).slice(0, 3) : [];
    return tokens.length < 3 ? null : tokens.reduce<string>(within, '');
  });
}

/** A document without declarations, which are not tried, and without the examples of answers, which may be large. */
function trimmed(document: JsonObject): OpenApiDocument {
  const trim = (value: unknown, isAnswer: boolean): unknown => {
    if (Array.isArray(value)) return value.map((one) => trim(one, isAnswer));
    if (!isObject(value)) return value;
    const isMedia = isAnswer && isObject(value['schema']);
    const entries = Object.entries(value).filter(
      ([name]) => name !== 'x-behaviour' && !(isMedia && (name === 'examples' || name === 'example')),
    );
    return Object.fromEntries(entries.map(([name, one]) => [name, trim(one, isAnswer || name === 'responses')]));
  };
  return trim(document, false) as OpenApiDocument;
}

/** The places of operations, and of what they refer to; null if a reference does not name one by its location. */
export function needsIn(document: OpenApiDocument): (places: readonly OperationPlace[]) => ReadonlySet<string> | null {
  const known = new Map<string, readonly (string | null)[]>();
  const targetsAt = (pointer: string) => {
    const parts = partsOf(document as unknown as JsonObject, [pointer]);
    const targets = known.get(pointer) ?? [...new Set([...parts].flatMap(({ node }) => targetsOf(node)))];
    known.set(pointer, targets);
    return targets;
  };
  return (places) => {
    const needed = new Set<string>(places.map(([path, method]) => within(within('/paths', path), method)));
    for (const pointer of needed) {
      for (const target of targetsAt(pointer)) {
        if (target === null) return null;
        needed.add(target);
      }
    }
    return needed;
  };
}

/** The part of a document that these operations need, without declarations: it is much smaller than a large document. */
export function excerptOf(document: OpenApiDocument, places: readonly OperationPlace[]): OpenApiDocument {
  const needed = needsIn(document)(places);
  if (needed === null) return trimmed({ ...withOperations(document, places) });
  const kept: Record<string, Record<string, Record<string, unknown>>> = {};
  for (const pointer of needed) {
    const [root = '', holder = '', name = ''] = segmentsOf(pointer);
    const holders = kept[root] ?? {};
    kept[root] = { ...holders, [holder]: { ...holders[holder], [name]: valueAt(document, pointer) } };
  }
  const { securitySchemes } = document.components;
  const components = { schemas: {}, ...kept['components'], securitySchemes };
  return trimmed({ ...document, paths: kept['paths'] ?? {}, components });
}
