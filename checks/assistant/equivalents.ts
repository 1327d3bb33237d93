/** Derived mutants of this service that cannot be detected. */
import type { EquivalentMutants } from '@wallet-services/conformance/core';

export const equivalents: EquivalentMutants = {
  'a new conversation has no history': ['createConversation 200 /data/history/*'],
  'a turn is answered before its middlewares and its bot have run; the read turn shows what came of them': [
    'createTurn 200 /data/error/*',
    'createTurn 200 /data/middleware_results/*',
  ],
  'document 3 has it on the answer to a post alone': [
    'readTurn 200 /data/prompt_tokens: *',
    'readTurn 200 /data/completion_tokens: *',
  ],
  'document 3 does not show it in the history': [
    'readConversation 200 /data/history/*/prompt_tokens: *',
    'readConversation 200 /data/history/*/completion_tokens: *',
    'readConversation 200 /data/history/*/total_tokens: *',
  ],
};
