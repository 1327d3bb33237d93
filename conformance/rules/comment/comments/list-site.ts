import { excerpt } from '../../../model/json.ts';
import { broken, inconclusive, pass } from '../../judgement.ts';
import type { Rule } from '../../rule.ts';
import { conversationRule } from '../../shared/conversation.ts';
import { type Ask, ask } from '../calls.ts';
import { findSites, onSide, otherSide, ownPage } from '../fixtures.ts';
import { asked } from '../inputs.ts';
import { listPage, needComments } from './list.ts';

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
