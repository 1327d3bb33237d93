/** Pages, orders and choices of a site, where the documents leave them open. */
import { isSuccess } from '../../../model/exchange.ts';
import { isObject, type JsonObject } from '../../../model/json.ts';
import { parseInstant } from '../../../model/time.ts';
import type { Rule, Scene } from '../../rule.ts';
import { dataOf, listOf, objectOf } from '../../shared/data.ts';
import { acceptance, notSeen, observer } from '../../shared/observe.ts';
import { type Ask, ask } from '../calls.ts';
import { commentsOf, ENOUGH, listPage, variedPage } from '../comments/list.ts';
import { type Asking, choiceOf, findSites, ownPage, pageOf, users } from '../fixtures.ts';

const NOBODY = notSeen('the suite cannot sign in');
const NOTHING = notSeen('nothing could be written');

function silent(): void {
  // An observer blames nobody.
}

function* bigList(scene: Scene, limit?: number): Asking<number | null> {
  let most: number | null = null;
  for (const { id } of yield* findSites(scene)) {
    const page: Ask['page'] = limit === undefined ? {} : { limit };
    const label = `site ${id}, limit ${limit ?? 'none'}`;
    const exchange = yield ask(scene, 'listComments', {
      label,
      header: { id },
      page,
      credentials: 'none',
      intent: 'open',
    });
    const { length } = commentsOf(exchange) ?? [];
    most = Math.max(most ?? 0, length);
  }
  return most;
}

const MANY = 100_000;

export const pageSize: Rule = observer('comment.limits.page-size', 'listComments', function* (scene) {
  const plain = yield* bigList(scene);
  const large = yield* bigList(scene, 50);
  if (plain === null || large === null || plain === 0) return notSeen('no site with comments is known');
  // Without more comments than a page takes, its size does not show.
  return large === plain ? notSeen('a page without limit holds all, or as many as with limit=50') : `default ${plain}`;
});

export const limitRange: Rule = observer('comment.paging.limit-range', 'listComments', function* (scene) {
  const [site] = yield* findSites(scene);
  if (site === undefined) return notSeen('no site is known');
  const told: string[] = [];
  for (const limit of [0, -1, MANY]) {
    const options = { label: `limit ${limit}`, header: { id: site.id }, page: { limit }, intent: 'open' } as const;
    const exchange = yield ask(scene, 'listComments', options);
    told.push(
      `${limit}: ${acceptance(exchange)}${limit === 0 && isSuccess(exchange) ? `, ${commentsOf(exchange)?.length} comments` : ''}`,
    );
  }
  return told.join('; ');
});

export const offsetUnit: Rule = observer('comment.paging.offset-unit', 'listComments', function* (scene) {
  const page = users(scene).length === 0 ? null : yield* ownPage(scene, silent, 'unit', { count: 4 });
  if (page === null) return NOBODY;
  const ids = (comments: readonly JsonObject[] | null) => JSON.stringify((comments ?? []).map(({ id }) => id));
  const whole = commentsOf(yield* listPage(scene, page, 'whole', ENOUGH)) ?? [];
  const second = ids(commentsOf(yield* listPage(scene, page, 'second', { limit: 2, offset: 1 })));
  if (second === ids(whole.slice(1, 3))) return 'rows';
  return second === ids(whole.slice(2, 4)) ? 'pages' : 'something else';
});

export const total: Rule = observer('comment.paging.total', 'listComments', function* (scene) {
  const page = users(scene).length === 0 ? null : yield* ownPage(scene, silent, 'total', { count: 3 });
  if (page === null) return NOBODY;
  const count = objectOf(yield* listPage(scene, page, 'one', { limit: 1 }))?.['total'];
  if (count === 3) return 'the whole list';
  return count === 1 ? 'the page' : 'something else';
});

/** `ascending`, `descending`, `level` or `mixed`. */
function directionOf(keys: readonly (bigint | number | null)[]): string {
  const steps = keys.slice(1).map((key, index) => {
    const before = keys[index] ?? null;
    if (key === null || before === null || key === before) return 0;
    return key > before ? 1 : -1;
  });
  if (steps.includes(1) && steps.includes(-1)) return 'mixed';
  if (steps.includes(1)) return 'ascending';
  return steps.includes(-1) ? 'descending' : 'level';
}

function timesOf(entries: readonly JsonObject[]): readonly (bigint | null)[] {
  return entries.map(({ created_at: text }) => (typeof text === 'string' ? parseInstant(text) : null));
}

function favorsOf(entries: readonly JsonObject[]): readonly (number | null)[] {
  return entries.map(({ favor_count: count }) => (typeof count === 'number' ? count : null));
}

export const orderDefault: Rule = observer('comment.comments.list-order-default', 'listComments', function* (scene) {
  const page = users(scene).length === 0 ? null : yield* variedPage(scene, silent, 'default order');
  if (page === null) return NOBODY;
  const comments = commentsOf(yield* listPage(scene, page, 'list', ENOUGH)) ?? [];
  const [times, favors] = [directionOf(timesOf(comments)), directionOf(favorsOf(comments))];
  if (times !== 'mixed' && times !== 'level') return `created_at, ${times}`;
  return favors === 'mixed' ? 'not ordered by time or favorites' : `favor_count, ${favors}`;
});

export const orderDirection: Rule = observer(
  'comment.comments.list-order-direction',
  'listComments',
  function* (scene) {
    const page = users(scene).length === 0 ? null : yield* variedPage(scene, silent, 'directions');
    if (page === null) return NOBODY;
    const byTime = commentsOf(yield* listPage(scene, page, 'by time', { ...ENOUGH, order_by: 'created_at' })) ?? [];
    const byFavor = commentsOf(yield* listPage(scene, page, 'by favor', { ...ENOUGH, order_by: 'favor_count' })) ?? [];
    return `created_at: ${directionOf(timesOf(byTime))}; favor_count: ${directionOf(favorsOf(byFavor))}`;
  },
);

export const replyOrder: Rule = observer('comment.replies.list-order', 'listReplies', function* (scene) {
  const page = users(scene).length === 0 ? null : yield* ownPage(scene, silent, 'reply order');
  const [comment] = page?.written ?? [];
  if (comment === undefined) return NOBODY;
  const ids: unknown[] = [];
  for (const number of [1, 2, 3]) {
    const body = { content: `Reply ${number}.` };
    const exchange = yield ask(scene, 'createReply', {
      label: `reply ${number}`,
      id: comment.id,
      body,
      intent: 'open',
    });
    ids.push(objectOf(exchange)?.['id']);
  }
  const list = yield ask(scene, 'listReplies', { label: 'list', id: comment.id, page: ENOUGH, intent: 'open' });
  const places = (listOf(list, 'replies') ?? []).map(({ id }) => ids.indexOf(id));
  const direction = directionOf(places);
  return direction === 'ascending' ? 'the oldest first' : direction === 'descending' ? 'the newest first' : direction;
});

export const replyListContent: Rule = observer('comment.replies.list-content', 'listReplies', function* (scene) {
  const page = users(scene).length === 0 ? null : yield* ownPage(scene, silent, 'list content');
  const [comment] = page?.written ?? [];
  if (comment === undefined) return NOBODY;
  const options = { label: 'with a body', id: comment.id, body: { content: 'text' }, intent: 'open' } as const;
  return acceptance(yield ask(scene, 'listReplies', options));
});

export const sitePage: Rule = observer('comment.sites.page', 'createComment', function* (scene) {
  const [site] = yield* findSites(scene);
  if (site === undefined || users(scene).length === 0) return site === undefined ? notSeen('no site is known') : NOBODY;
  const page = pageOf(scene, site, 'how a page is chosen');
  const [id, slug] = [{ id: site.id }, { slug: page.slug }];
  const ways = [
    ['both in headers', { header: { ...id, ...slug } }],
    ['both in the query', { query: { ...id, ...slug } }],
    ['site in a header, slug in the query', { header: id, query: slug }],
    ['site in the query, slug in a header', { header: slug, query: id }],
    ['site in a header alone', { header: id }],
    ['site in the query alone', { query: id }],
  ] as const;
  const told: string[] = [];
  for (const [way, sides] of ways) {
    const body = { content: `A remark (${way}).` };
    told.push(
      `${way}: ${acceptance(yield ask(scene, 'createComment', { label: way, ...sides, body, intent: 'open' }))}`,
    );
  }
  return told.join('; ');
});

export const siteSlug: Rule = observer('comment.sites.slug', 'listComments', function* (scene) {
  const page = users(scene).length === 0 ? null : yield* ownPage(scene, silent, 'what a slug chooses');
  if (page === null) return NOBODY;
  const exchange = yield ask(scene, 'listComments', { label: 'slug', header: choiceOf(page, 'slug'), intent: 'open' });
  const comments = commentsOf(exchange);
  if (comments === null) return `the slug of a page alone: ${acceptance(exchange)}`;
  return comments.every(({ slug }) => slug === page.slug)
    ? 'the slug of a page alone: its comments'
    : 'the slug of a page alone: other comments';
});

export const contentBounds: Rule = observer('comment.content.bounds', 'createComment', function* (scene) {
  const page = users(scene).length === 0 ? null : yield* ownPage(scene, silent, 'bounds');
  if (page === null) return NOBODY;
  const texts = [
    ['empty', ''],
    ['white space', ' \n\t '],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['50,000 characters', 'x'.repeat(50_000)],
  ] as const;
  const told: string[] = [];
  for (const [what, content] of texts) {
    const options = { label: what, header: choiceOf(page, page.form), body: { content }, intent: 'open' } as const;
    told.push(`${what}: ${acceptance(yield ask(scene, 'createComment', options))}`);
  }
  const body = { content: '  a remark \n' };
  const kept = objectOf(
    yield ask(scene, 'createComment', { label: 'ends', header: choiceOf(page, page.form), body, intent: 'open' }),
  );
  const content = kept?.['content'];
  const ends = content === body.content ? 'kept' : content === body.content.trim() ? 'trimmed' : NOTHING;
  return `${told.join('; ')}; white space at its ends: ${ends}`;
});

/** The data of a comment that was found with rewards. */
export const rewardShape: Rule = observer('comment.reward.shape', null, function* (scene) {
  const shapes = new Set<string>();
  for (const { id } of yield* findSites(scene)) {
    for (const order of ['created_at_asc', 'favor_count']) {
      const page = { limit: 50, order_by: order };
      const label = `site ${id} by ${order}`;
      const exchange = yield ask(scene, 'listComments', {
        label,
        header: { id },
        page,
        credentials: 'none',
        intent: 'open',
      });
      if (dataOf(exchange) === undefined) continue;
      for (const { rewards } of commentsOf(exchange) ?? []) {
        if (!Array.isArray(rewards)) continue;
        for (const reward of rewards) if (isObject(reward)) shapes.add(Object.keys(reward).sort().join(', '));
      }
      if (shapes.size > 0) break;
    }
  }
  return shapes.size === 0 ? notSeen('no comment with rewards was found') : [...shapes].sort().join('; ');
});
