/**
 * Runs each search on a server once in a run. If a search needs its own result (the folders of a folder), waiting for
 * it would never end, so the inner search gets a substitute.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CheckContext, Search } from '../core/context.ts';
import { Stopped } from '../core/judgement.ts';

/** The searches that led here, the innermost last. */
const chain = new AsyncLocalStorage<readonly Search[]>();

/** Whether a search waits for another one, directly or through others. */
function waitsFor(from: Search, to: Search): boolean {
  const seen = new Set<Search>();
  const left = [from];
  for (let search = left.pop(); search !== undefined; search = left.pop()) {
    if (search === to) return true;
    if (seen.has(search)) continue;
    seen.add(search);
    left.push(...search.waits);
  }
  return false;
}

/** Starts a search, a moment later, so that the chain can name it. */
function started(find: () => Promise<unknown>, within: readonly Search[]): Search {
  const search: Search = {
    result: Promise.resolve().then(() => chain.run([...within, search], find)),
    waits: new Set(),
  };
  return search;
}

/** Options of {@link once}. */
export interface OnceOptions<Parts extends readonly unknown[], Result> {
  /** Identifies the arguments. Default: their JSON. */
  readonly key?: (...parts: Parts) => string;
  /** The substitute for a search that needs its own result. Absent: no search does. */
  readonly without?: Result;
}

/**
 * A search that runs once in a run for each list of arguments; later calls get its result. A search that was stopped is
 * not repeated. One that failed otherwise is.
 *
 * @example
 * const firstBot = once(async (ctx: CheckContext) => botIn(await ctx.send(call)));
 */
export function once<Parts extends readonly unknown[], Result>(
  find: (ctx: CheckContext, ...parts: Parts) => Promise<Result>,
  { key = (...parts) => JSON.stringify(parts), without }: OnceOptions<Parts, Result> = {},
): (ctx: CheckContext, ...parts: Parts) => Promise<Result> {
  const search = async (ctx: CheckContext, ...parts: Parts): Promise<Result> => {
    const { found } = ctx.suite;
    const searches = found.get(search) ?? new Map<string, Search>();
    found.set(search, searches);
    const within = chain.getStore() ?? [];
    const seeker = within.at(-1);
    const name = key(...parts);
    const known = searches.get(name);
    if (known !== undefined && seeker !== undefined && without !== undefined && waitsFor(known, seeker)) return without;
    const current = known ?? started(() => find(ctx, ...parts), within);
    if (known === undefined) {
      searches.set(name, current);
      // Another conversation may find what could not be found now.
      current.result.catch((error: unknown) => error instanceof Stopped || searches.delete(name));
    }
    if (seeker === undefined) return current.result as Promise<Result>;
    seeker.waits.add(current);
    try {
      return (await current.result) as Result;
    } finally {
      seeker.waits.delete(current);
    }
  };
  return search;
}
