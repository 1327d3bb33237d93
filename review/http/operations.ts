/** The operations of a document: those of its paths, and those that the server calls (webhooks and callbacks). */
import { arrayOf, isObject, type JsonObject, objectOf, segmentText } from '../json.ts';
import { resolved, type Written } from './reference.ts';

/** The methods that an OpenAPI path item may hold; `query` since 3.2. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

/** Members of a path item that are interpreted. */
const PATH_ITEM: ReadonlySet<string> = new Set([...METHODS, 'additionalOperations', 'parameters', 'servers', '$ref']);

/** The caller of an operation: a client or the server. */
export type Caller = 'client' | 'server';

/** An operation of one document. */
export interface OperationRef {
  /** Equal for the same operation on both sides. */
  readonly key: string;
  /** Name for people, such as `GET /markets/{id}`. */
  readonly name: string;
  readonly operationId: string | undefined;
  readonly caller: Caller;
  readonly node: JsonObject;
  readonly pointer: string;
  /** Pointer of its path, which may be a reference. */
  readonly path: string;
  /** Parameters that the path declares for all its operations. */
  readonly shared: readonly Written[];
  /** The parameters in the path, in their order. */
  readonly pathNames: readonly string[];
  /** Other members of the path: texts and extensions. */
  readonly item: JsonObject;
  /** The servers of the operation or its path; undefined when the document's servers apply. */
  readonly servers: unknown;
}

/**
 * A path as requests have it: with numbered parameters, because their names have no effect, and with other characters
 * escaped in one way (RFC 3986, 6.2.2).
 */
export function canonicalPath(path: string): string {
  let count = 0;
  return path
    .toWellFormed()
    .replaceAll(/\{[^}]*\}/g, () => {
      count += 1;
      return `{${count}}`;
    })
    .replaceAll(/[^!-~]+/g, encodeURIComponent)
    .replaceAll(/%[\da-f]{2}/gi, (written) => {
      const character = String.fromCharCode(Number.parseInt(written.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : written.toUpperCase();
    });
}

/** The shapes that several paths of a document share, which OpenAPI forbids. */
export function ambiguousShapes(source: JsonObject): readonly string[] {
  const shapes = Object.keys(objectOf(source['paths'])).map(canonicalPath);
  return [...new Set(shapes.filter((shape, index) => shapes.indexOf(shape) !== index))];
}

/**
 * Lists the operations of a source document, in document order.
 *
 * @param literal shapes of paths that are compared as text, including parameter names
 */
export function operationsOf(source: JsonObject, literal: ReadonlySet<string> = new Set()): readonly OperationRef[] {
  const found: OperationRef[] = [];
  for (const [path, item] of Object.entries(objectOf(source['paths']))) {
    if (path.startsWith('x-')) continue;
    const shape = canonicalPath(path);
    const keyPath = literal.has(shape) ? path : shape;
    const written = { schema: item, pointer: `#/paths/${segmentText(path)}` };
    const key = (method: string) => `${method} ${keyPath}`;
    found.push(...operationsIn(source, resolved(source, written), 'client', path, key, written, new Set()));
  }
  for (const member of WEBHOOKS) {
    for (const [name, item] of Object.entries(objectOf(source[member]))) {
      const written = { schema: item, pointer: `#/${member}/${segmentText(name)}` };
      const key = (method: string) => `webhook ${name} ${method}`;
      found.push(
        ...operationsIn(source, resolved(source, written), 'server', `webhook ${name}`, key, written, new Set()),
      );
    }
  }
  return found;
}

/** Members with webhooks: `webhooks` since OpenAPI 3.1, before that a common extension. */
const WEBHOOKS = ['webhooks', 'x-webhooks'] as const;

function operationsIn(
  source: JsonObject,
  { schema, pointer }: Written,
  caller: Caller,
  label: string,
  keyOf: (method: string) => string,
  { schema: reference, pointer: path }: Written,
  seen: ReadonlySet<string>,
): readonly OperationRef[] {
  const item = { ...objectOf(reference), ...objectOf(schema) };
  // A path item has members beside its reference, too.
  const placeOf = (name: string) => `${objectOf(schema)[name] === undefined ? path : pointer}/${name}`;
  const around = Object.fromEntries(Object.entries(item).filter(([name]) => !PATH_ITEM.has(name)));
  const shared = arrayOf(item['parameters']).map((node, index) => ({
    schema: node,
    pointer: `${placeOf('parameters')}/${index}`,
  }));
  const pathNames = [...label.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '');
  const extra = Object.entries(objectOf(item['additionalOperations'])).map(([method, node]) => ({
    method,
    node,
    at: `${placeOf('additionalOperations')}/${segmentText(method)}`,
  }));
  const usual = METHODS.map((method) => ({ method, node: item[method], at: placeOf(method) }));
  return [...usual, ...extra].flatMap(({ method, node, at }) => {
    if (!isObject(node)) return [];
    const { operationId } = node;
    const own: OperationRef = {
      key: keyOf(method),
      name: `${method.toUpperCase()} ${label}`,
      operationId: typeof operationId === 'string' ? operationId : undefined,
      caller,
      node,
      pointer: at,
      path,
      shared,
      pathNames: caller === 'client' ? pathNames : [],
      item: around,
      servers: node['servers'] ?? item['servers'],
    };
    return [own, ...callbacksOf(source, own, seen)];
  });
}

/** The callbacks of an operation, and those of its callbacks; a recursive callback ends. */
function callbacksOf(source: JsonObject, operation: OperationRef, seen: ReadonlySet<string>): readonly OperationRef[] {
  return Object.entries(objectOf(operation.node['callbacks'])).flatMap(([name, node]) => {
    const callback = resolved(source, {
      schema: node,
      pointer: `${operation.pointer}/callbacks/${segmentText(name)}`,
    });
    if (seen.has(callback.pointer)) return [];
    return Object.entries(objectOf(callback.schema)).flatMap(([expression, item]) => {
      if (expression.startsWith('x-')) return [];
      const at = { schema: item, pointer: `${callback.pointer}/${segmentText(expression)}` };
      const label = `${expression} (callback ${name} of ${operation.name})`;
      const key = (method: string) => `${operation.key} callback ${name} ${expression} ${method}`;
      const inner = new Set([...seen, callback.pointer]);
      return operationsIn(source, resolved(source, at), 'server', label, key, at, inner);
    });
  });
}
