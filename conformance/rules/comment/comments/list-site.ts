/** Which site's comments are listed: that of the header, else that of the query; none without a choice. */
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { excerpt } from '../../../model/json.ts';
import { blockedBy, broken, inconclusive, pass } from '../../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../../rule.ts';
import { publicRule } from '../../shared/access.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import { type Ask, ask } from '../calls.ts';
import {
  type Asking,
  choiceOf,
  type Form,
  findSites,
  needTwoSites,
  type OwnPage,
  onSide,
  otherSide,
  ownPage,
  type Side,
} from '../fixtures.ts';
import { asked } from '../inputs.ts';
import { commentsOf, listPage, needComments } from './list.ts';

/** Lists in each order and page by page: every comment must be of the site, or of the page. */
const queries: readonly NonNullable<Ask['page']>[] = [
  {},
  { limit: 2 },
  { limit: 2, offset: 1 },
  { order_by: 'created_at' },
  { order_by: 'created_at_asc' },
  { order_by: 'favor_count' },
  { order_by: 'favor_count', limit: 1 },
];

export const listPublic = publicRule('comment.comments.list-public', [asked.listComments]);

export const listSiteRequired: Rule = conversationRule('comment.comments.list-site-required', () => [
  {
    id: 'no site',
    operation: 'listComments',
    *talk(scene, say) {
      const [site] = yield* findSites(scene);
      const options = { label: 'with a site', header: { id: site?.id ?? 1 }, intent: 'open' } as const;
      const accepted = isSuccess(yield ask(scene, 'listComments', options));
      for (const page of queries.slice(0, 4)) {
        const exchange = yield ask(scene, 'listComments', { label: 'without a site', page, intent: 'invalid' });
        const expected = 'a refusal, since no site is chosen';
        if (isSuccess(exchange)) say(broken({ expected, actual: outcomeText(exchange), about: 'site', exchange }));
        else if (exchange.outcome.kind === 'failure') say(blockedBy(exchange));
        else if (accepted) say(pass);
        else say(inconclusive('no list is known to be accepted', asked.listComments.hint));
      }
    },
  },
]);

/** A page on each of two sites, with one comment each: of the same name, or of different names. */
function* twoPages(
  scene: Scene,
  say: Say,
  names: readonly [string, string],
): Asking<readonly [OwnPage, OwnPage] | null> {
  const sites = yield* needTwoSites(scene, say);
  if (sites === null) return null;
  const [one, other] = [
    yield* ownPage(scene, say, names[0], { site: sites[0] }),
    yield* ownPage(scene, say, names[1], { site: sites[1] }),
  ];
  return one === null || other === null ? null : [one, other];
}

/** Judges that a list is that of a page: with its comment, without those of the other, all of its site. */
function judgeList(exchange: Exchange, page: OwnPage, other: OwnPage, whole: boolean): Judgement {
  const comments = commentsOf(exchange);
  if (comments === null) {
    return broken({
      expected: `the comments of site ${page.site.id}`,
      actual: outcomeText(exchange),
      about: 'list',
      exchange,
    });
  }
  const expected = `the comments of site ${page.site.id}`;
  const wrong = comments.findIndex(({ site_id: id }) => id !== page.site.id);
  if (wrong >= 0) {
    const pointer = `/data/comments/${wrong}/site_id`;
    return broken({ expected, actual: `site ${excerpt(comments[wrong]?.['site_id'])}`, pointer, exchange });
  }
  const holds = ({ written }: OwnPage) => comments.some(({ id }) => id === written[0]?.id);
  if (holds(other)) {
    return broken({ expected, actual: 'a comment of another site', pointer: '/data/comments', exchange });
  }
  if (whole && !holds(page)) {
    const actual = `${comments.length} comments without the one that was written on this page`;
    return broken({ expected, actual, pointer: '/data/comments', exchange });
  }
  return pass;
}

/** Lists each of two pages, chosen on one side in the given forms, with the other page chosen on the other side or not. */
function* listBoth(
  scene: Scene,
  say: Say,
  side: Side,
  conflict: boolean,
  names: readonly [string, string] = ['shared name', 'shared name'],
): Script {
  const pages = yield* twoPages(scene, say, names);
  if (pages === null) return;
  const [one, another] = pages;
  const tried: Form[] = one.form === 'both' ? ['both', 'id'] : [one.form];
  for (const form of tried) {
    for (const [page, other] of [[one, another] as const, [another, one] as const, [one, another] as const]) {
      const label = `${page.site.id} in the ${side} (${form})`;
      const against = conflict ? choiceOf(other, form) : {};
      const sides = onSide(side, choiceOf(page, form), against);
      // How a page is chosen is open; that a site is chosen by its number is not.
      const intent = form === 'id' ? 'valid' : 'open';
      const exchange = yield ask(scene, 'listComments', { label, ...sides, intent });
      if (form !== 'id' && commentsOf(exchange) === null && tried.length > 1) continue;
      say(judgeList(exchange, page, other, form !== 'id'));
    }
  }
}

function listSide(id: string, side: Side): Rule {
  return conversationRule(id, () => [
    { id: side, operation: 'listComments', talk: (scene, say) => listBoth(scene, say, side, false) },
    { id: `found, ${side}`, operation: 'listComments', talk: (scene, say) => listFound(scene, say, side, false) },
  ]);
}

/** Lists the known sites with whatever is there already: that takes no sign-in. */
function* listFound(scene: Scene, say: Say, side: Side, conflict: boolean): Script {
  const [one, another] = yield* findSites(scene);
  if (one === undefined) return say(inconclusive('no site is known', asked.listComments.hint));
  for (const [site, other] of another === undefined
    ? [[one, one]]
    : [
        [one, another],
        [another, one],
      ]) {
    if (site === undefined || other === undefined) continue;
    const sides = onSide(side, { id: site.id }, conflict ? { id: other.id } : {});
    const exchange = yield ask(scene, 'listComments', { label: `found ${site.id}`, ...sides, intent: 'open' });
    const comments = commentsOf(exchange) ?? [];
    const wrong = comments.findIndex(({ site_id: id }) => id !== site.id);
    const expected = `the comments of site ${site.id}`;
    if (wrong >= 0) {
      const pointer = `/data/comments/${wrong}/site_id`;
      say(broken({ expected, actual: `site ${excerpt(comments[wrong]?.['site_id'])}`, pointer, exchange }));
    } else if (comments.length > 0 && another !== undefined) say(pass);
    else say(inconclusive(`no comments of two sites were seen`, 'put a comment into each of two sites'));
  }
}

export const listSiteInHeader = listSide('comment.comments.list-site-in-header', 'header');
export const listSiteInQuery = listSide('comment.comments.list-site-in-query', 'query');

export const listHeaderWins: Rule = conversationRule('comment.comments.list-header-wins', () => [
  { id: 'own', operation: 'listComments', talk: (scene, say) => listBoth(scene, say, 'header', true) },
  {
    id: 'own, of two names',
    operation: 'listComments',
    talk: (scene, say) => listBoth(scene, say, 'header', true, ['one name', 'another name']),
  },
  { id: 'found', operation: 'listComments', talk: (scene, say) => listFound(scene, say, 'header', true) },
]);

export const listOfSite: Rule = conversationRule('comment.comments.list-of-site', () => [
  {
    id: 'sites',
    operation: 'listComments',
    *talk(scene, say) {
      const sites = yield* findSites(scene);
      if (sites.length === 0) return say(inconclusive('no site is known', asked.listComments.hint));
      for (const { id } of sites) {
        for (const [place, page] of queries.entries()) {
          const sides = onSide(place % 2 === 0 ? 'header' : otherSide('header'), { id });
          const exchange = yield ask(scene, 'listComments', {
            label: `site ${id}, ${place}`,
            ...sides,
            page,
            intent: 'open',
          });
          const comments = needComments(exchange, say) ?? [];
          comments.forEach(({ site_id: actual }, index) => {
            const pointer = `/data/comments/${index}/site_id`;
            if (actual === id) say(pass);
            else say(broken({ expected: `site ${id}`, actual: excerpt(actual), pointer, exchange }));
          });
        }
      }
    },
  },
  {
    id: 'own page',
    operation: 'listComments',
    *talk(scene, say) {
      const page = yield* ownPage(scene, say, 'of site', { count: 2 });
      if (page === null) return;
      const exchange = yield* listPage(scene, page, 'list');
      for (const [index, { site_id: actual }] of (needComments(exchange, say) ?? []).entries()) {
        const pointer = `/data/comments/${index}/site_id`;
        if (actual === page.site.id) say(pass);
        else say(broken({ expected: `site ${page.site.id}`, actual: excerpt(actual), pointer, exchange }));
      }
    },
  },
]);

export const listOfPage: Rule = conversationRule('comment.comments.list-of-page', () => [
  {
    id: 'two pages',
    operation: 'listComments',
    *talk(scene, say) {
      const one = yield* ownPage(scene, say, 'page one', { count: 3 });
      const other = one === null ? null : yield* ownPage(scene, say, 'page two', { count: 2, site: one.site });
      if (one === null || other === null) return;
      if (one.form === 'id') {
        return say(
          inconclusive('no slug was accepted beside the site', 'give the known.sites of the target file a slug'),
        );
      }
      for (const [page, place] of [
        [one, 0],
        [other, 1],
      ] as const) {
        for (const [number, query] of queries.entries()) {
          const exchange = yield* listPage(scene, page, `page ${place}, ${number}`, query);
          const comments = needComments(exchange, say) ?? [];
          const wrong = comments.findIndex(({ slug }) => slug !== page.slug);
          if (wrong < 0) {
            say(pass);
            continue;
          }
          const pointer = `/data/comments/${wrong}/slug`;
          const expected = `the page ${excerpt(page.slug)}`;
          say(broken({ expected, actual: excerpt(comments[wrong]?.['slug']), pointer, exchange }));
        }
      }
    },
  },
]);
