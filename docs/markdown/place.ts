/** Resolves links, within the repository and between the pages of the site. */
import { posix } from 'node:path';

/** Whether a link leaves the repository or has a scheme. */
export function isExternal(target: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//');
}

/** A place in the repository: a path, and an anchor without `#`, which may be empty. */
export interface Place {
  readonly path: string;
  readonly anchor: string;
}

/** The target of a link in a file. @param from path of the file */
export function placeOf(target: string, from: string): Place {
  const [path = '', anchor = ''] = target.split('#', 2);
  const decoded = decodeURIComponent(path);
  const joined = decoded === '' ? from : posix.join(posix.dirname(from), decoded);
  return { path: joined.replace(/\/$/, ''), anchor: decodeURIComponent(anchor) };
}

/** A link from a page to another file of the site, which works at any base address of the site. */
export function relativeLink(from: string, to: string): string {
  const [path = '', anchor] = to.split('#', 2);
  const way = path === from ? '' : posix.relative(posix.dirname(from), path);
  const encoded = way.split('/').map(encodeURIComponent).join('/');
  return anchor === undefined ? encoded : `${encoded}#${anchor}`;
}
