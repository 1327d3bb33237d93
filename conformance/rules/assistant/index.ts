/** The rules of assistant, under the ids of the ledger, and the observers of its open questions. */
import type { Rule } from '../rule.ts';
import { envelopes } from '../shared/envelope.ts';
import { beforeExpiry, expiry } from './conversations/expiry.ts';
import { history, historyOrder, historyWithoutUserId } from './conversations/history.ts';
import { createEmptyHistory } from './conversations/start.ts';
import { createAnswer, createForCaller, deleteAnswer, deleteAnyId, deleteIndex } from './indexes/records.ts';
import { resetAll, resetAnswer, resetOnlyOwn } from './indexes/reset.ts';
import { accessObservers } from './observers/access.ts';
import { conversationObservers } from './observers/conversations.ts';
import { searchObservers } from './observers/search.ts';
import { turnObservers } from './observers/turns.ts';
import { createdAtSeconds, findsRecord, hitAsIndexed } from './search/finding.ts';
import { serverTime } from './times.ts';
import { turnById, turnConversation, turnRequest } from './turns/identity.ts';
import { middlewareErrorMembers, middlewareErrors } from './turns/middleware-errors.ts';
import { errorEmpty, statusWithResponse } from './turns/outcome.ts';
import {
  boundaryPromptEmpty,
  overrideAsSent,
  overrideOmitted,
  overrideOnce,
  temperatureZero,
} from './turns/overrides.ts';
import { errorMembers, turnErrors } from './turns/turn-errors.ts';
import { blockUntilResponse, timeout408, timeoutAlone } from './turns/waiting.ts';

export { assistantProfile } from './inputs.ts';

export const assistantRules: readonly Rule[] = [
  envelopes('assistant.envelope'),
  serverTime,
  createEmptyHistory,
  history,
  historyOrder,
  historyWithoutUserId,
  expiry,
  beforeExpiry,
  turnConversation,
  turnRequest,
  overrideAsSent,
  overrideOnce,
  overrideOmitted,
  temperatureZero,
  boundaryPromptEmpty,
  turnById,
  blockUntilResponse,
  timeout408,
  timeoutAlone,
  statusWithResponse,
  errorEmpty,
  errorMembers,
  ...turnErrors,
  middlewareErrorMembers,
  ...middlewareErrors,
  createForCaller,
  createAnswer,
  resetAll,
  resetOnlyOwn,
  resetAnswer,
  findsRecord,
  hitAsIndexed,
  createdAtSeconds,
  deleteIndex,
  deleteAnyId,
  deleteAnswer,
];

export const assistantObservers: readonly Rule[] = [
  ...accessObservers,
  ...conversationObservers,
  ...turnObservers,
  ...searchObservers,
];

/** Open questions of which nothing is seen from outside, with the reason. */
export const notObserved: Readonly<Record<string, string>> = {
  'assistant.limits.rate': 'it would take a flood of requests',
  'assistant.events': 'nothing shows whether there are events',
  'assistant.versioning': 'no answer shows a version',
  'assistant.turns.category-default': 'no answer shows the category of a turn',
  'assistant.turns.block-without-timeout': 'it would take as long as the server waits at most',
  'assistant.middleware.options': 'which options there are is told nowhere',
};
