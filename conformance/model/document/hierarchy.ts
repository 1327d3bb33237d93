/**
 * How paths lie below one another. A slash at the end makes no difference here: some frameworks write `/flows/` for the
 * collection of `/flows/{id}`, or one after every path.
 */

/** A path without the slash at its end. */
export function bare(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

export function isSamePath(path: string, other: string): boolean {
  return bare(path) === bare(other);
}

export function isBelow(path: string, above: string): boolean {
  return bare(path).startsWith(`${bare(above)}/`);
}

/** Whether a path names one thing: its last part is a parameter. */
export function isOfOne(path: string): boolean {
  return bare(path).endsWith('}');
}

/** The path of the collection that a path names one thing of; the path itself where it does not. */
export function collectionOf(path: string): string {
  return bare(path).replace(/\/\{[^}]+\}$/, '');
}
