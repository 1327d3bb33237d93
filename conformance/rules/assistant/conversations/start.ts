/** A new conversation is empty, and is the one that was asked for. */
import type { Exchange } from '../../../model/exchange.ts';
import { broken, pass } from '../../judgement.ts';
import type { Judgement } from '../../rule.ts';
import { conversationRule } from '../../shared/conversation.ts';
import { objectOf } from '../../shared/data.ts';
import { readConversationCall } from '../calls.ts';
import { freshUser, sayTurn, startConversation } from '../dialogue.ts';

function emptyHistory(exchange: Exchange): readonly Judgement[] {
  const data = objectOf(exchange);
  if (data === null) return [];
  const turns = data['history'];
  if (!Array.isArray(turns) || turns.length === 0) return [pass];
  const actual = `${turns.length} turns`;
  return [broken({ expected: 'an empty history', actual, pointer: '/data/history', exchange })];
}

/** Started, talked in, and started again by the same person: what was said before is no part of it. */
export const createEmptyHistory = conversationRule('assistant.conversations.create-empty-history', () => [
  {
    id: 'new conversations',
    operation: 'createConversation',
    *talk(scene, say) {
      const user = freshUser(scene, 'returning');
      const first = yield* startConversation(scene, say, { label: 'start', user });
      if (first === null) return;
      say(...emptyHistory(first.exchange));
      say(...emptyHistory(yield readConversationCall(scene, first.id, { label: 'read' })));
      if ((yield* sayTurn(scene, say, first.id, 'post')) === null) return;
      const second = yield* startConversation(scene, say, { label: 'start again', user });
      if (second === null) return;
      say(...emptyHistory(second.exchange));
      say(...emptyHistory(yield readConversationCall(scene, second.id, { label: 'read again' })));
    },
  },
]);
