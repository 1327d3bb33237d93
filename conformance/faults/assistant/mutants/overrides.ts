/** Servers that are wrong about `bot_override`. */

import { asked, type Fault, isMeant, jsonReply } from '../../../fault/proxy/reply.ts';
import { isObject, type JsonObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { CREATE_TURN, idsOf, sent, turns } from '../edit.ts';

const AS_SENT = 'assistant.turns.override-as-sent';
const ONCE = 'assistant.turns.override-once';
const OMITTED = 'assistant.turns.override-omitted';
const ZERO = 'assistant.turns.temperature-zero';
const EMPTY = 'assistant.turns.boundary-prompt-empty';

function override(turn: JsonObject): JsonObject {
  return isObject(turn['bot_override']) ? turn['bot_override'] : {};
}

/** Changes what a turn shows of its override, if it has one. */
function shown(places: readonly ('post' | 'read' | 'history')[], change: (override: JsonObject) => unknown): Fault {
  return turns(places, (turn) =>
    Object.keys(override(turn)).length === 0 ? turn : { ...turn, bot_override: change(override(turn)) },
  );
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([member]) => member !== name));
}

/** The override of a conversation holds until another one is sent. */
function sticking(scope: (conversation: string) => string): Fault {
  const last = new Map<string, unknown>();
  return asked(CREATE_TURN, (request) => {
    const body: unknown = JSON.parse(request.body);
    const key = scope(idsOf(request).conversation);
    if (!isObject(body)) return request;
    if (body['bot_override'] !== undefined) last.set(key, body['bot_override']);
    const kept = last.get(key);
    return kept === undefined ? request : { ...request, body: JSON.stringify({ ...body, bot_override: kept }) };
  });
}

const defaults = { temperature: 0.2, middlewares: [], prompt: '', boundary_prompt: '' };

/** Does what an override says without showing it, or the other way round. */
function asIf(change: (override: JsonObject) => JsonObject): Fault {
  return sent(CREATE_TURN, (body) =>
    isObject(body['bot_override']) ? { ...body, bot_override: change(body['bot_override']) } : body,
  );
}

export const overrideMutants: readonly Mutant[] = [
  {
    id: 'the options of an overriding middleware are lost',
    kills: AS_SENT,
    fault: () =>
      shown(['read', 'history'], (all) =>
        Array.isArray(all['middlewares'])
          ? { ...all, middlewares: all['middlewares'].map((one) => ({ ...one, options: {} })) }
          : all,
      ),
  },
  {
    id: 'of the overriding middlewares the first alone is shown',
    kills: AS_SENT,
    fault: () =>
      shown(['read', 'history'], (all) =>
        Array.isArray(all['middlewares']) ? { ...all, middlewares: all['middlewares'].slice(0, 1) } : all,
      ),
  },
  { id: 'the history does not show overrides', kills: AS_SENT, fault: () => shown(['history'], () => ({})) },
  {
    id: 'an overriding prompt is shown without its quotes',
    kills: AS_SENT,
    fault: () =>
      shown(['post', 'read', 'history'], (all) =>
        typeof all['boundary_prompt'] === 'string'
          ? { ...all, boundary_prompt: all['boundary_prompt'].replaceAll('"', '') }
          : all,
      ),
  },
  {
    id: 'an override holds for the rest of the conversation',
    kills: ONCE,
    fault: () => sticking((conversation) => conversation),
  },
  { id: 'an override changes the bot for everybody', kills: ONCE, fault: () => sticking(() => '') },
  {
    id: 'the middlewares of an override stay, unseen',
    kills: ONCE,
    fault: () => {
      const off = new Set<string>();
      const fault = asked(CREATE_TURN, (request) => {
        const body: unknown = JSON.parse(request.body);
        const { conversation } = idsOf(request);
        if (!isObject(body)) return request;
        const sentNow = body['bot_override'];
        if (isObject(sentNow) && Array.isArray(sentNow['middlewares']) && sentNow['middlewares'].length === 0) {
          off.add(conversation);
        }
        if (!off.has(conversation) || sentNow !== undefined) return request;
        return { ...request, body: JSON.stringify({ ...body, bot_override: { middlewares: [] } }) };
      });
      const hide = turns(['post', 'read', 'history'], (turn) =>
        Object.keys(override(turn)).join() === 'middlewares' ? { ...turn, bot_override: {} } : turn,
      );
      return (request, next) => hide(request, async (passed) => fault(passed, next));
    },
  },
  {
    id: 'settings that were left out are overridden with defaults',
    kills: OMITTED,
    fault: () => asIf((all) => ({ ...defaults, ...all })),
  },
  {
    id: 'an overriding prompt switches the middlewares off',
    kills: OMITTED,
    fault: () => {
      const fault = asIf((all) => (all['prompt'] === undefined ? all : { middlewares: [], ...all }));
      const hide = turns(['post', 'read', 'history'], (turn) => {
        const { middlewares } = override(turn);
        const isAdded =
          Array.isArray(middlewares) && middlewares.length === 0 && override(turn)['prompt'] !== undefined;
        return isAdded ? { ...turn, bot_override: without(override(turn), 'middlewares') } : turn;
      });
      return (request, next) => hide(request, async (passed) => fault(passed, next));
    },
  },
  {
    id: 'settings that were left out are shown as empty',
    kills: OMITTED,
    fault: () => shown(['read'], (all) => ({ prompt: '', boundary_prompt: '', ...all })),
  },
  {
    id: 'a temperature of 0 is taken for none',
    kills: ZERO,
    fault: () => asIf((all) => (all['temperature'] === 0 ? without(all, 'temperature') : all)),
  },
  {
    id: 'a temperature of 0 becomes null',
    kills: ZERO,
    fault: () => shown(['read', 'history'], (all) => (all['temperature'] === 0 ? { ...all, temperature: null } : all)),
  },
  {
    id: 'a temperature of 0 is refused',
    kills: ZERO,
    fault: () => (request, next) =>
      isMeant(request, CREATE_TURN) && /"temperature":0[,}]/.test(request.body)
        ? jsonReply(400, { code: 400, msg: 'temperature is not positive' })
        : next(request),
  },
  {
    id: 'an empty boundary_prompt is taken for none',
    kills: EMPTY,
    fault: () => asIf((all) => (all['boundary_prompt'] === '' ? without(all, 'boundary_prompt') : all)),
  },
  {
    id: 'an empty boundary_prompt is refused',
    kills: EMPTY,
    fault: () => (request, next) =>
      isMeant(request, CREATE_TURN) && request.body.includes('"boundary_prompt":""')
        ? jsonReply(422, { code: 422, msg: 'boundary_prompt is empty' })
        : next(request),
  },
  {
    id: 'the history fills an empty boundary_prompt in',
    kills: EMPTY,
    fault: () =>
      shown(['history'], (all) =>
        all['boundary_prompt'] === '' ? { ...all, boundary_prompt: 'Say so when the records hold no answer.' } : all,
      ),
  },
];
