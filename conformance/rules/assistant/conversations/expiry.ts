/** A conversation can be read until its expired_at, and not afterwards. Both times are the server's own. */
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { parseInstant } from '../../../model/time.ts';
import { blockedBy, broken, inconclusive, pass } from '../../judgement.ts';
import type { Judgement, Scene } from '../../rule.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import { objectOf, serverTimeOf } from '../../shared/data.ts';
import { readConversationCall } from '../calls.ts';
import { type Asks, sayTurn, startConversation } from '../dialogue.ts';
import { assistantKnown } from '../known.ts';

/** Waits for no expiry that is further away, in milliseconds. */
const LONGEST_WAIT = 1_500;

/** Clocks within a server may differ a little. */
const MARGIN = 60;

const HINT =
  'name a conversation that has expired as known.expired_conversation, or let conversations expire within a second';

/** Milliseconds that a conversation lives from the moment of the answer on; null when a time cannot be read. */
export function lifeLeft(exchange: Exchange): number | null {
  const ts = serverTimeOf(exchange);
  const expiredAt = objectOf(exchange)?.['expired_at'];
  const end = typeof expiredAt === 'string' ? parseInstant(expiredAt) : null;
  return ts === null || end === null ? null : Number(end / 1_000_000n) - ts;
}

function mustBeGone(exchange: Exchange): Judgement {
  const { outcome } = exchange;
  if (outcome.kind === 'failure' || outcome.status >= 500 || outcome.status === 429) return blockedBy(exchange);
  if (!isSuccess(exchange)) return pass;
  const expected = 'a refusal, since the conversation was deleted at its expired_at';
  return broken({ expected, actual: outcomeText(exchange), about: 'expired', exchange });
}

/** One that the target says has expired. */
function* askForKnown(scene: Scene, say: Say, id: string): Asks<void> {
  const started = yield* startConversation(scene, say, { label: 'start' });
  if (started === null) return;
  const alive = yield readConversationCall(scene, started.id, { label: 'read a new one' });
  if (!isSuccess(alive)) return say(blockedBy(alive));
  say(mustBeGone(yield readConversationCall(scene, id, { label: 'read the expired one', intent: 'open' })));
}

/** One of its own, if it expires soon; one whose end has passed already must not be readable. */
function* askForOwn(scene: Scene, say: Say): Asks<void> {
  const started = yield* startConversation(scene, say, { label: 'start' });
  if (started === null) return;
  const left = lifeLeft(started.exchange);
  if (left === null || left > LONGEST_WAIT)
    return say(inconclusive('no conversation expires while it is watched', HINT));
  const pauseMs = Math.max(left, 0) + MARGIN;
  say(
    mustBeGone(yield readConversationCall(scene, started.id, { label: 'read after the end', intent: 'open', pauseMs })),
  );
}

export const expiry = conversationRule('assistant.conversations.expiry', (scene) => {
  const { expired_conversation: known } = assistantKnown(scene);
  return [
    {
      id: 'its own end',
      operation: 'readConversation',
      talk: (_scene, say) => askForOwn(scene, say),
    },
    ...(known === undefined
      ? []
      : [
          {
            id: 'a known one',
            operation: 'readConversation',
            talk: (_scene: Scene, say: Say) => askForKnown(scene, say, known),
          },
        ]),
  ];
});

/** @param left milliseconds to its end when it was last seen. */
function mustBeThere(exchange: Exchange, left: number | null): Judgement {
  const { outcome } = exchange;
  if (isSuccess(exchange)) return pass;
  if (outcome.kind === 'failure' || outcome.status >= 500 || outcome.status === 429) return blockedBy(exchange);
  const expected = `the conversation, which ends in ${left === null ? 'a while' : `${Math.round(left / 1000)} s`}`;
  return broken({ expected, actual: outcomeText(exchange), about: 'early', exchange });
}

/** Some milliseconds: most of the life of a conversation that ends soon, little of any other. */
function aWhile(left: number | null): number {
  return left !== null && left <= LONGEST_WAIT ? Math.floor(left * 0.6) : 120;
}

export const beforeExpiry = conversationRule('assistant.conversations.before-expiry', () => [
  {
    id: 'until its end',
    operation: 'readConversation',
    *talk(scene, say) {
      const started = yield* startConversation(scene, say, { label: 'start' });
      if (started === null) return;
      const first = lifeLeft(started.exchange);
      if (first !== null && first <= MARGIN) {
        return say(inconclusive('a new conversation is at its end already', HINT));
      }
      for (const label of ['read at once', 'read again']) {
        const exchange = yield readConversationCall(scene, started.id, { label, intent: 'open' });
        say(mustBeThere(exchange, first));
      }
      const pauseMs = aWhile(first);
      say(
        mustBeThere(yield readConversationCall(scene, started.id, { label: 'later', intent: 'open', pauseMs }), first),
      );
      // What counts as an update is open, so only a conversation with time left is talked in.
      if (first !== null && first < LONGEST_WAIT) return;
      if ((yield* sayTurn(scene, say, started.id, 'post')) === null) return;
      say(mustBeThere(yield readConversationCall(scene, started.id, { label: 'after a turn', intent: 'open' }), first));
    },
  },
]);
