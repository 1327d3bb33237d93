/**
 * What the sandbox does beyond its documents. The mock of the contract does the same, so that a client that works with one
 * of them works with the other; `e2e/mock/` sends the same requests to both.
 */
import type { Target } from './target.ts';

/** The path of a request, and its query as it was sent. */
export type Address = Pick<Target, 'path' | 'search'>;

/**
 * One address for the ways in which clients write it: with `/api` in front, with a slash at the end, with a cursor or an
 * offset that is empty.
 *
 * @param hasApi whether the service's own paths begin with `/api`
 */
export function oneAddress({ path, search }: Address, hasApi: boolean): Address {
  const relative = !hasApi && path.startsWith('/api/') ? path.slice('/api'.length) : path;
  const trimmed = relative.length > 1 && relative.endsWith('/') ? relative.slice(0, -1) : relative;
  const pairs = search.split('&').filter((pair) => !/^(?:cursor|offset)=?$/.test(pair));
  return { path: trimmed, search: pairs.join('&') };
}

/** Parameters of which a number too large means the largest. */
const COUNTS = new Set(['limit', 'offset', 'n']);

/** Whether an integer is one that the sandbox does not take for another: beyond what a number holds exactly. */
export function isBeyondExact(name: string, value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && !COUNTS.has(name);
}
