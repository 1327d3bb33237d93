/** What is there already: comments of the known sites, and what people they lead to. Reads only. */
import type { JsonObject } from '../../model/json.ts';
import type { Scene } from '../rule.ts';
import { listOf } from '../shared/data.ts';
import { type Ask, ask } from './calls.ts';
import type { KnownSite } from './fixtures.ts';
import { type Asking, findSites } from './fixtures.ts';

/** The oldest first: what is written meanwhile does not change what is found. */
const OLDEST = { order_by: 'created_at_asc' };

/** Ways to ask for a list of a site, the best first: where one is refused the next may not be. */
function waysTo({ id, slug }: KnownSite): readonly Omit<Ask, 'label'>[] {
  return [
    { header: { id }, page: OLDEST },
    { header: { id } },
    ...(slug === undefined ? [] : [{ header: { slug }, page: OLDEST }]),
  ];
}

/** The oldest comments of the known sites. */
export function* findComments(scene: Scene): Asking<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for (const site of yield* findSites(scene)) {
    for (const way of waysTo(site)) {
      const label = `list site ${site.id}`;
      const exchange = yield ask(scene, 'listComments', { label, ...way, credentials: 'none', intent: 'open' });
      const comments = listOf(exchange, 'comments');
      if (comments === null) continue;
      found.push(...comments);
      break;
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
