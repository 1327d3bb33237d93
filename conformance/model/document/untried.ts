/** Finds the operations of a document that the suite has no request for. They are reported, and never judged. */
import { isObject, type JsonObject } from '../values/json.ts';
import { methods } from './document.ts';
import { follow, itemOf } from './normalised.ts';

/** An operation that is not called. */
export interface Untried {
  /** The operationId, or the method and the path. */
  readonly operation: string;
  /** A part of a sentence. */
  readonly why: string;
}

/** The methods of OpenAPI 3.2 that requests are not made for. */
const OTHERS = ['trace', 'query'] as const;

const UNREADABLE = 'no operation can be read from it';
const SENT_BY_THE_API = 'the API sends this request; the suite only receives responses';

/** An operation of a path, a webhook or a callback. */
interface Found {
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The operations of path items with these methods; `additionalOperations` has methods of any name. */
function operationsOf(document: JsonObject, items: unknown, names: readonly string[]): readonly Found[] {
  return entriesOf(items).flatMap(([path, given]) => {
    const item = itemOf(document, given);
    const own = names.map((name) => [name.toUpperCase(), item[name]] as const);
    return [...own, ...entriesOf(item['additionalOperations'])].flatMap(([method, operation]) =>
      isObject(operation) && !path.startsWith('x-') ? [{ method, path, operation }] : [],
    );
  });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (isObject(value) && Object.keys(value).length === 0);
}

function untried({ method, path, operation: { operationId } }: Found, why: string): Untried {
  return { operation: typeof operationId === 'string' ? operationId : `${method} ${path}`, why };
}

const every = [...methods, ...OTHERS];

/** Requests that the API sends: the rows of a report, and the operations among them. */
interface Sent {
  readonly rows: readonly Untried[];
  readonly operations: readonly Found[];
}

/**
 * What the API sends by webhooks, or by one callback; the whole, or a part of it, where it has no operation.
 *
 * @param own the operations of paths: their ids are not those of requests that the API sends
 */
function sentBy(document: JsonObject, whole: string, items: unknown, own: ReadonlySet<unknown>): Sent {
  const parts = entriesOf(items).filter(([path]) => !path.startsWith('x-'));
  const found = parts.map(([path, item]) => ({ path, operations: operationsOf(document, { [path]: item }, every) }));
  const operations = found.flatMap((part) => part.operations);
  if (operations.length === 0) return { rows: [{ operation: whole, why: UNREADABLE }], operations };
  const rows = found.flatMap((part) => {
    if (part.operations.length === 0) return [{ operation: part.path, why: UNREADABLE }];
    return part.operations.map(({ operation, ...one }) =>
      untried({ ...one, operation: own.has(operation) ? {} : operation }, SENT_BY_THE_API),
    );
  });
  return { rows, operations };
}

/** What the API sends because of one operation. */
function calledBackBy(document: JsonObject, one: Found, own: ReadonlySet<unknown>): readonly Sent[] {
  const { callbacks } = one.operation;
  if (isEmpty(callbacks)) return [];
  if (isObject(callbacks)) {
    return Object.entries(callbacks).map(([name, items]) => sentBy(document, name, follow(document, items), own));
  }
  return [{ rows: [{ operation: `callbacks of ${untried(one, '').operation}`, why: UNREADABLE }], operations: [] }];
}

/**
 * The operations of a document that the suite has no request for: other methods, webhooks and callbacks, also those of
 * webhooks and callbacks.
 *
 * @example
 * untriedIn({ webhooks: { sold: { post: { operationId: 'sold' } } } }); // [{ operation: 'sold', why: 'the API ...' }]
 */
export function untriedIn(document: JsonObject): readonly Untried[] {
  const others = operationsOf(document, document['paths'], OTHERS);
  const paths = operationsOf(document, document['paths'], every);
  const own = new Set(paths.map(({ operation }) => operation));
  // Before OpenAPI 3.1, webhooks were an extension.
  const sent = ['webhooks', 'x-webhooks'].flatMap((name) =>
    isEmpty(document[name]) ? [] : [sentBy(document, name, document[name], own)],
  );
  // A callback may lead back to itself: those of each operation are listed once.
  const callers = new Map(
    [...paths, ...sent.flatMap(({ operations }) => operations)].map((one) => [one.operation, one]),
  );
  for (const caller of callers.values()) {
    for (const one of calledBackBy(document, caller, own)) {
      sent.push(one);
      for (const inner of one.operations) if (!callers.has(inner.operation)) callers.set(inner.operation, inner);
    }
  }
  return [
    ...others.map((one) => untried(one, `the suite sends no ${one.method} requests`)),
    ...sent.flatMap(({ rows }) => rows),
  ];
}
