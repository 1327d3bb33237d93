/**
 * Correct assistant servers that choose otherwise where the documents leave it open. None may be blamed. Each makes
 * several choices at once: a whole run is needed for every server.
 */

import { bodyOf, type Fault, isMeant } from '../../fault/proxy/reply.ts';
import { isObject } from '../../model/json.ts';
import type { KnownData, Target } from '../../target/target.ts';
import type { Twin } from '../mutant.ts';
import {
  absences,
  atLast,
  generous,
  lateRefusals,
  nulls,
  numbering,
  otherForms,
  plainRefusals,
  seconds,
  sharedSearch,
  slowIndex,
} from './choices.ts';
import { CREATE_CONVERSATION, CREATE_TURN, inTurn } from './edit.ts';

/** Takes short contents only, and two languages. */
const narrow: Fault = (request, next) => {
  const body = bodyOf(request);
  const { content, lang } = isObject(body) ? body : {};
  const isLong = isMeant(request, CREATE_TURN) && typeof content === 'string' && content.length > 100;
  const isForeign = isMeant(request, CREATE_CONVERSATION) && typeof lang === 'string' && !['en', 'zh'].includes(lang);
  return isLong || isForeign ? { kind: 'reply', status: 422, contentType: null, body: '' } : next(request);
};

/** The same server, of which the target says something else. */
function known(change: (data: KnownData) => KnownData): (target: Target) => Target {
  return ({ services, ...target }) => {
    const { assistant } = services;
    if (assistant === undefined) return { services, ...target };
    return { ...target, services: { ...services, assistant: { ...assistant, known: change(assistant.known) } } };
  };
}

export const twins: readonly Twin[] = [
  {
    id: 'refuses with other statuses, in plain text',
    about: [
      'assistant.auth.refusal',
      'assistant.errors.responses',
      'assistant.conversations.expired-answer',
      'assistant.turns.one-at-a-time',
    ],
    fault: () => plainRefusals,
  },
  {
    id: 'writes null for what is empty, and more than is documented',
    about: [
      'assistant.turn.override-when-none',
      'assistant.turn.error-when-none',
      'assistant.turn.middleware-results-when',
      'assistant.turn.token-counts',
      'assistant.turns.category-default',
    ],
    fault: () => nulls,
  },
  {
    id: 'leaves out what is empty, numbers turns within their conversation, and writes times in UTC+8',
    about: [
      'assistant.turn.numbering',
      'assistant.turn.override-when-none',
      'assistant.turn.error-when-none',
      'assistant.conversations.lang-default',
    ],
    fault: () => inTurn(absences, otherForms, numbering()),
  },
  {
    id: 'answers a post when the turn is processed',
    about: ['assistant.turns.answered-when', 'assistant.turn.status-values', 'assistant.turn.status-transitions'],
    fault: () => atLast,
  },
  {
    id: 'takes unknown bots and refuses unknown middlewares; reads timeouts in seconds',
    about: [
      'assistant.turns.refusal-or-error',
      'assistant.conversations.bots',
      'assistant.turns.timeout-syntax',
      'assistant.middleware.names',
    ],
    target: known(({ timeouts: _, middleware_errors: errors, ...rest }) => {
      const { unknown_name: _unknown, ...others } = isObject(errors) ? errors : {};
      return { ...rest, middleware_errors: others };
    }),
    fault: () => inTurn(lateRefusals, seconds),
    undecided: ['assistant.middleware-errors.unknown-name'],
  },
  {
    id: 'finds records late, those of every application, and the worst first',
    about: [
      'assistant.search.matching',
      'assistant.search.scope',
      'assistant.search.order',
      'assistant.search.score-meaning',
      'assistant.search.n-out-of-range',
      'assistant.indexes.create-again',
      'assistant.indexes.delete-unknown',
      'assistant.conversations.scope',
    ],
    fault: () => inTurn(slowIndex(80), sharedSearch, generous),
  },
  {
    id: 'takes short contents only, and two languages',
    about: ['assistant.limits.content-size', 'assistant.conversations.lang-default'],
    fault: () => narrow,
  },
  {
    id: 'is one of which the target says nothing but who may ask',
    about: ['assistant.middleware.names', 'assistant.conversations.bots'],
    target: known(() => ({})),
    fault: () => (request, next) => next(request),
    undecided: [
      'assistant.conversations.expiry',
      'assistant.middleware-errors.internal',
      'assistant.middleware-errors.invalid-options',
      'assistant.middleware-errors.timed-out',
      'assistant.turn-errors.bot-not-found',
      'assistant.turn-errors.conversation-not-found',
      'assistant.turn-errors.internal',
      'assistant.turn-errors.model-configuration',
      'assistant.turn-errors.model-not-found',
      'assistant.turn-errors.model-request',
      'assistant.turns.timeout-408',
      'assistant.turns.timeout-alone',
    ],
  },
];
