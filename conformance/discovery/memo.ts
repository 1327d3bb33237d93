/**
 * What was found on a server is found once for the whole run. Where what is to be found needs itself (the folders of a
 * folder), nobody must wait for ever: the one who would close the circle does without.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CheckContext, SuiteContext } from '../core/context.ts';
import { Stopped } from '../core/judgement.ts';

/** What is looked for, from the outermost to what is looked for now. */
const chain = new AsyncLocalStorage<readonly string[]>();

/** By scene: what each thing that is looked for waits for. */
const waits = new WeakMap<SuiteContext, Map<string, Set<string>>>();

function waitsOf(suite: SuiteContext): Map<string, Set<string>> {
  const known = waits.get(suite) ?? new Map<string, Set<string>>();
  waits.set(suite, known);
  return known;
}

/** Whether one thing waits for another, or for something that does. */
function leadsTo(graph: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const left = [from];
  for (let key = left.pop(); key !== undefined; key = left.pop()) {
    if (key === to) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    left.push(...(graph.get(key) ?? []));
  }
  return false;
}

/**
 * Finds something, or gives back what was found before.
 *
 * @param key names what is found; unique among everything that is remembered.
 * What ended the conversation that looked for it ends every other that does.
 *
 * @param without what is given to the one who looks for it while it is looked for because of him.
 */
export async function memoized<Result>(
  { suite }: CheckContext,
  key: string,
  find: () => Promise<Result>,
  without?: Result,
): Promise<Result> {
  const within = chain.getStore() ?? [];
  const seeker = within.at(-1);
  const graph = waitsOf(suite);
  const known = suite.found.get(key) as Promise<Result> | undefined;
  if (known !== undefined && seeker !== undefined && without !== undefined && leadsTo(graph, key, seeker))
    return without;
  // A moment later, so that who finds it can be known before.
  const found = known ?? Promise.resolve().then(() => chain.run([...within, key], find));
  if (known === undefined) {
    suite.found.set(key, found);
    // What could not be asked now may be asked by another conversation.
    found.catch((error: unknown) => error instanceof Stopped || suite.found.delete(key));
  }
  if (seeker === undefined) return found;
  const awaited = graph.get(seeker) ?? new Set<string>();
  graph.set(seeker, awaited.add(key));
  try {
    return await found;
  } finally {
    awaited.delete(key);
  }
}
