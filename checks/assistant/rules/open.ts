/** The open questions about applications, conversations and turns, and how they are observed. */
import {
  acceptance,
  distinct,
  each,
  formOf,
  notObserved,
  type Observation,
  type Probe,
  probesOf,
  sendOpen,
  several,
} from '@wallet-services/conformance/builtin';
import { type CheckContext, inconclusive, orNull, stop } from '@wallet-services/conformance/core';
import { isObject, isSuccess, type JsonObject, seededUuid } from '@wallet-services/conformance/model';
import { type Chat, chat } from '../chat.ts';
import { freshUser, readConversation, STRANGE_BOT, type Started, someBot, startConversation } from '../conversation.ts';
import { assistantKnown } from '../known.ts';
import {
  finishTurn,
  type Posted,
  type Reported,
  readTurn,
  responseOf,
  resultsOf,
  tryTurn,
  type View,
  viewOf,
  viewsOf,
} from '../turn.ts';
import { turnWithStrange } from '../turns/failing.ts';
import { postSlowTurn } from '../turns/slow.ts';
import { lifeLeft, living } from './conversations/expiry.ts';

const unknownId = ({ suite }: Pick<CheckContext, 'suite'>) => seededUuid(suite.seed, suite.run, 'nothing of this name');

/** A user who starts a conversation with an unknown bot. */
async function unknownBot(ctx: CheckContext): Promise<string> {
  const body = { bot_id: STRANGE_BOT, user_identity: freshUser(ctx.suite, 'nobody') };
  return acceptance(await sendOpen(ctx, 'createConversation', 'unknown bot', { body }));
}

/** Posts a turn that may be rejected, and reports the result. */
async function posting(ctx: CheckContext, conversation: string, label: string, body: JsonObject = {}): Promise<string> {
  const posted = await tryTurn(ctx, conversation, label, body, { intent: 'open', patient: false });
  return 'post' in posted ? 'accepted' : acceptance(posted);
}

/** Observes the chat and its two conversations. */
function ofChat(probe: (held: Chat & Readonly<Record<'a' | 'b', Started>>, ctx: CheckContext) => Observation): Probe {
  return async (ctx) => {
    const held = await chat(ctx);
    const [a, b] = held.started;
    const isHeld = a !== undefined && b !== undefined;
    return isHeld ? probe({ ...held, a, b }, ctx) : stop(inconclusive('the suite could not start a conversation'));
  };
}

/** Whether turns with certain bodies are accepted, each in a separate conversation. */
function turnsTaken(bodies: Readonly<Record<string, JsonObject>>): Probe {
  return (ctx) =>
    each(Object.keys(bodies), async (label) => {
      const { id } = await startConversation(ctx, label);
      return posting(ctx, id, label, bodies[label]);
    });
}

/** Observes a plain turn in every place that shows it. */
function ofTurn(probe: (turn: Reported, views: readonly View[], ctx: CheckContext) => Observation): Probe {
  return ofChat(({ reported: [first], histories }, ctx) =>
    first === undefined ? null : probe(first, viewsOf(first, ...histories), ctx),
  );
}

/** The members of a plain turn in the answer to the post, when read, and in the history. */
const turnShows = (reportOne: (turn: JsonObject) => string) =>
  ofTurn((_, views) => views.map(({ place, turn }) => `${place}: ${reportOne(turn)}`).join('; '));

const member = (name: string) => turnShows((turn) => JSON.stringify(turn[name]) ?? 'absent');

const COUNTS = ['prompt_tokens', 'completion_tokens', 'total_tokens'];

/** The members of the results of the bot's own middlewares. */
const resultsShow = (reportOne: (result: JsonObject) => unknown) =>
  ofTurn(({ read }) => distinct(resultsOf(read.turn).map(reportOne)) ?? notObserved('the bot ran no middleware'));

/** Observes a slow turn as soon as it is posted. */
function whileSlow(label: string, probe: (slow: Posted, ctx: CheckContext) => Promise<string>): Probe {
  return async (ctx) => probe(await postSlowTurn(ctx, label), ctx);
}

export default probesOf({
  'assistant.access.credential-form': async ({ suite: { target } }) => {
    const { AppId: id } = target.credentials;
    return id === undefined ? notObserved('the suite has no application') : `the application id: ${formOf(id)}`;
  },
  'assistant.limits.content-size': turnsTaken({
    'an empty message': { content: '' },
    'a message of 20,000 characters': { content: 'word '.repeat(4_000) },
  }),
  'assistant.createConversation.lang-default': ofChat(async ({ a: en, b: plain }, ctx) => {
    const ja = await orNull(startConversation(ctx, 'in Japanese', { lang: 'ja', isOpen: true }));
    return Object.entries({ 'none asked for': plain, en, ja })
      .map(([request, one]) => `${request}: ${JSON.stringify(one?.data['lang']) ?? 'refused, or absent'}`)
      .join('; ');
  }),
  'assistant.createConversation.bots': async (ctx) =>
    `bot ${await someBot(ctx)} responds; an unknown bot_id: ${await unknownBot(ctx)}`,
  'assistant.createConversation.lifetime': ofChat(({ a: { exchange } }) => {
    const left = lifeLeft(exchange);
    return left === null ? notObserved('expired_at cannot be read') : `about ${Math.round(left / 1000)} s`;
  }),
  'assistant.readConversation.update': async (ctx) => {
    const { reads, after } = await living(ctx);
    const [first, second, last] = [reads[0], reads[1], after].map(
      (one) => one && viewOf(one, 'read')?.turn['expired_at'],
    );
    const moves = (moved: boolean) => (moved ? 'moves' : 'does not move');
    const posting = last === null ? 'the effect of a turn was not seen' : `posting a turn ${moves(second !== last)} it`;
    return `reading ${moves(first !== second)} expired_at; ${posting}`;
  },
  'assistant.readConversation.expired-answer': (ctx) => {
    const { expired_conversation: conversation } = assistantKnown(ctx.suite);
    if (conversation === undefined) return stop(inconclusive('the suite knows no expired conversation'));
    return several({
      read: async () => acceptance(await readConversation(ctx, conversation, 'read')),
      post: () => posting(ctx, conversation, 'post'),
      'read a turn': async () => acceptance(await readTurn(ctx, { conversation, id: '1' }, {}, 'read a turn')),
    })(ctx);
  },
  'assistant.readConversation.scope': ofChat(async ({ a: { id } }, ctx) => {
    if (ctx.suite.target.otherCredentials['AppId'] === undefined)
      return notObserved('the suite has no second application');
    const exchange = await readConversation(ctx, id, 'another application', { credentials: 'other' });
    return isSuccess(exchange) ? 'another application reads it' : `another application: ${acceptance(exchange)}`;
  }),
  'assistant.createTurn.answered-when': ofTurn(({ post: { turn } }) =>
    responseOf(turn) === '' ? 'at once, without a response' : 'when the turn is processed, with its response',
  ),
  'assistant.createTurn.one-at-a-time': whileSlow('one at a time', async ({ conversation }, ctx) => {
    return `another turn: ${await posting(ctx, conversation, 'another')}`;
  }),
  'assistant.createTurn.refusal-or-error': several({
    'unknown bot': unknownBot,
    'unknown conversation': (ctx) => posting(ctx, unknownId(ctx), 'unknown conversation'),
  }),
  'assistant.readTurn.timeout-syntax': ofTurn((turn, _, ctx) =>
    each(['10s', '10', '1.5', '1m30s', 'PT10S', 'soon', '-1s'], async (timeout) =>
      acceptance(await readTurn(ctx, turn, { block_until_response: 'true', timeout }, timeout)),
    ),
  ),
  'assistant.readTurn.processed': async (ctx) => {
    const [, read] = (await turnWithStrange(ctx)) ?? [];
    const isFailed = read !== undefined && isObject(read.turn['error']) && Object.keys(read.turn['error']).length > 0;
    if (!isFailed) return notObserved('no turn failed');
    return `a failed turn ends the wait, with status ${String(read.turn['status'])}`;
  },
  'assistant.Turn.id.numbering': ofChat(({ reported, started }) => {
    const [first, second] = started.map(({ id }) => reported.find(({ conversation }) => conversation === id)?.id);
    if (first === undefined || second === undefined) return null;
    return first === second ? `within each conversation, from ${first}` : 'across conversations';
  }),
  'assistant.Turn.prompt_tokens.where': turnShows((turn) => COUNTS.filter((name) => name in turn).join(', ')),
  'assistant.Turn.status.values': ofTurn(async (_, views, ctx) => {
    const all = [...views, ...((await turnWithStrange(ctx)) ?? [])];
    return `seen: ${distinct(all.map(({ turn }) => turn['status']))}`;
  }),
  /** The statuses of a slow turn, in the order in which they are shown. */
  'assistant.Turn.status.transitions': whileSlow('transitions', async (slow, ctx) => {
    const pending = viewOf(await readTurn(ctx, slow, {}, 'read at once', { pauseMs: 20 }), 'read');
    const seen = [slow.post, pending, await orNull(finishTurn(ctx, slow, 'read at last'))];
    const statuses = seen.flatMap((view) => (view === null ? [] : [String(view.turn['status'])]));
    return statuses.filter((status, index) => status !== statuses[index - 1]).join(', then ');
  }),
  'assistant.Turn.response.none': whileSlow('no response', async ({ post: { turn } }) => {
    return responseOf(turn) === '' ? `posted: ${JSON.stringify(turn['response']) ?? 'absent'}` : 'never without one';
  }),
  'assistant.Turn.bot_override.none': member('bot_override'),
  'assistant.Turn.error.none': member('error'),
  'assistant.Turn.middleware_results.when': async (ctx) => {
    const [, read] = (await turnWithStrange(ctx)) ?? [];
    if (read === undefined) return 'a turn with unknown middlewares is refused';
    return `of two that fail, ${resultsOf(read.turn).length} has a result`;
  },
  'assistant.BotMiddleware.name.values': resultsShow(({ name }) => name),
  'assistant.MiddlewareResult.code.none': resultsShow(({ code, err }) => `code ${formOf(code)}, err ${formOf(err)}`),
  'assistant.BotMiddleware.options.required': turnsTaken({
    'without options': { bot_override: { middlewares: [{ name: 'no-such-middleware' }] } },
  }),
  'assistant.BotOverride.temperature.range': turnsTaken(
    Object.fromEntries([-1, 1, 2, 100].map((one) => [`temperature ${one}`, { bot_override: { temperature: one } }])),
  ),
});
