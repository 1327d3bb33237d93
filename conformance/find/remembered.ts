/** What was found on a server is found once for the whole run. */
import type { Talk } from '../rules/rule.ts';

/** @param key names what is found; unique among everything that is remembered. */
export function remembered<Result>({ scene }: Talk, key: string, find: () => Promise<Result>): Promise<Result> {
  const known = scene.found.get(key) as Promise<Result> | undefined;
  if (known !== undefined) return known;
  const found = find();
  scene.found.set(key, found);
  // What could not be asked now may be asked by another conversation.
  found.catch(() => scene.found.delete(key));
  return found;
}
