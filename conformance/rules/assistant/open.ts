/** What the documents leave open of applications, conversations and turns, and how it is observed. */
import { isSuccess } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { seededUuid } from '../../model/uuid.ts';
import { askOpen, refusals } from '../open/requests.ts';
import { acceptance, distinct, each, formOf, type Look, notSeen, open, unseen } from '../open/words.ts';
import type { Talk } from '../rule.ts';
import { chat, plainTurn } from './chat.ts';
import { freshUser, readConversation, STRANGE_BOT, someBot, startConversation } from './conversation.ts';
import { lifeLeft } from './conversations/expiry.ts';
import { assistantKnown } from './known.ts';
import { finishTurn, type Place, readTurn, responseOf, resultsOf, sayTurn, tryTurn, viewOf } from './turn.ts';
import { turnWithStrange } from './turns/failing.ts';
import { postSlowTurn } from './turns/slow.ts';

const NO_CONVERSATION = notSeen('no conversation could be started');
const NO_SLOW = notSeen('the target names no slow turn');
const NO_FAILED = notSeen('no turn was seen to fail');

const unknownId = ({ scene }: Pick<Talk, 'scene'>) => seededUuid(scene.seed, scene.run, 'nothing of this name');

const withHeader = (name: string, value: string) => ({ headers: { [`x-assistant-${name}`]: value } });

const refusal: Look = (talk) =>
  refusals({
    'no id': { operation: 'searchIndexes', options: { credentials: 'none' } },
    'unknown id': {
      operation: 'searchIndexes',
      change: withHeader('appid', unknownId(talk)),
      options: { credentials: 'none' },
    },
    'no secret': { operation: 'createIndexes', options: { schemes: ['AppId'] } },
    'wrong secret': {
      operation: 'createIndexes',
      change: withHeader('secret', 'a-secret-that-nobody-has'),
      options: { schemes: ['AppId'] },
    },
  })(talk);

const errors: Look = (talk) =>
  refusals({
    'malformed query': { operation: 'searchIndexes', change: { query: { n: 'many' } } },
    'incomplete body': { operation: 'createConversation', change: { body: {} } },
    'unknown conversation': { operation: 'readConversation', change: { path: { conversation_id: unknownId(talk) } } },
  })(talk);

const credentialForm: Look = async ({ scene: { target } }) => {
  const { AppId: id } = target.credentials;
  return id === undefined ? notSeen('the target names no application') : `the application id: ${formOf(id)}`;
};

/** A person who starts a conversation with a bot that is not there. */
async function unknownBot(talk: Talk): Promise<string> {
  const body = { bot_id: STRANGE_BOT, user_identity: freshUser(talk.scene, 'nobody') };
  const exchange = await askOpen(talk, 'createConversation', 'unknown bot', { body });
  return exchange === null ? NO_CONVERSATION : acceptance(exchange);
}

const bots: Look = async (talk) => {
  const [a] = (await chat(talk)).started;
  const known = a === undefined ? 'no bot was found' : `bot ${await someBot(talk)} is there`;
  return `${known}; an unknown bot_id: ${await unknownBot(talk)}`;
};

const refusalOrError: Look = async (talk) => {
  const posted = await tryTurn(talk, unknownId(talk), 'unknown conversation', {}, { intent: 'open' });
  const told = 'post' in posted ? 'accepted' : acceptance(posted);
  return `unknown bot: ${await unknownBot(talk)}; unknown conversation: ${told}`;
};

const scope: Look = async (talk) => {
  if (talk.scene.target.otherCredentials['AppId'] === undefined)
    return notSeen('the target names no second application');
  const [a] = (await chat(talk)).started;
  if (a === undefined) return NO_CONVERSATION;
  const exchange = await readConversation(talk, a.id, 'another application', { credentials: 'other' });
  return isSuccess(exchange) ? 'another application reads it' : `another application: ${acceptance(exchange)}`;
};

const appIdType: Look = async (talk) => {
  const { started, said } = await chat(talk);
  const [[a], [first]] = [started, said];
  if (a === undefined || first === undefined) return NO_CONVERSATION;
  const { app } = a.data;
  const type = (value: unknown) => (value === undefined ? 'absent' : typeof value);
  return `${type(isObject(app) ? app['app_id'] : undefined)} in the app of a conversation, ${type(first.post.turn['app_id'])} in a turn`;
};

const langDefault: Look = async (talk) => {
  const [english, plain] = (await chat(talk)).started;
  if (plain === undefined) return NO_CONVERSATION;
  const japanese = await startConversation(talk, 'in Japanese', { lang: 'ja', isOpen: true });
  const told = Object.entries({ 'none asked for': plain, en: english, ja: japanese });
  return told.map(([asked, one]) => `${asked}: ${JSON.stringify(one?.data['lang']) ?? 'refused'}`).join('; ');
};

const lifetime: Look = async (talk) => {
  const [a] = (await chat(talk)).started;
  const left = a === undefined ? null : lifeLeft(a.exchange);
  return left === null ? NO_CONVERSATION : `about ${Math.round(left / 1000)} s`;
};

/** Enough for times with milliseconds to differ. */
const PAUSE = 25;

const update: Look = async (talk) => {
  const started = await startConversation(talk, 'update');
  if (started === null) return NO_CONVERSATION;
  const end = async (label: string, pauseMs: number) =>
    viewOf(await readConversation(talk, started.id, label, { pauseMs }), 'read')?.turn['expired_at'];
  const [first, second] = [await end('read', PAUSE), await end('read again', PAUSE)];
  await sayTurn(talk, started.id, 'post');
  const third = await end('after a turn', 0);
  const moves = (moved: boolean) => (moved ? 'moves' : 'does not move');
  return `reading ${moves(first !== second)} expired_at; posting a turn ${moves(second !== third)} it`;
};

const expired: Look = async (talk) => {
  const { expired_conversation: conversation } = assistantKnown(talk.scene);
  if (conversation === undefined) return notSeen('the target names no conversation that has expired');
  const read = await readConversation(talk, conversation, 'read');
  const post = await tryTurn(talk, conversation, 'post', {}, { intent: 'open' });
  const turn = await readTurn(talk, { conversation, id: '1' }, {}, 'read a turn');
  const told = 'post' in post ? 'accepted' : acceptance(post);
  return `read: ${acceptance(read)}; post: ${told}; read a turn: ${acceptance(turn)}`;
};

/** Whether turns with certain bodies are taken, each in a conversation of its own. */
function turnsTaken(bodies: Readonly<Record<string, JsonObject>>): Look {
  return (talk) =>
    each(Object.keys(bodies), async (label) => {
      const started = await startConversation(talk, label);
      if (started === null) return null;
      const posted = await tryTurn(talk, started.id, label, bodies[label], { intent: 'open' });
      return 'post' in posted ? 'accepted' : acceptance(posted);
    });
}

const temperatures = [-1, 1, 2, 100].map((temperature) => [
  `temperature ${temperature}`,
  { bot_override: { temperature } },
]);

/** What a plain turn shows where it is posted, read, and in the history. */
function turnShows(tell: (turn: JsonObject, place: Place) => string): Look {
  return async (talk) => {
    const views = await plainTurn(talk);
    return views === null
      ? NO_CONVERSATION
      : views.map(({ place, turn }) => `${place}: ${tell(turn, place)}`).join('; ');
  };
}

const member = (name: string) => turnShows((turn) => JSON.stringify(turn[name]) ?? 'absent');

const COUNTS = ['prompt_tokens', 'completion_tokens', 'total_tokens'];

const tokenCounts = turnShows((turn) => {
  const present = COUNTS.filter((name) => Object.hasOwn(turn, name));
  return present.length === 0 ? 'none' : present.join(', ');
});

const answeredWhen: Look = async (talk) => {
  const [post] = (await plainTurn(talk)) ?? [];
  if (post === undefined) return NO_CONVERSATION;
  return responseOf(post.turn) === '' ? 'at once, without a response' : 'when the turn is processed, with its response';
};

/** What the results of the bot's own middlewares show. */
function resultsShow(tell: (results: readonly JsonObject[]) => string | null): Look {
  return async (talk) => {
    const [, read] = (await plainTurn(talk)) ?? [];
    const told = tell(read === undefined ? [] : resultsOf(read.turn));
    return told ?? notSeen('the bot ran no middleware');
  };
}

const oneAtATime: Look = async (talk) => {
  const slow = await postSlowTurn(talk, 'one at a time');
  if (slow === null) return NO_SLOW;
  const another = await tryTurn(talk, slow.conversation, 'another', {}, { intent: 'open', patient: false });
  return `another turn: ${'post' in another ? 'accepted' : acceptance(another)}`;
};

const timeoutSyntax: Look = async (talk) => {
  const [first] = (await chat(talk)).said;
  if (first === undefined) return NO_CONVERSATION;
  return each(['10s', '10', '1.5', '1m30s', 'PT10S', 'soon', '-1s'], async (timeout) =>
    acceptance(await readTurn(talk, first, { block_until_response: 'true', timeout }, timeout)),
  );
};

const processed: Look = async (talk) => {
  const [, read] = (await turnWithStrange(talk)) ?? [];
  const isFailed = read !== undefined && isObject(read.turn['error']) && Object.keys(read.turn['error']).length > 0;
  return isFailed ? `a failed turn ends the wait, with status ${String(read.turn['status'])}` : NO_FAILED;
};

const resultsWhen: Look = async (talk) => {
  const [, read] = (await turnWithStrange(talk)) ?? [];
  if (read === undefined) return 'a turn with unknown middlewares is refused';
  return `of two that fail, ${resultsOf(read.turn).length} has a result`;
};

const numbering: Look = async (talk) => {
  const { said, started } = await chat(talk);
  const [first, second] = started.map(({ id }) => said.find(({ conversation }) => conversation === id)?.id);
  if (first === undefined || second === undefined) return NO_CONVERSATION;
  return first === second ? `within each conversation, from ${first}` : 'across conversations';
};

const statusValues: Look = async (talk) => {
  const views = [...((await plainTurn(talk)) ?? []), ...((await turnWithStrange(talk)) ?? [])];
  const values = distinct(views.map(({ turn }) => turn['status']));
  return values === null ? NO_CONVERSATION : `seen: ${values}`;
};

/** The statuses of a slow turn, in the order in which they are seen. */
const transitions: Look = async (talk) => {
  const slow = await postSlowTurn(talk, 'transitions');
  if (slow === null) return NO_SLOW;
  const pending = viewOf(await readTurn(talk, slow, {}, 'read at once', { pauseMs: 20 }), 'read');
  const seen = [slow.post, pending, await finishTurn(talk, slow, 'read at last')];
  const statuses = seen.flatMap((view) => (view === null ? [] : [String(view.turn['status'])]));
  return statuses.filter((status, index) => status !== statuses[index - 1]).join(', then ');
};

export default [
  open('assistant.access.refusal', refusal),
  open('assistant.access.credential-form', credentialForm),
  open('assistant.errors.responses', errors),
  open(
    'assistant.limits.content-size',
    turnsTaken({
      'an empty message': { content: '' },
      'a message of 20,000 characters': { content: 'word '.repeat(4_000) },
    }),
  ),
  open('assistant.createConversation.lang-default', langDefault),
  open('assistant.createConversation.bots', bots),
  open('assistant.createConversation.lifetime', lifetime),
  open('assistant.readConversation.update', update),
  open('assistant.readConversation.expired-answer', expired),
  open('assistant.readConversation.scope', scope),
  open('assistant.createTurn.answered-when', answeredWhen),
  open('assistant.createTurn.one-at-a-time', oneAtATime),
  open('assistant.createTurn.refusal-or-error', refusalOrError),
  open('assistant.readTurn.timeout-syntax', timeoutSyntax),
  open('assistant.readTurn.processed', processed),
  open('assistant.App.app_id.type', appIdType),
  open('assistant.Turn.id.numbering', numbering),
  open('assistant.Turn.prompt_tokens.where', tokenCounts),
  open('assistant.Turn.status.values', statusValues),
  open('assistant.Turn.status.transitions', transitions),
  open('assistant.Turn.bot_override.none', member('bot_override')),
  open('assistant.Turn.error.none', member('error')),
  open(
    'assistant.Turn.user_id.history',
    turnShows((turn) => (Object.hasOwn(turn, 'user_id') ? 'present' : 'absent')),
  ),
  open('assistant.Turn.middleware_results.when', resultsWhen),
  open(
    'assistant.Middleware.name.values',
    resultsShow((results) => distinct(results.map(({ name }) => name))),
  ),
  open(
    'assistant.MiddlewareResult.opts.name',
    resultsShow((results) => distinct(results.flatMap((result) => Object.keys(result)))),
  ),
  open(
    'assistant.Middleware.options.required',
    turnsTaken({ 'without options': { bot_override: { middlewares: [{ name: 'no-such-middleware' }] } } }),
  ),
  open('assistant.BotOverride.temperature.range', turnsTaken(Object.fromEntries(temperatures))),
  unseen('assistant.limits.rate', 'it would take a flood of requests'),
  unseen('assistant.events', 'nothing shows whether there are events'),
  unseen('assistant.versioning', 'no answer shows a version'),
  unseen('assistant.createTurn.category-default', 'no answer shows the category of a turn'),
  unseen('assistant.readTurn.block-without-timeout', 'it would take as long as the server waits at most'),
  unseen('assistant.MiddlewareOptions.members', 'which options there are is told nowhere'),
];
