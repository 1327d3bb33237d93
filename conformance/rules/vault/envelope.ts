/** The envelope of the answers, and the time in it (document 3, What the service does). */
import { type Exchange, isSuccess } from '../../model/exchange.ts';
import { parseInstant } from '../../model/time.ts';
import { blockedBy, broken, pass } from '../judgement.ts';
import type { Rule, Scene, Script } from '../rule.ts';
import { isEnveloped, objectAt } from '../shared/answers.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { serverTimeOf } from '../shared/data.ts';
import { envelopes, millisecondTimes } from '../shared/envelope.ts';
import { collateralTypes, flips, plainCall } from './calls.ts';
import { everyCall } from './every.ts';

/** Lists that the documents show without an envelope. */
const bare: readonly string[] = [collateralTypes.operation, flips.operation];

/** Clocks of a service's machines may differ by so much, in milliseconds. */
const TOLERANCE = 60_000;

const present = envelopes('vault.envelope.present', bare);

export const enveloped: Rule = conversationRule('vault.envelope.present', () => [
  {
    id: 'every operation',
    operation: null,
    *talk(scene, say) {
      for (const call of yield* everyCall(scene)) {
        if (bare.includes(call.operation ?? '')) continue;
        const exchange = yield call;
        say(...(isSuccess(exchange) ? (present.watch?.(exchange, scene) ?? []) : [blockedBy(exchange)]));
      }
    },
  },
]);

const range = millisecondTimes('vault.envelope.milliseconds', bare);

/** The server's time as it tells it itself, in milliseconds; null when it cannot be read. */
function toldTime(exchange: Exchange): number | null {
  const iso = objectAt(exchange, '/data')?.['iso'];
  const nanoseconds = typeof iso === 'string' ? parseInstant(iso) : null;
  return nanoseconds === null ? null : Number(nanoseconds / 1_000_000n);
}

function hasEnvelope({ api }: Scene, id: string | null): boolean {
  const operation = api.operations.find((one) => one.id === id);
  return operation !== undefined && isEnveloped(api.document, operation);
}

function* compareTimes(scene: Scene, say: Say): Script {
  const before = yield plainCall(scene, 'readTime', 'time');
  const from = toldTime(before);
  if (from === null) return say(blockedBy(before));
  const answers: Exchange[] = [];
  for (const call of yield* everyCall(scene)) if (hasEnvelope(scene, call.operation)) answers.push(yield call);
  const until = toldTime(yield plainCall(scene, 'readTime', 'time afterwards')) ?? from;
  for (const exchange of answers) {
    const ts = serverTimeOf(exchange);
    if (!isSuccess(exchange) || ts === null) continue;
    say(...(range.watch?.(exchange, scene) ?? []));
    if (ts >= from - TOLERANCE && ts <= until + TOLERANCE) say(pass);
    else {
      const expected = `the server's time, near ${from}`;
      say(broken({ expected, actual: String(ts), pointer: '/ts', about: 'ts', exchange }));
    }
  }
}

export const milliseconds: Rule = conversationRule('vault.envelope.milliseconds', () => [
  { id: 'times', operation: null, talk: compareTimes },
]);
