/** What holds for every answer of swap: JSON, the envelope, milliseconds, and UTC. */
import type { Rule } from '../rule.ts';
import { envelopes, jsonAnswers, millisecondTimes } from '../shared/envelope.ts';
import { documentedPlaces, isUtc, timesRule } from '../shared/times.ts';
import { withTour } from './tour.ts';

export const json: Rule = withTour(jsonAnswers('swap.answers.json'));

/** The answer of an authorization is not shown at all. */
const OPEN = ['authorizeWallet'] as const;

export const milliseconds: Rule = withTour(millisecondTimes('swap.envelope.ts-milliseconds', OPEN));

/** An order is shown without `ts`. */
export const envelope: Rule = withTour(envelopes('swap.envelope.present', [...OPEN, 'readOrder']));

export const utc: Rule = withTour(
  timesRule('swap.times.utc', {
    expected: 'an ISO 8601 time in UTC',
    holds: isUtc,
    places: (exchange, scene) => documentedPlaces(exchange, scene, 'Timestamp'),
  }),
);
