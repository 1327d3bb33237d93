/** Finds the operations of a document that the suite has no request for. They are reported, and never judged. */
import { isObject, type JsonObject } from '../values/json.ts';
import { methods } from './document.ts';
import { follow } from './normalised.ts';

/** An operation that is not called. */
export interface Untried {
  /** The operationId, or the method and the path. */
  readonly operation: string;
  /** A part of a sentence. */
  readonly why: string;
}

/** The methods of OpenAPI 3.2 that requests are not made for. */
const OTHERS = ['trace', 'query'] as const;

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
    const item = follow(document, given);
    const own = names.map((name) => [name.toUpperCase(), item[name]] as const);
    return [...own, ...entriesOf(item['additionalOperations'])].flatMap(([method, operation]) =>
      isObject(operation) && !path.startsWith('x-') ? [{ method, path, operation }] : [],
    );
  });
}

function untried({ method, path, operation: { operationId } }: Found, why: string): Untried {
  return { operation: typeof operationId === 'string' ? operationId : `${method} ${path}`, why };
}

/**
 * The operations of a document that the suite has no request for: other methods, webhooks and callbacks.
 *
 * @example
 * untriedIn({ webhooks: { sold: { post: { operationId: 'sold' } } } }); // [{ operation: 'sold', why: 'the API ...' }]
 */
export function untriedIn(document: JsonObject): readonly Untried[] {
  const every = [...methods, ...OTHERS];
  const others = operationsOf(document, document['paths'], OTHERS);
  // Before OpenAPI 3.1, webhooks were an extension.
  const webhooks = ['webhooks', 'x-webhooks'].flatMap((name) => operationsOf(document, document[name], every));
  const callbacks = operationsOf(document, document['paths'], every).flatMap(({ operation }) =>
    entriesOf(operation['callbacks']).flatMap(([, one]) => operationsOf(document, follow(document, one), every)),
  );
  return [
    ...others.map((one) => untried(one, `the suite sends no ${one.method} requests`)),
    ...[...webhooks, ...callbacks].map((one) => untried(one, SENT_BY_THE_API)),
  ];
}
