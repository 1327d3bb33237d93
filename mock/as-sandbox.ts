/**
 * Behaviour of the sandbox beyond its documents. The mock of the contract behaves alike, so that a client that works
 * with one of them works with the other; the tests in `e2e/mock/` send the same requests to both.
 */
import type { Target } from './target.ts';

/** The path of a request and its query as sent. */
export type Address = Pick<Target, 'path' | 'search'>;

/**
 * Normalizes the variants of an address: with `/api` in front, with a slash at the end, with an empty cursor or offset.
 *
 * @param hasApi whether the service's own paths begin with `/api`
 */
export function oneAddress({ path, search }: Address, hasApi: boolean): Address {
  const relative = !hasApi && path.startsWith('/api/') ? path.slice('/api'.length) : path;
  const trimmed = relative.length > 1 && relative.endsWith('/') ? relative.slice(0, -1) : relative;
  const pairs = search.split('&').filter((pair) => !/^(?:cursor|offset)=?$/.test(pair));
  return { path: trimmed, search: pairs.join('&') };
}

/** Parameters for which too large a number counts as the maximum. */
const COUNTS = new Set(['limit', 'offset', 'n']);

/** Whether the sandbox rejects an integer because JavaScript cannot represent it exactly. */
export function isBeyondExact(name: string, value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && !COUNTS.has(name);
}
