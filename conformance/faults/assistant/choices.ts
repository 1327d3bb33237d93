/** Choices that a correct assistant server may make where the documents leave it open. */

import {
  bodyOf,
  changed,
  type Fault,
  isMeant,
  jsonReply,
  type Reply,
  type Request,
  successOf,
} from '../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';
import { formatInstant, parseInstant } from '../../model/time.ts';
import {
  answer,
  as,
  CALLER,
  CREATE_CONVERSATION,
  CREATE_INDEXES,
  CREATE_TURN,
  DELETE_INDEX,
  data,
  eachHit,
  hits,
  ID_HEADER,
  idsOf,
  inTurn,
  isDone,
  OTHER,
  READ_CONVERSATION,
  READ_TURN,
  SEARCH,
  sent,
  turns,
} from './edit.ts';

const otherStatuses: Readonly<Record<number, number>> = { 400: 422, 401: 403, 404: 410, 405: 404, 429: 409 };

/** Refuses with other statuses, in plain text. */
export const plainRefusals: Fault = async (request, next) => {
  const reply = await next(request);
  if (reply.kind !== 'reply' || reply.status < 400) return reply;
  const { headers: _, ...rest } = reply;
  return { ...rest, status: otherStatuses[reply.status] ?? reply.status, contentType: 'text/plain', body: 'no' };
};

function orNull(value: unknown): unknown {
  const size = Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 1;
  return size === 0 ? null : value;
}

/** Every setting, null where it was left out. */
function everySetting(override: unknown): unknown {
  if (!isObject(override) || Object.keys(override).length === 0) return null;
  return { temperature: null, middlewares: null, prompt: null, boundary_prompt: null, ...override };
}

/** Writes null for what is empty, and more members than are documented. */
export const nulls = inTurn(
  turns(['post', 'read', 'history'], (turn) => ({
    ...turn,
    bot_override: everySetting(turn['bot_override']),
    middleware_results: orNull(turn['middleware_results']),
    error: orNull(turn['error']),
    category: 'plain-text',
    prompt_tokens: 3,
    completion_tokens: 4,
    total_tokens: 7,
  })),
  data(/conversations(\/[^/]+)?$/, (conversation) =>
    Object.hasOwn(conversation, 'history')
      ? { ...conversation, history: orNull(conversation['history']), title: 'A conversation' }
      : conversation,
  ),
  changed(SEARCH, (json) => (isObject(json) ? { ...json, data: orNull(json['data']), total: 3 } : json)),
  eachHit((hit) => ({ ...hit, properties: hit['properties'] ?? '', highlight: null })),
);

/** Leaves out what is empty, and says that an error of 0 is none. */
export const absences = turns(['post', 'read', 'history'], ({ bot_override, error, ...turn }) => ({
  ...turn,
  ...(isObject(bot_override) && Object.keys(bot_override).length > 0 ? { bot_override } : {}),
  error: isObject(error) && Object.keys(error).length > 0 ? error : { code: 0, message: '' },
}));

/** Numbers turns within their conversation, from 1. */
export function numbering(): Fault {
  const own = new Map<string, string[]>();
  const numbered = (turn: JsonObject) => {
    const ids = own.get(String(turn['conversation_id'])) ?? [];
    own.set(String(turn['conversation_id']), ids);
    const id = String(turn['id']);
    if (!ids.includes(id)) ids.push(id);
    return { ...turn, id: ids.indexOf(id) + 1 };
  };
  const renumber = turns(['post', 'read', 'history'], numbered);
  return (request, next) =>
    renumber(request, (passed) => {
      const { conversation, turn } = idsOf(passed);
      if (turn === '') return next(passed);
      const id = own.get(conversation)?.[Number(turn) - 1] ?? '2000000077';
      return next({ ...passed, path: passed.path.replace(/[^/]+$/, id) });
    });
}

/** The same moment, written with a UTC offset. */
function inUtc8(text: unknown): unknown {
  const instant = typeof text === 'string' ? parseInstant(text) : null;
  return instant === null ? text : formatInstant(instant, 480);
}

/** Writes times with an offset, and languages with a country. */
export const otherForms = inTurn(
  data(/conversations(\/[^/]+)?$/, (conversation) =>
    Object.hasOwn(conversation, 'lang')
      ? {
          ...conversation,
          expired_at: inUtc8(conversation['expired_at']),
          lang: conversation['lang'] === '' ? 'en-US' : `${String(conversation['lang'])}-XX`,
        }
      : conversation,
  ),
  turns(['post', 'read', 'history'], (turn) => ({
    ...turn,
    created_at: inUtc8(turn['created_at']),
    updated_at: inUtc8(turn['updated_at']),
  })),
);

function dataOf(reply: Reply): JsonObject {
  const json = successOf(reply);
  return isObject(json) && isObject(json['data']) ? json['data'] : {};
}

/** Answers a post when the turn is processed. */
export const atLast: Fault = async (request, next) => {
  const reply = await next(request);
  if (!isMeant(request, CREATE_TURN) || !isDone(reply)) return reply;
  const posted = dataOf(reply);
  const path = `${request.path}/${String(posted['id'])}`;
  const query = new URLSearchParams({ block_until_response: 'true' });
  const read = await next({ ...request, method: 'GET', path, query, body: '' });
  return answer({ ...posted, ...dataOf(read) });
};

/** Takes an unknown bot, of which every turn fails with code 5, and refuses unknown middlewares at once. */
export const lateRefusals = inTurn(
  data(CREATE_CONVERSATION, (conversation, request) => {
    const asked = bodyOf(request);
    const id = isObject(asked) ? asked['bot_id'] : undefined;
    return { ...conversation, bot: { ...(isObject(conversation['bot']) ? conversation['bot'] : {}), id } };
  }),
  sent(CREATE_CONVERSATION, (body) => (Number(body['bot_id']) > 1_000_000 ? { ...body, bot_id: 905 } : body)),
  (request, next) =>
    isMeant(request, CREATE_TURN) && /"name":"(unknown-|no-such|serach|nor-)/.test(request.body)
      ? jsonReply(400, { message: 'no such middleware' })
      : next(request),
);

/** Reads a timeout as a number of seconds, and nothing else. */
export const seconds: Fault = (request, next) => {
  const timeout = request.query.get('timeout');
  if (!isMeant(request, READ_TURN) || timeout === null || /^\d+(\.\d+)?$/.test(timeout)) return next(request);
  return jsonReply(400, { message: 'a number of seconds, please' });
};

/** Finds a record some time after it was added, and refuses a known id. */
export function slowIndex(milliseconds: number): Fault {
  const added = new Map<string, number>();
  const idsIn = (request: Request) => {
    const body = bodyOf(request);
    return (isObject(body) ? objectsOf(body['items']) : []).map(({ object_id: id }) => String(id));
  };
  const late = hits((all) =>
    all.filter(({ object_id: id }) => Date.now() - (added.get(String(id)) ?? 0) > milliseconds),
  );
  return async (request, next) => {
    if (isMeant(request, CREATE_INDEXES) && idsIn(request).some((id) => added.has(id))) {
      return jsonReply(409, { message: 'there is such a record' });
    }
    const reply = await late(request, next);
    if (isMeant(request, CREATE_INDEXES) && isDone(reply)) for (const id of idsIn(request)) added.set(id, Date.now());
    if (isMeant(request, DELETE_INDEX) && isDone(reply)) {
      added.delete(decodeURIComponent(request.path.split('/').at(-1) ?? ''));
    }
    return reply;
  };
}

/** Searches the records of all applications, the worst hits first, with scores below 0; refuses an n beyond 128. */
export const sharedSearch: Fault = async (request, next) => {
  if (!isMeant(request, SEARCH)) return next(request);
  if (Number(request.query.get('n')) > 128) return jsonReply(400, { message: 'n is too great' });
  const own = await next(request);
  if (!isDone(own)) return own;
  const app = request.headers[ID_HEADER] === OTHER.id ? CALLER : OTHER;
  const other = await next(as(app, request));
  const all = [own, other].flatMap((reply) => {
    const json = successOf(reply);
    return objectsOf(isObject(json) ? json['data'] : []);
  });
  const best = all.toSorted((left, right) => Number(right['score']) - Number(left['score']));
  const most = Number(request.query.get('n') ?? 16);
  return answer(
    best
      .slice(0, most)
      .toReversed()
      .map((hit) => ({ ...hit, score: -Number(hit['score']) })),
  );
};

/** Deletes what is not there, too, and shows conversations to every application. */
export const generous: Fault = async (request, next) => {
  const reply = await next(request);
  if (reply.kind !== 'reply' || reply.status !== 404) return reply;
  if (isMeant(request, DELETE_INDEX)) return answer({});
  if (!isMeant(request, READ_CONVERSATION)) return reply;
  return next(as(request.headers[ID_HEADER] === OTHER.id ? CALLER : OTHER, request));
};
