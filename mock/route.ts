/** Finds what a document has near a path for which Prism finds no operation: other methods, or a similar path. */
import type { IHttpOperation } from '@stoplight/types';

/** The index of the paths of a document. */
export interface Routes {
  /** The methods of a path, with HEAD and OPTIONS; empty when the document does not have the path. */
  methodsAt(path: string): readonly string[];
  /** Whether the document has an operation for HEAD at a path; otherwise HEAD is answered like GET. */
  hasHead(path: string): boolean;
  /** The operation that was probably meant: `listFlips: GET /flips`; undefined in a document without operations. */
  nearest(method: string, path: string): string | undefined;
  /** Removes the base path from a request's path; undefined when the path does not start with one. */
  toOwn(path: string): string | undefined;
}

/** The base paths of a document. */
export interface RouteOptions {
  /** The only base path, such as `/base/v1`. Default: those of the document, or none. */
  readonly prefix?: string | undefined;
  /** The paths of the document's servers. */
  readonly bases: readonly string[];
}

const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS'];

/** Creates the routes of a document. */
export function createRoutes(operations: readonly IHttpOperation[], options: RouteOptions): Routes {
  const known = operations.map(({ path, method }) => ({
    pattern: patternOf(path),
    methods: method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  }));
  const isKnown = (path: string) => known.some(({ pattern }) => pattern.test(path));
  const bases = options.bases.map((base) => patternOf(base, '(?=/|$)'));
  const { prefix = '' } = options;

  return {
    methodsAt(path) {
      const methods = known.filter(({ pattern }) => pattern.test(path)).flatMap((entry) => entry.methods);
      return methods.length === 0 ? [] : ORDER.filter((method) => method === 'OPTIONS' || methods.includes(method));
    },
    hasHead: (path) => known.some(({ pattern, methods }) => methods[0] === 'HEAD' && pattern.test(path)),
    nearest(method, path) {
      const [first, ...others] = operations.map((operation) => ({
        operation,
        distance: distanceOf(path, operation.path) + (operation.method === method.toLowerCase() ? 0 : 0.5),
      }));
      if (first === undefined) return undefined;
      const { operation } = others.reduce((best, each) => (each.distance < best.distance ? each : best), first);
      const name = operation.iid === undefined ? '' : `${operation.iid}: `;
      return `${name}${operation.method.toUpperCase()} ${prefix}${operation.path}`;
    },
    toOwn(path) {
      if (prefix !== '') {
        const own = path === prefix ? '/' : path.slice(prefix.length);
        return path.startsWith(prefix) && own.startsWith('/') ? own : undefined;
      }
      if (bases.length === 0 || isKnown(path)) return path;
      const base = bases.map((pattern) => pattern.exec(path)?.[0] ?? '').find((text) => text !== '');
      return base === undefined ? path : path.slice(base.length) || '/';
    },
  };
}

function patternOf(template: string, end = '$'): RegExp {
  const text = template
    .split(/\{[^}]+\}/)
    .map((literal) => literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('[^/]+');
  return new RegExp(`^${text}${end}`);
}

/** Number of segments to change, add or remove; a parameter matches any segment, at a small cost. */
function distanceOf(path: string, template: string): number {
  const known = segmentsOf(template);
  let row = [0, ...known.map((_, index) => index + 1)];
  for (const segment of segmentsOf(path)) {
    const next = [(row[0] ?? 0) + 1];
    for (const [index, name] of known.entries()) {
      const [diagonal = 0, above = 0, left = 0] = [row[index], row[index + 1], next[index]];
      next.push(Math.min(left + 1, above + 1, diagonal + priceOf(segment, name)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .slice(0, 50);
}

function priceOf(segment: string, name: string): number {
  if (segment === name) return 0;
  if (name.includes('{')) return 0.2;
  // Words with a common beginning or end are probably meant for each other.
  const [shorter, longer] = segment.length < name.length ? [segment, name] : [name, segment];
  const isNear = shorter.length > 2 && (longer.startsWith(shorter.slice(0, -1)) || longer.endsWith(shorter.slice(1)));
  return isNear ? 0.4 : 1;
}
