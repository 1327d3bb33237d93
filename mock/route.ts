/** What a document has at a path, where Prism finds nothing: other methods, or something near. */
import type { IHttpOperation } from '@stoplight/types';

/** The index of the paths of a document. */
export interface Routes {
  /** The methods that a path takes, with HEAD and OPTIONS; empty where there is nothing. */
  methodsAt(path: string): readonly string[];
  /** Whether the document has an operation for HEAD at a path: elsewhere it is answered as GET is. */
  hasHead(path: string): boolean;
  /** The operation that a request was likely meant for: `listFlips: GET /flips`; undefined in a document without any. */
  nearest(method: string, path: string): string | undefined;
  /** A path below one of the document's base addresses as the document has it; undefined where it is not below them. */
  toOwn(path: string): string | undefined;
}

/** How paths are taken. */
export interface RouteOptions {
  /** The only base path, such as `/base/v1`; undefined: the ones of the document, or none. */
  readonly prefix?: string | undefined;
  /** The paths of the document's servers. */
  readonly bases: readonly string[];
}

const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS'];

/** Makes the routes of a document. */
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

/** How many segments have to be changed, added or removed; a parameter matches any, at a small price. */
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
  // Words that begin or end alike are likely meant for each other.
  const [shorter, longer] = segment.length < name.length ? [segment, name] : [name, segment];
  const isNear = shorter.length > 2 && (longer.startsWith(shorter.slice(0, -1)) || longer.endsWith(shorter.slice(1)));
  return isNear ? 0.4 : 1;
}
