/** What the server does with conversations where the documents leave it open. */
import { isSuccess } from '../../../model/exchange.ts';
import type { Rule, Scene } from '../../rule.ts';
import { objectOf } from '../../shared/data.ts';
import { acceptance, notSeen, observer } from '../../shared/observe.ts';
import { newTurnCall, readConversationCall, readTurnCall } from '../calls.ts';
import { lifeLeft } from '../conversations/expiry.ts';
import { CONTENT, sayTurn, startConversation } from '../dialogue.ts';
import { assistantKnown } from '../known.ts';
import { NO_CONVERSATION } from './access.ts';

const silent = () => undefined;

const langDefault = observer('assistant.conversations.lang-default', 'createConversation', function* (scene) {
  const plain = yield* startConversation(scene, silent, { label: 'without a language' });
  const english = yield* startConversation(scene, silent, { label: 'in English', lang: 'en' });
  if (plain === null) return NO_CONVERSATION;
  return `none asked for: ${JSON.stringify(plain.data['lang'])}; en: ${JSON.stringify(english?.data['lang'])}`;
});

const lifetime = observer('assistant.conversations.lifetime', 'createConversation', function* (scene) {
  const started = yield* startConversation(scene, silent, { label: 'start' });
  const left = started === null ? null : lifeLeft(started.exchange);
  return left === null ? NO_CONVERSATION : `about ${Math.round(left / 1000)} s`;
});

/** Enough for times with milliseconds to differ. */
const PAUSE = 25;

const update = observer('assistant.conversations.update', 'readConversation', function* (scene) {
  const started = yield* startConversation(scene, silent, { label: 'start' });
  if (started === null) return NO_CONVERSATION;
  const end = function* (label: string, pauseMs: number) {
    const asking = { label, pauseMs, intent: 'open' } as const;
    return objectOf(yield readConversationCall(scene, started.id, asking))?.['expired_at'];
  };
  const first = yield* end('read', PAUSE);
  const second = yield* end('read again', PAUSE);
  yield* sayTurn(scene, silent, started.id, 'post');
  const third = yield* end('after a turn', 0);
  const moves = (moved: boolean) => (moved ? 'moves' : 'does not move');
  return `reading ${moves(first !== second)} expired_at; posting a turn ${moves(second !== third)} it`;
});

const expiredAnswer = observer('assistant.conversations.expired-answer', 'readConversation', function* (scene: Scene) {
  const { expired_conversation: id } = assistantKnown(scene);
  if (id === undefined) return notSeen('the target names no conversation that has expired');
  const intent = 'open';
  const read = yield readConversationCall(scene, id, { label: 'read', intent });
  const post = yield newTurnCall(scene, id, { content: CONTENT }, { label: 'post', intent });
  const turn = yield readTurnCall(scene, id, '1', {}, { label: 'read a turn', intent });
  return [read, post, turn].map((exchange) => `${exchange.call.label}: ${acceptance(exchange)}`).join('; ');
});

const contentSize = observer('assistant.limits.content-size', null, function* (scene) {
  const sizes = [
    ['an empty message', ''],
    ['a message of 20,000 characters', 'word '.repeat(4_000)],
  ] as const;
  const told: string[] = [];
  for (const [label, content] of sizes) {
    const started = yield* startConversation(scene, silent, { label: 'start' });
    if (started === null) return NO_CONVERSATION;
    const exchange = yield newTurnCall(scene, started.id, { content }, { label, intent: 'open' });
    told.push(`${label}: ${isSuccess(exchange) ? 'accepted' : acceptance(exchange)}`);
  }
  return told.join('; ');
});

export const conversationObservers: readonly Rule[] = [langDefault, lifetime, update, expiredAnswer, contentSize];
