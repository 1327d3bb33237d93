import type { Rule } from '../../rule.ts';
import { conversationRule } from '../../shared/conversation.ts';
import { nobody, ownComment, readMe, users } from '../fixtures.ts';
import { judgeAuthor } from '../written.ts';

export const createAuthor: Rule = conversationRule('comment.comments.create-author', () => [
  {
    id: 'authors',
    operation: 'createComment',
    *talk(scene, say) {
      if (users(scene).length === 0) return say(nobody(scene));
      for (const credentials of users(scene)) {
        const me = yield* readMe(scene, say, credentials);
        const own = yield* ownComment(scene, say, `by ${credentials}`, credentials);
        if (me !== null && own !== null) say(judgeAuthor(own.comment, me, own.exchange));
      }
    },
  },
]);
