/** Pages of a list of comments, and its entries beside the same comments read alone. */
import { broken, pass } from '../../judgement.ts';
import type { Rule } from '../../rule.ts';
import { conversationRule } from '../../shared/conversation.ts';
import { objectOf } from '../../shared/data.ts';
import { commentMembers, differences } from '../compare.ts';
import { readComment } from '../fixtures.ts';
import { listPage, needComments, variedPage } from './list.ts';

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
