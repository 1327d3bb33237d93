/** Sites, pages, comments and users to try things on: named in the target, found, or made. */
import type { Call, CredentialUse, Exchange } from '../../model/exchange.ts';
import { isSuccess } from '../../model/exchange.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';
import { seededUuid } from '../../model/uuid.ts';
import { blockedBy, inconclusive } from '../judgement.ts';
import type { Judgement, Scene } from '../rule.ts';
import type { Say } from '../shared/conversation.ts';
import { dataOf, objectOf } from '../shared/data.ts';
import { ask, type SiteChoice } from './calls.ts';

export interface KnownSite {
  readonly id: number;
  readonly slug?: string;
}

export type Asking<Result> = Generator<Call, Result, Exchange>;

/** Numbers of sites that may exist: those of the documented examples, and the first ones. */
const LIKELY_SITES = [21, 22, 4, 1, 2, 3];

const SITE_HINT = 'name two sites that take comments as known.sites in the target file';

const SIGN_IN_HINT =
  'name a keystore or the domain of messages under sign_in, or a token as credentials.CommentToken, in the target file';

/** The sites that the target names, else those of a few numbers that exist; at most two. */
export function* findSites(scene: Scene): Asking<readonly KnownSite[]> {
  const { choices } = scene.target.known;
  const sites = objectsOf(isObject(choices) ? choices['site'] : undefined);
  if (sites.length > 0) return sites.map(({ site_id: id }) => ({ id: Number(id) }));
  const found: KnownSite[] = [];
  for (const id of LIKELY_SITES) {
    const exchange = yield ask(scene, 'readSite', { label: `site ${id}`, id, credentials: 'none', intent: 'open' });
    const site = objectOf(exchange);
    if (isSuccess(exchange) && site !== null) found.push({ id });
    if (found.length === 2) break;
  }
  return found;
}

/** The first site; null, with the reason told, when there is none. */
export function* needSite(scene: Scene, say: Say): Asking<KnownSite | null> {
  const [site] = yield* findSites(scene);
  if (site === undefined) say(inconclusive('no site is known', SITE_HINT));
  return site ?? null;
}

/** Two sites; null, with the reason told, when there are not so many. */
export function* needTwoSites(scene: Scene, say: Say): Asking<readonly [KnownSite, KnownSite] | null> {
  const [one, other] = yield* findSites(scene);
  if (one !== undefined && other !== undefined) return [one, other];
  say(inconclusive('no two sites are known', SITE_HINT));
  return null;
}

/** Why nobody can act: the target says of nobody how to sign in, or signing in failed. */
export function nobody(scene: Scene): Judgement {
  const problem = scene.signInProblem ?? null;
  return inconclusive(
    problem === null ? 'the suite cannot sign in' : `the suite cannot sign in: ${problem}`,
    SIGN_IN_HINT,
  );
}

/** The users that the suite can act as. */
export function users({ target }: Scene): readonly ('given' | 'other')[] {
  const has = (credentials: Readonly<Record<string, string>>) => credentials['CommentToken'] !== undefined;
  return [
    ...(has(target.credentials) ? (['given'] as const) : []),
    ...(has(target.otherCredentials) ? (['other'] as const) : []),
  ];
}

/** How a request chooses a page: by the number of the site and the slug together, or by one of them. */
export type Form = 'both' | 'id' | 'slug';

/** A slug that the suite made up chooses no site by itself. */
function formsFor({ site }: Page): readonly Form[] {
  return site.slug === undefined ? ['both', 'id'] : ['both', 'id', 'slug'];
}

/** Where a request has its choice of site. */
export type Side = 'header' | 'query';

export function otherSide(side: Side): Side {
  return side === 'header' ? 'query' : 'header';
}

/** A page that nobody else writes on, as long as the server takes new ones. */
export interface Page {
  readonly site: KnownSite;
  readonly slug: string;
}

/** A page of a site for a case.. */
export function pageOf({ seed, run }: Scene, site: KnownSite, name: string): Page {
  return { site, slug: site.slug ?? `conformance/${seededUuid(seed, run, name)}` };
}

export function choiceOf({ site, slug }: Page, form: Form): SiteChoice {
  return { both: { id: site.id, slug }, id: { id: site.id }, slug: { slug } }[form];
}

/** A comment that was written, and in which form the choice of its page was accepted. */
export interface Written {
  readonly id: number;
  readonly comment: JsonObject;
  readonly exchange: Exchange;
  readonly form: Form;
}

export interface WriteOptions {
  readonly label: string;
  readonly content?: string;
  readonly credentials?: CredentialUse;
  /** Where the page is chosen. Default: in the header. */
  readonly side?: Side;
  /** What the other side chooses; nothing by default. */
  readonly against?: Page;
  /** The form that was accepted before. */
  readonly form?: Form | undefined;
}

/** What one side of a request chooses. */
export function onSide(
  side: Side,
  choice: SiteChoice,
  against: SiteChoice = {},
): { header: SiteChoice; query: SiteChoice } {
  return side === 'header' ? { header: choice, query: against } : { header: against, query: choice };
}

/** Writes a comment on a page, in whichever form the server takes the choice; what was tried last when in none. */
export function* tryToWrite(scene: Scene, page: Page, options: WriteOptions): Asking<Written | Exchange> {
  const { label, content = `A remark (${label}).`, credentials = 'given', side = 'header', against, form } = options;
  let last: Exchange | undefined;
  for (const one of form === undefined ? formsFor(page) : [form]) {
    const sides = onSide(side, choiceOf(page, one), against === undefined ? {} : choiceOf(against, one));
    const exchange = yield ask(scene, 'createComment', {
      label,
      ...sides,
      body: { content },
      credentials,
      intent: 'open',
    });
    const comment = objectOf(exchange);
    const id = comment?.['id'];
    if (comment !== null && typeof id === 'number') return { id, comment, exchange, form: one };
    // Written, but nothing that can be read: another form would only write it again.
    if (isSuccess(exchange)) return exchange;
    last = exchange;
    if (exchange.outcome.kind === 'failure' || [401, 403].includes(exchange.outcome.status)) break;
  }
  if (last === undefined) throw new Error('no form was tried');
  return last;
}

export function isWritten(result: Written | Exchange): result is Written {
  return 'comment' in result;
}

/** Writes a comment; null, with the reason told, when it is refused. */
function* write(scene: Scene, page: Page, say: Say, options: WriteOptions): Asking<Written | null> {
  const result = yield* tryToWrite(scene, page, options);
  if (isWritten(result)) return result;
  say(blockedBy(result));
  return null;
}

/** A page of the case's own with comments on it. */
export interface OwnPage extends Page {
  readonly form: Form;
  /** In the order in which they were written. */
  readonly written: readonly Written[];
}

/**
 * Writes comments on a page of the case's own.
 *
 * @param authors who writes, in turn. Default: the caller.
 * @param site Default: the first site.
 * @returns null, with the reason told, when that cannot be done.
 */
export function* ownPage(
  scene: Scene,
  say: Say,
  name: string,
  {
    count = 1,
    authors = ['given'],
    site,
  }: { count?: number; authors?: readonly CredentialUse[]; site?: KnownSite } = {},
): Asking<OwnPage | null> {
  if (users(scene).length === 0) {
    say(nobody(scene));
    return null;
  }
  const chosen = site ?? (yield* needSite(scene, say));
  if (chosen === null) return null;
  const page = pageOf(scene, chosen, name);
  const written: Written[] = [];
  for (let number = 1; number <= count; number += 1) {
    const form = written[0]?.form;
    const credentials = authors[(number - 1) % authors.length] ?? 'given';
    const one = yield* write(scene, page, say, { label: `write ${name} ${number}`, credentials, form });
    if (one === null) return null;
    written.push(one);
  }
  return { ...page, form: written[0]?.form ?? 'both', written };
}

/** A comment of the case's own; null, with the reason told, when there can be none. */
export function* ownComment(
  scene: Scene,
  say: Say,
  name: string,
  credentials: CredentialUse = 'given',
): Asking<(Written & Page) | null> {
  const page = yield* ownPage(scene, say, name, { authors: [credentials] });
  const [written] = page?.written ?? [];
  return page === null || written === undefined ? null : { ...written, site: page.site, slug: page.slug };
}

/** The user whose credentials are used; null, with the reason told, when that cannot be read. */
export function* readMe(scene: Scene, say: Say, credentials: CredentialUse): Asking<JsonObject | null> {
  const exchange = yield ask(scene, 'readMe', { label: `me (${credentials})`, credentials });
  const me = objectOf(exchange);
  if (me === null) say(blockedBy(exchange));
  return me;
}

/** The comment of a number, read alone; null, with the reason told, when that is not answered. */
export function* readComment(scene: Scene, say: Say, id: number, label: string): Asking<Exchange | null> {
  const exchange = yield ask(scene, 'readComment', { label, id });
  if (dataOf(exchange) !== undefined) return exchange;
  say(blockedBy(exchange));
  return null;
}
