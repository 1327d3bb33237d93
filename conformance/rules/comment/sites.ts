/** Sites that comments can be written on: named in the target, or found. */
import { remembered } from '../../find/find.ts';
import { type Operation, operationOf } from '../../model/api.ts';
import { callOf, type Input, noInput } from '../../model/call.ts';
import { isSuccess } from '../../model/exchange.ts';
import { seededUuid } from '../../model/uuid.ts';
import type { Talk } from '../rule.ts';
import { commentKnown, type KnownSite } from './known.ts';

/** Numbers of sites that may exist: those of the documented examples, and the first ones. */
const LIKELY_SITES = [21, 22, 4, 1, 2, 3];

/** The sites that the target names, else those of a few numbers that exist; at most two. */
export function sitesOf(talk: Talk): Promise<readonly KnownSite[]> {
  return remembered(talk, 'sites', async () => {
    const { sites = [] } = commentKnown(talk.scene);
    if (sites.length > 0) return sites;
    const found: KnownSite[] = [];
    for (const id of LIKELY_SITES) {
      const input = { ...noInput, path: { site_id: String(id) } };
      const options = { label: `site ${id}`, credentials: 'none', intent: 'open' } as const;
      const exchange = await talk.ask(callOf(operationOf(talk.scene.api, 'readSite'), input, options));
      if (isSuccess(exchange)) found.push({ id });
      if (found.length === 2) break;
    }
    return found;
  });
}

/** Chooses a site for operations that need one (document 2, Choosing a site); what is written stands on a page of its own. */
export async function withSite({ parameters, body }: Operation, talk: Talk): Promise<Partial<Input> | null> {
  if (!parameters.some(({ name }) => name === 'X-COMMENT-SITE-ID')) return null;
  const [site] = await sitesOf(talk);
  if (site === undefined) return null;
  const slug = site.slug ?? `conformance/${seededUuid(talk.scene.seed, talk.scene.run, 'a page')}`;
  const chosen = { 'X-COMMENT-SITE-ID': String(site.id) };
  return { headers: body === null ? chosen : { ...chosen, 'X-COMMENT-SITE-SLUG': slug } };
}
