/** What is there already: comments of the known sites, and what people they lead to. Reads only. */
import type { JsonObject } from '../../model/json.ts';
import type { Scene } from '../rule.ts';
import { listOf } from '../shared/data.ts';
import { ask } from './calls.ts';
import { type Asking, findSites } from './fixtures.ts';

/** Comments of the known sites, as the first page of each shows them. */
export function* findComments(scene: Scene): Asking<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for (const { id, slug } of yield* findSites(scene)) {
    const label = `list site ${id}`;
    const exchange = yield ask(scene, 'listComments', { label, header: { id }, credentials: 'none', intent: 'open' });
    const comments = listOf(exchange, 'comments');
    if (comments !== null) found.push(...comments);
    else if (slug !== undefined) {
      const again = yield ask(scene, 'listComments', { label, header: { slug }, credentials: 'none', intent: 'open' });
      found.push(...(listOf(again, 'comments') ?? []));
    }
  }
  return found;
}

/** The number of a comment or a user, whether it is written as a number or as text. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** The different numbers that objects have as a member. */
export function numbersOf(objects: readonly JsonObject[], member: string): readonly number[] {
  return [...new Set(objects.flatMap(({ [member]: value }) => numberOf(value) ?? []))];
}
