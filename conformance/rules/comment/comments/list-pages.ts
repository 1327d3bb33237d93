/** Pages of a list of comments, and its entries beside the same comments read alone. */
import { broken, inconclusive, pass } from '../../judgement.ts';
import type { Rule, Scene } from '../../rule.ts';
import { conversationRule } from '../../shared/conversation.ts';
import { objectOf } from '../../shared/data.ts';
import { ask } from '../calls.ts';
import { commentMembers, differences } from '../compare.ts';
import { findSites, type OwnPage, ownPage, readComment } from '../fixtures.ts';
import { asked } from '../inputs.ts';
import { judgeLimits, judgeTurning, type OwnList } from '../paged.ts';
import { commentsOf, listPage, needComments, variedPage } from './list.ts';

/** So many comments make three pages, the last of them not full. */
const COUNT = 5;

function listIn(scene: Scene, page: OwnPage, order?: string): OwnList {
  return {
    member: 'comments',
    count: page.written.length,
    list: (label, query) =>
      listPage(scene, page, `${label} ${order ?? ''}`, order === undefined ? query : { ...query, order_by: order }),
  };
}

export const listLimit: Rule = conversationRule('comment.comments.list-limit', () => [
  {
    id: 'limits',
    operation: 'listComments',
    *talk(scene, say) {
      const page = yield* ownPage(scene, say, 'limit', { count: COUNT });
      if (page === null) return;
      for (const order of [undefined, 'created_at_asc', 'favor_count'])
        yield* judgeLimits(listIn(scene, page, order), say);
    },
  },
  {
    id: 'found',
    operation: 'listComments',
    *talk(scene, say) {
      for (const { id } of yield* findSites(scene)) {
        for (const limit of [1, 2]) {
          const options = {
            label: `site ${id}, limit ${limit}`,
            query: { id },
            page: { limit },
            intent: 'open',
          } as const;
          const exchange = yield ask(scene, 'listComments', options);
          const { length } = commentsOf(exchange) ?? [];
          if (length > limit) {
            const expected = `at most ${limit} comments`;
            say(broken({ expected, actual: String(length), pointer: '/data/comments', exchange }));
          } else if (length === limit) say(pass);
        }
      }
    },
  },
]);

export const listPages: Rule = conversationRule('comment.comments.list-pages', () => [
  {
    id: 'pages',
    operation: 'listComments',
    *talk(scene, say) {
      const page = yield* ownPage(scene, say, 'pages', { count: COUNT });
      if (page === null) return;
      if (page.form === 'id') return say(inconclusive('no page of its own was to be had', asked.createComment.hint));
      const ids = page.written.map(({ id }) => id);
      for (const order of [undefined, 'created_at_asc']) yield* judgeTurning(listIn(scene, page, order), ids, say);
    },
  },
]);

export const listMatchesRead: Rule = conversationRule('comment.comments.list-matches-read', () => [
  {
    id: 'list and read',
    operation: 'listComments',
    *talk(scene, say) {
      const page = yield* variedPage(scene, say, 'list and read');
      if (page === null) return;
      const exchange = yield* listPage(scene, page, 'list');
      for (const [index, listed] of (needComments(exchange, say) ?? []).entries()) {
        if (typeof listed['id'] !== 'number') continue;
        const alone = objectOf((yield* readComment(scene, say, listed['id'], `read ${index}`)) ?? undefined);
        if (alone === null) continue;
        const [wrong] = differences(listed, alone, commentMembers);
        if (wrong === undefined) say(pass);
        else {
          const pointer = `/data/comments/${index}${wrong.pointer}`;
          say(
            broken({
              expected: `${wrong.expected}, as the comment read alone`,
              actual: wrong.actual,
              pointer,
              exchange,
            }),
          );
        }
      }
    },
  },
]);
