/** `ts` of every answer is the server's time, in milliseconds. */
import { parseInstant } from '../../model/time.ts';
import { broken, pass } from '../judgement.ts';
import type { Judgement, Rule, Scene } from '../rule.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { serverTimeOf } from '../shared/data.ts';
import { millisecondTimes } from '../shared/envelope.ts';
import { readConversationCall } from './calls.ts';
import { type Asks, postTurn, startConversation } from './dialogue.ts';

const ID = 'assistant.envelope.ts-milliseconds';

/** So far may two clocks of one server be apart, in milliseconds. */
const TOLERANCE = 300_000;

/** Between the first answer and the last, in milliseconds. */
const PAUSE = 60;

/** The time of an answer beside the times that the same server writes into its data, and beside its own next one. */
function* askTwice(scene: Scene, say: Say): Asks<void> {
  const started = yield* startConversation(scene, () => undefined, { label: 'start' });
  if (started === null) return;
  const first = serverTimeOf(started.exchange);
  const posted = yield* postTurn(scene, () => undefined, started.id, 'post');
  const created = posted?.posted['created_at'];
  const instant = typeof created === 'string' ? parseInstant(created) : null;
  const ts = serverTimeOf(posted?.exchange);
  if (posted !== null && ts !== null && instant !== null) {
    const apart = Math.abs(ts - Number(instant / 1_000_000n));
    say(apart <= TOLERANCE ? pass : told(`about the created_at of the turn, ${String(created)}`, ts, posted.exchange));
  }
  const last = yield readConversationCall(scene, started.id, { label: 'later', pauseMs: PAUSE });
  const end = serverTimeOf(last);
  if (first === null || end === null) return;
  // A server may round its time to seconds; one that does not must go on.
  const isFine = first % 1000 !== 0 || end % 1000 !== 0;
  const hasStopped = isFine && end <= first;
  say(hasStopped || end < first - 1000 ? told(`a time after ${first}, which was ${PAUSE} ms before`, end, last) : pass);
}

function told(expected: string, ts: number, exchange: Parameters<typeof serverTimeOf>[0]): Judgement {
  return broken({ expected, actual: String(ts), pointer: '/ts', ...(exchange === undefined ? {} : { exchange }) });
}

const twice = conversationRule(ID, () => [{ id: 'two times', operation: 'createTurn', talk: askTwice }]);

const { watch } = millisecondTimes(ID);

export const serverTime: Rule = { ...twice, ...(watch === undefined ? {} : { watch }) };
