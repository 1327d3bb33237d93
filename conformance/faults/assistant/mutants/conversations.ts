/** Servers that are wrong about conversations: what they start with, what they hold, and how long they live. */

import { type Fault, isMeant, jsonReply, type Request, successOf } from '../../../fault/proxy/reply.ts';
import { isObject, type JsonObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import {
  answer,
  CREATE_CONVERSATION,
  CREATE_TURN,
  data,
  history,
  idsOf,
  inTurn,
  isDone,
  READ_CONVERSATION,
  turns,
} from '../edit.ts';

const EMPTY = 'assistant.conversations.create-empty-history';
const HISTORY = 'assistant.conversations.history';
const ORDER = 'assistant.conversations.history-order';
const NO_USER_ID = 'assistant.conversations.history-without-user-id';
const EXPIRY = 'assistant.conversations.expiry';
const BEFORE = 'assistant.conversations.before-expiry';

const EXPIRED = '5c1e9a27-8d34-4b60-9f72-e0a1b2c3d4f5';
const EXAMPLE = '0b8a7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d';

/** Remembers the turns of each person, and shows them in every new conversation. */
function rememberingPeople(): Fault {
  const said = new Map<string, JsonObject[]>();
  return inTurn(
    data(CREATE_TURN, (turn) => {
      const user = String(turn['user_identity']);
      const { user_id: _id, ...rest } = turn;
      said.set(user, [...(said.get(user) ?? []), rest]);
      return turn;
    }),
    data(CREATE_CONVERSATION, (conversation) => ({
      ...conversation,
      history: said.get(String(conversation['user_identity'])) ?? [],
    })),
  );
}

const starts: readonly Mutant[] = [
  { id: 'a new conversation goes on with what the person said before', kills: EMPTY, fault: rememberingPeople },
  {
    id: 'a new conversation begins with a greeting',
    kills: EMPTY,
    fault: () =>
      history((all, { id, user_identity }) =>
        all.length > 0
          ? all
          : [
              {
                id: 1,
                conversation_id: id,
                bot_id: 2,
                app_id: 3,
                user_identity,
                request: '',
                response: 'Hello!',
                status: 2,
                middleware_results: [],
                created_at: '2024-01-01T00:00:00Z',
                updated_at: '2024-01-01T00:00:00Z',
              },
            ],
      ),
  },
];

/** The turns of all conversations, in each. */
function sharedHistory(): Fault {
  const all = new Map<string, JsonObject>();
  return history((own) => {
    for (const turn of own) all.set(String(turn['id']), turn);
    return [...all.values()].sort((left, right) => Number(left['id']) - Number(right['id']));
  });
}

const histories: readonly Mutant[] = [
  { id: 'the history misses the last turn', kills: HISTORY, fault: () => history((all) => all.slice(0, -1)) },
  { id: 'the history begins with the second turn', kills: HISTORY, fault: () => history((all) => all.slice(1)) },
  { id: 'the history holds two turns at most', kills: HISTORY, fault: () => history((all) => all.slice(-2)) },
  { id: 'the history is always empty', kills: HISTORY, fault: () => history(() => []) },
  { id: 'the history holds the turns of other conversations', kills: HISTORY, fault: sharedHistory },
  {
    id: 'the history repeats the last turn',
    kills: HISTORY,
    fault: () => history((all) => [...all, ...all.slice(-1)]),
  },
  {
    id: 'the history shows responses without their last line',
    kills: HISTORY,
    fault: () =>
      history((all) => all.map((turn) => ({ ...turn, response: String(turn['response']).split('\n')[0] ?? '' }))),
  },
  {
    id: 'the history keeps the status that a turn was posted with',
    kills: HISTORY,
    fault: () => history((all) => all.map((turn) => ({ ...turn, status: 0 }))),
  },
  { id: 'the history runs backwards', kills: ORDER, fault: () => history((all) => all.toReversed()) },
  {
    id: 'the history puts the latest turn first',
    kills: ORDER,
    fault: () => history((all) => [...all.slice(-1), ...all.slice(0, -1)]),
  },
  {
    id: 'the last two turns of the history are swapped',
    kills: ORDER,
    fault: () => history((all) => [...all.slice(0, -2), ...all.slice(-2).toReversed()]),
  },
  {
    id: 'turns of the history have a user_id',
    kills: NO_USER_ID,
    fault: () => turns(['history'], (turn) => ({ ...turn, user_id: 88 })),
  },
  {
    id: 'the last turn of the history has a user_id',
    kills: NO_USER_ID,
    fault: () =>
      history((all) => all.map((turn, index) => (index === all.length - 1 ? { ...turn, user_id: 88 } : turn))),
  },
];

/** Shows a conversation as it was, whatever became of it. */
function undead(): Fault {
  return async (request, next) => {
    const reply = await next(request);
    if (isDone(reply) || !isMeant(request, READ_CONVERSATION) || idsOf(request).conversation !== EXPIRED) return reply;
    const example = await next({ ...request, path: request.path.replace(EXPIRED, EXAMPLE) });
    const json = successOf(example);
    const conversation = isObject(json) && isObject(json['data']) ? json['data'] : {};
    return answer({ ...conversation, id: EXPIRED, expired_at: '2024-01-01T00:00:00Z' });
  };
}

/** Says that conversations end after so many milliseconds, and keeps them. */
function endingIn(milliseconds: number): Fault {
  return data(/conversations(\/[^/]+)?$/, (conversation) =>
    Object.hasOwn(conversation, 'expired_at')
      ? { ...conversation, expired_at: new Date(Date.now() + milliseconds).toISOString() }
      : conversation,
  );
}

/** Forgets conversations when something has happened. */
function forgetting(when: (request: Request, conversation: string) => boolean): Fault {
  return async (request, next) => {
    const { conversation } = idsOf(request);
    if (conversation !== '' && when(request, conversation)) return jsonReply(404, { code: 404, msg: 'gone' });
    return next(request);
  };
}

const lives: readonly Mutant[] = [
  { id: 'a conversation can be read after it has expired', kills: EXPIRY, fault: undead },
  { id: 'a conversation outlives its expired_at', kills: EXPIRY, fault: () => endingIn(150) },
  { id: 'expired_at has lost its UTC offset', kills: EXPIRY, fault: () => endingIn(-8 * 3_600_000) },
  {
    id: 'a conversation can be read once',
    kills: BEFORE,
    fault: () => {
      const read = new Set<string>();
      return forgetting((request, id) => {
        if (!isMeant(request, READ_CONVERSATION)) return false;
        const isAgain = read.has(id);
        read.add(id);
        return isAgain;
      });
    },
  },
  {
    id: 'a conversation is gone after a tenth of a second',
    kills: BEFORE,
    fault: () => {
      const seen = new Map<string, number>();
      return forgetting((_, id) => {
        const first = seen.get(id) ?? Date.now();
        seen.set(id, first);
        return Date.now() - first > 100;
      });
    },
  },
  {
    id: 'a conversation is gone when its turn is answered',
    kills: BEFORE,
    fault: () => {
      const posted = new Set<string>();
      return forgetting((request, id) => {
        if (isMeant(request, CREATE_TURN)) posted.add(id);
        return posted.has(id) && isMeant(request, READ_CONVERSATION);
      });
    },
  },
];

export const conversationMutants: readonly Mutant[] = [...starts, ...histories, ...lives];
