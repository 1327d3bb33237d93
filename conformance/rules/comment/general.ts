/** Rules of every answer of comment: its envelope and its times. */
import { isSuccess } from '../../model/exchange.ts';
import { isObject } from '../../model/json.ts';
import { parseInstant } from '../../model/time.ts';
import { broken, pass } from '../judgement.ts';
import type { Rule } from '../rule.ts';
import { conversationRule } from '../shared/conversation.ts';
import { serverTimeOf } from '../shared/data.ts';
import { envelopes, jsonAnswers, millisecondTimes } from '../shared/envelope.ts';
import { documentedPlaces, hasOffset, isIsoTime, timesRule } from '../shared/times.ts';
import { ownComment } from './fixtures.ts';

export const json = jsonAnswers('comment.answers.json');

export const envelope = envelopes('comment.answers.envelope');

/** The ts of an answer and the time of what it has just written are of one clock; this far they may lie apart. */
const FAR = 30 * 60_000;

/** The ts is the server's time: that of what is written at the same moment, in milliseconds. */
export const milliseconds: Rule = conversationRule(
  'comment.answers.ts-milliseconds',
  () => [
    {
      id: 'time of writing',
      operation: 'createComment',
      *talk(scene, say) {
        const own = yield* ownComment(scene, () => undefined, 'time');
        const [ts, text] = [serverTimeOf(own?.exchange), own?.comment['created_at']];
        const written = typeof text === 'string' ? parseInstant(text) : null;
        if (own === null || ts === null || written === null) return;
        const apart = Math.abs(ts - Number(written / 1_000_000n));
        if (apart <= FAR) return say(pass);
        const expected = `the time of the server, which wrote the comment at ${String(text)}`;
        say(broken({ expected, actual: String(ts), pointer: '/ts', exchange: own.exchange }));
      },
    },
  ],
  { watch: millisecondTimes('').watch },
);

export const isoTimes = timesRule('comment.times.iso-8601', {
  expected: 'an ISO 8601 time',
  holds: isIsoTime,
  places: (exchange, scene) =>
    documentedPlaces(exchange, scene, 'Timestamp').filter(({ pointer }) => /\/(created|updated)_at$/.test(pointer)),
});

export const userTimes = timesRule('comment.times.user-offset', {
  expected: 'an ISO 8601 time with a UTC offset',
  holds: hasOffset,
  places: (exchange, scene) =>
    isSuccess(exchange)
      ? ['User', 'Creator'].flatMap((component) =>
          documentedPlaces(exchange, scene, component).flatMap(({ pointer, value }) =>
            isObject(value) ? [{ pointer: `${pointer}/created_at`, value: value['created_at'] }] : [],
          ),
        )
      : [],
});
