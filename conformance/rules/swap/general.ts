/** What holds for every answer of swap: JSON, the envelope, milliseconds, and UTC. */
import type { Rule } from '../rule.ts';
import { envelopes, jsonAnswers, millisecondTimes } from '../shared/envelope.ts';
import { documentedPlaces, isUtc, timesRule } from '../shared/times.ts';

export const json: Rule = jsonAnswers('swap.answers.json');

/** The answer of an authorization is not shown at all. */
const OPEN = ['authorizeWallet'] as const;

export const milliseconds: Rule = millisecondTimes('swap.envelope.ts-milliseconds', OPEN);

/** An order is shown without `ts`. */
export const envelope: Rule = envelopes('swap.envelope.present', [...OPEN, 'readOrder']);

export const utc: Rule = timesRule('swap.times.utc', {
  expected: 'an ISO 8601 time in UTC',
  holds: isUtc,
  places: (exchange, scene) => documentedPlaces(exchange, scene, 'Timestamp'),
});
