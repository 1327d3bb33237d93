/** Conforming variants of assistant. No rule may fail on them. */
import { described, type Variant } from '@wallet-services/conformance/core';
import { isObject, type JsonObject, objectsOf, valueAt, withPathInputs } from '@wallet-services/conformance/model';
import {
  type At,
  editedReply,
  jsonReply,
  type MatchedRequest,
  type Mutation,
  type Next,
  type Reply,
  sentIn,
  successOf,
  together,
  withQuery,
} from '@wallet-services/conformance/mutation';
import { inZone, limitedRate, members, refusing } from '../shared/answers.ts';
import { isBeyond } from '../shared/values.ts';
import { APP, atOnce, done, everywhere, turnsIn } from './mutants.ts';

const otherStatuses: Readonly<Record<number, number>> = { 400: 422, 401: 403, 404: 410, 405: 404, 429: 409 };

const CONVERSATIONS = ['createConversation', 'readConversation'] as const;

/** A member of conversations, in every answer. */
function ofConversations(at: At, member: string, change: (value: unknown) => unknown): Mutation {
  return together(...CONVERSATIONS.map((id) => at(id).value(`/data/${member}`, change)));
}

function isEmpty(value: unknown): boolean {
  return isObject(value) || Array.isArray(value) ? Object.keys(value).length === 0 : (value ?? null) === null;
}

const orNull = (value: unknown) => (isEmpty(value) || value === '' ? null : value);

const settings = { temperature: null, prompt: null, boundary_prompt: null };

/** The results of middlewares that worked, with empty members. */
const workedAs = (turn: JsonObject, members: JsonObject) =>
  objectsOf(turn['middleware_results']).map((result) => ({ ...members, ...result }));

/** Writes null for empty values, and more members than are documented. */
const nulls = (at: At): readonly Mutation[] => [
  turnsIn(at, everywhere, ({ bot_override: override, error, response, ...turn }) => ({
    ...turn,
    bot_override: isObject(override) && !isEmpty(override) ? { ...settings, ...override } : null,
    response: orNull(response),
    error,
    middleware_results: workedAs(turn, { code: null, err: null }),
    category: 'plain-text',
    prompt_tokens: 3,
    completion_tokens: 4,
    total_tokens: 7,
  })),
  ofConversations(at, 'lang', orNull),
  ofConversations(at, 'title', () => 'A conversation'),
  at('searchIndexes').answer((json) => (isObject(json) ? { ...json, total: 3 } : json)),
  at('searchIndexes').items.each((hit) => ({ ...hit, properties: hit['properties'] ?? null, highlight: null })),
];

/** Leaves out empty values, treats an error of 0 as none, and writes UUIDs in both cases. */
const absences = (at: At) => [
  turnsIn(at, everywhere, ({ bot_override: override, error, response, middleware_results: results, ...turn }) => ({
    ...turn,
    conversation_id: String(turn['conversation_id']).toUpperCase(),
    ...(isEmpty(override) ? {} : { bot_override: override }),
    ...(response === '' ? {} : { response }),
    ...(isEmpty(results)
      ? {}
      : { middleware_results: workedAs({ middleware_results: results }, { code: 0, err: '' }) }),
    error: isEmpty(error) ? { code: 0, message: '' } : error,
  })),
  ofConversations(at, 'lang', (lang) => (lang === '' ? undefined : lang)),
];

/** Numbers turns within their conversation, from 1. */
const numbering = (at: At): Mutation => {
  const own = new Map<string, unknown[]>();
  const numbered = (turn: JsonObject) => {
    const key = String(turn['conversation_id']).toLowerCase();
    const ids = own.get(key) ?? [];
    own.set(key, ids);
    if (!ids.includes(turn['id'])) ids.push(turn['id']);
    return { ...turn, id: ids.indexOf(turn['id']) + 1 };
  };
  const { operation } = at('readTurn');
  const asNumbered = at('readTurn').request(({ inputs, ...request }) => {
    const ids = own.get(inputs['conversation_id']?.toLowerCase() ?? '') ?? [];
    const id = String(ids[Number(inputs['turn_id']) - 1] ?? 2_000_000_077);
    return { ...request, path: withPathInputs(operation, request.path, { turn_id: id }) };
  });
  return together(asNumbered, turnsIn(at, everywhere, numbered));
};

/** Writes times with an offset, and languages with a country. */
const otherForms = (at: At): readonly Mutation[] => [
  members(/^(created_at|updated_at|expired_at)$/, inZone(480)),
  ofConversations(at, 'lang', (lang) => (typeof lang === 'string' ? `${lang}-XX` : lang)),
  ofConversations(at, 'app', (app) => ({ ...Object(app), created_at: 1_614_676_500, updated_at: '2 March 2021' })),
];

/** Removes the offset from UTC of a time. */
const local = (time: unknown) => (typeof time === 'string' ? time.replace(/(\.\d+)?Z$/, '') : time);

/** Answers a post after the turn is processed. */
const atLast = (at: At) =>
  at('createTurn').instead(async (request, next) => {
    const reply = await next(request);
    const posted = valueAt(successOf(reply), '/data');
    if (!isObject(posted)) return reply;
    const path = `${request.path}/${String(posted['id'])}`;
    const read = await next({ ...withQuery(request, { block_until_response: 'true' }), method: 'GET', path, body: '' });
    const turn = valueAt(successOf(read), '/data');
    return done({ ...posted, ...(isObject(turn) ? turn : {}) });
  });

/** The value that makes turns of the reference server fail with code 5. */
const FAILING_BOT = 905;

/** Accepts unknown bots, with turns that all fail with code 5. */
const unknownBots = (at: At): Mutation => {
  const bot = (request: MatchedRequest) => sentIn(request)['bot_id'];
  const isKnown = (id: unknown) => !(Number(id) > 1_000_000);
  return together(
    at('createConversation').value('/data/bot/id', (id, request) => (isKnown(bot(request)) ? id : bot(request))),
    at('createConversation').body((body) => (isKnown(body['bot_id']) ? body : { ...body, bot_id: FAILING_BOT })),
  );
};

/** Reads a timeout only as a number of seconds. */
const seconds = (at: At) => at('readTurn').refused(({ query }) => !/^\d+(\.\d+)?$/.test(query.get('timeout') ?? '0'));

/** Finds a record some time after it was added, and rejects a known id until its record is removed. */
const slowIndex = (at: At, milliseconds: number): Mutation => {
  const [added, apps] = [new Map<unknown, number>(), new Map<unknown, unknown>()];
  const add = at('createIndexes').instead(async (request, next) => {
    const ids = objectsOf(sentIn(request)['items']).map(({ object_id: id }) => id);
    if (ids.some((id) => added.has(id))) return jsonReply(409, { message: 'there is such a record' });
    const reply = await next(request);
    for (const id of successOf(reply) === undefined ? [] : ids)
      added.set(id, Date.now()) && apps.set(id, request.headers[APP]);
    return reply;
  });
  const reset = at('resetIndexes').reply((reply, { headers }) => {
    for (const [id, app] of successOf(reply) === undefined ? [] : apps) if (app === headers[APP]) added.delete(id);
    return reply;
  });
  const remove = at('deleteIndex').instead(async (request, next) => {
    const reply = await next(request);
    if (successOf(reply) !== undefined) added.delete(request.inputs['object_id']);
    return reply;
  });
  const late = at('searchIndexes').items.all((all) =>
    all.filter(({ object_id: id }) => Date.now() - (added.get(id) ?? 0) > milliseconds),
  );
  return together(add, remove, reset, late);
};

/** Sends a request for the calling application first, then for every other application that was seen. */
async function asEveryone(seen: Set<string>, request: MatchedRequest, next: Next): Promise<readonly Reply[]> {
  const own = request.headers[APP] ?? '';
  const replies = [await next(request)];
  const [reply] = replies;
  if (reply?.kind === 'reply' && reply.status !== 401) seen.add(own);
  for (const app of reply?.kind === 'reply' && reply.status !== 401 ? seen : []) {
    if (app !== own) replies.push(await next({ ...request, headers: { ...request.headers, [APP]: app } }));
  }
  return replies;
}

/** Searches the records of all applications, the worst hits first, with scores below 0; rejects an n beyond 128. */
const sharedSearch = (at: At): Mutation => {
  const seen = new Set<string>();
  return at('searchIndexes').instead(async (request, next) => {
    const n = Number(request.query.get('n') ?? 16);
    if (n > 128) return jsonReply(400, { message: 'n is too great' });
    const replies = await asEveryone(seen, request, next);
    const [own] = replies;
    if (own === undefined || successOf(own) === undefined) return own ?? jsonReply(500, {});
    const all = replies.flatMap((reply) => objectsOf(valueAt(successOf(reply), '/data')));
    const best = all.toSorted((left, right) => Number(right['score']) - Number(left['score'])).slice(0, n);
    return done(best.toReversed().map((hit) => ({ ...hit, score: -Number(hit['score']) })));
  });
};

/** Also deletes items that do not exist, and shows conversations to every application. */
const generous = (at: At): Mutation => {
  const seen = new Set<string>();
  return together(
    at('deleteIndex').reply((reply) => (reply.status === 404 ? done() : reply)),
    at('readConversation').instead(async (request, next) => {
      const replies = await asEveryone(seen, request, next);
      return replies.find((reply) => successOf(reply) !== undefined) ?? replies[0] ?? jsonReply(500, {});
    }),
  );
};

/** Accepts an override of any form and ignores it, but shows it as sent. */
const anyOverride = (at: At): Mutation => {
  const taken = new Map<unknown, JsonObject>();
  const minding = at('createTurn').instead(async (request, next) => {
    const reply = await next(request);
    const { bot_override: override, ...rest } = sentIn(request);
    if (!isObject(override) || reply.kind !== 'reply' || reply.status !== 400) return reply;
    const other = await next({ ...request, body: JSON.stringify(rest) });
    taken.set(valueAt(successOf(other), '/data/id'), override);
    return editedReply(other, '/data/bot_override', () => override);
  });
  const reported = turnsIn(at, ['read', 'history'], (turn) => {
    const override = taken.get(turn['id']);
    return override === undefined ? turn : { ...turn, bot_override: override };
  });
  return together(minding, reported);
};

const isLong = (request: MatchedRequest) => String(sentIn(request)['content'] ?? '').length > 100;

const isForeign = (request: MatchedRequest) => !['en', 'zh'].includes(String(sentIn(request)['lang'] ?? 'en'));

const isMadeUp = ({ body }: MatchedRequest) => /"name":"(unknown-|no-such-)/.test(body);

export const variants: readonly Variant[] = [
  {
    id: 'refuses with other statuses, in plain text',
    about: [
      'assistant.access.refusal',
      'assistant.errors.responses',
      'assistant.readConversation.expired-answer',
      'assistant.createTurn.one-at-a-time',
    ],
    choices: () => [
      refusing((status) => ({
        status: otherStatuses[status] ?? status,
        contentType: 'text/plain',
        body: 'no',
        headers: {},
      })),
    ],
  },
  {
    id: 'writes null for what is empty, and more than is documented',
    about: [
      'assistant.Turn.bot_override.none',
      'assistant.Turn.error.none',
      'assistant.Turn.middleware_results.when',
      'assistant.Turn.prompt_tokens.where',
      'assistant.createTurn.category-default',
    ],
    choices: nulls,
  },
  {
    id: 'leaves out what is empty, numbers turns within their conversation, and writes times in UTC+8',
    about: [
      'assistant.Turn.id.numbering',
      'assistant.Turn.bot_override.none',
      'assistant.Turn.error.none',
      'assistant.createConversation.lang-default',
      'assistant.App.created_at.form',
      'assistant.Turn.response.none',
      'assistant.MiddlewareResult.code.none',
    ],
    choices: (at) => [...otherForms(at), ...absences(at), numbering(at)],
  },
  {
    id: 'answers a post when the turn is processed, and writes no offset from UTC',
    about: ['assistant.createTurn.answered-when', 'assistant.Turn.status.values', 'assistant.Turn.status.transitions'],
    choices: (at) => [members(/^(created_at|updated_at|expired_at)$/, local), atLast(at)],
  },
  {
    id: 'takes unknown bots and refuses unknown middlewares; reads timeouts in seconds',
    about: [
      'assistant.createTurn.refusal-or-error',
      'assistant.createConversation.bots',
      'assistant.readTurn.timeout-syntax',
      'assistant.BotMiddleware.name.values',
    ],
    choices: (at) => [unknownBots(at), at('createTurn').refused(isMadeUp), seconds(at)],
    target: described('assistant', ({ known: { timeouts: _, middleware_errors: errors, ...known } }) => {
      const { unknown_name: _unknown, ...others } = isObject(errors) ? errors : {};
      return { known: { ...known, middleware_errors: others } };
    }),
    undecided: ['assistant.readTurn.middleware-error.unknown-name'],
  },
  {
    id: 'takes turns that are posted at once, and overrides of any form, and answers although a middleware failed',
    about: ['assistant.createTurn.one-at-a-time', 'assistant.readTurn.processed', 'all.inputs.malformed'],
    choices: (at) => [
      anyOverride(at),
      turnsIn(at, ['read', 'history'], (turn) =>
        valueAt(turn, '/error/code') === 2 ? { ...turn, status: 2, response: 'Sorry.' } : turn,
      ),
      atOnce(at, (turn) => turn),
    ],
  },
  {
    id: 'finds records late, those of every application, and the worst first',
    about: [
      'assistant.searchIndexes.matching',
      'assistant.searchIndexes.scope',
      'assistant.searchIndexes.order',
      'assistant.SearchHit.score.meaning',
      'assistant.searchIndexes.n-out-of-range',
      'assistant.createIndexes.again',
      'assistant.deleteIndex.unknown',
      'assistant.readConversation.scope',
    ],
    choices: (at) => [slowIndex(at, 80), sharedSearch(at), generous(at)],
  },
  {
    id: 'takes short contents, trimmed, two languages, temperatures up to 1 and middlewares with options only, and limits its rate',
    about: [
      'assistant.limits.content-size',
      'assistant.createConversation.lang-default',
      'assistant.limits.rate',
      'assistant.BotOverride.temperature.range',
      'assistant.BotMiddleware.options.required',
      'assistant.createConversation.lifetime',
    ],
    choices: (at) => [
      limitedRate(11),
      at('createTurn').refused((request) => isLong(request) || isBeyond(request), 422),
      at('createTurn').body(({ content, ...body }) =>
        typeof content === 'string' ? { ...body, content: content.trim() } : { ...body, content },
      ),
      at('createConversation').refused(isForeign, 422),
      ofConversations(at, 'expired_at', (end) => new Date(Date.parse(String(end)) + 3_600_000).toISOString()),
    ],
  },
  {
    id: 'is known by its credentials only',
    about: ['assistant.BotMiddleware.name.values', 'assistant.createConversation.bots'],
    choices: () => [],
    target: described('assistant', () => ({ known: {} })),
    undecided: [
      'assistant.readConversation.expiry',
      'assistant.readTurn.middleware-error.internal',
      'assistant.readTurn.middleware-error.invalid-options',
      'assistant.readTurn.middleware-error.timed-out',
      'assistant.readTurn.error.internal',
      'assistant.readTurn.error.model-*',
      'assistant.readTurn.error.model-not-found',
      'assistant.readTurn.timeout-*',
    ],
  },
];
