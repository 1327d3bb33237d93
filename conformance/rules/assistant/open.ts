/** What the documents leave open of applications, conversations and turns, and how it is observed. */
import { isSuccess } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { seededUuid } from '../../model/uuid.ts';
import { orNull } from '../judgement.ts';
import { askOpen, refusal, several, unknownPath } from '../open/requests.ts';
import { acceptance, distinct, each, formOf, type Look, notSeen, open } from '../open/words.ts';
import type { Talk } from '../rule.ts';
import { chat, plainTurn } from './chat.ts';
import { freshUser, readConversation, STRANGE_BOT, type Started, someBot, startConversation } from './conversation.ts';
import { lifeLeft } from './conversations/expiry.ts';
import { assistantKnown } from './known.ts';
import {
  finishTurn,
  type Place,
  type Posted,
  readTurn,
  responseOf,
  resultsOf,
  sayTurn,
  tryTurn,
  viewOf,
} from './turn.ts';
import { turnWithStrange } from './turns/failing.ts';
import { postSlowTurn } from './turns/slow.ts';

const NO_CONVERSATION = notSeen('no conversation could be started');

const unknownId = ({ scene }: Pick<Talk, 'scene'>) => seededUuid(scene.seed, scene.run, 'nothing of this name');

const withHeader = (name: string, value: string) => ({ headers: { [`x-assistant-${name}`]: value } });

const none = { credentials: 'none' } as const;
const idAlone = { schemes: ['AppId'] } as const;

const accessRefusal: Look = (talk) =>
  several({
    'no id': refusal('searchIndexes', {}, none),
    'unknown id': refusal('searchIndexes', withHeader('appid', unknownId(talk)), none),
    'no secret': refusal('createIndexes', {}, idAlone),
    'wrong secret': refusal('createIndexes', withHeader('secret', 'a-secret-that-nobody-has'), idAlone),
    'unknown path': unknownPath,
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

const told = (posted: Awaited<ReturnType<typeof tryTurn>>) => ('post' in posted ? 'accepted' : acceptance(posted));

const tryOpen = (talk: Talk, conversation: string, label: string, body: JsonObject = {}) =>
  tryTurn(talk, conversation, label, body, { intent: 'open', patient: false });

const refusalOrError: Look = async (talk) => {
  const posted = await tryOpen(talk, unknownId(talk), 'unknown conversation');
  return `unknown bot: ${await unknownBot(talk)}; unknown conversation: ${told(posted)}`;
};

/** Looks at the two conversations of the chat. */
function ofChat(look: (started: readonly [Started, Started], talk: Talk) => Promise<string> | string): Look {
  return async (talk) => {
    const [a, b] = (await chat(talk)).started;
    return a === undefined || b === undefined ? NO_CONVERSATION : look([a, b], talk);
  };
}

const scope = ofChat(async ([{ id }], talk) => {
  if (talk.scene.target.otherCredentials['AppId'] === undefined)
    return notSeen('the target names no second application');
  const exchange = await readConversation(talk, id, 'another application', { credentials: 'other' });
  return isSuccess(exchange) ? 'another application reads it' : `another application: ${acceptance(exchange)}`;
});

const langDefault = ofChat(async ([english, plain], talk) => {
  const japanese = await orNull(startConversation(talk, 'in Japanese', { lang: 'ja', isOpen: true }));
  return Object.entries({ 'none asked for': plain, en: english, ja: japanese })
    .map(([asked, one]) => `${asked}: ${JSON.stringify(one?.data['lang']) ?? 'refused, or absent'}`)
    .join('; ');
});

const appTimes = ofChat(([{ data }]) => {
  const app = isObject(data['app']) ? data['app'] : {};
  return `created_at: ${formOf(app['created_at'])}; updated_at: ${formOf(app['updated_at'])}`;
});

const lifetime = ofChat(([{ exchange }]) => {
  const left = lifeLeft(exchange);
  return left === null ? notSeen('expired_at cannot be read') : `about ${Math.round(left / 1000)} s`;
});

const update: Look = async (talk) => {
  const started = await startConversation(talk, 'update');
  // A pause long enough for times with milliseconds to differ.
  const end = async (label: string) =>
    viewOf(await readConversation(talk, started.id, label, { pauseMs: 25 }), 'read')?.turn['expired_at'];
  const [first, second] = [await end('read'), await end('read again')];
  await orNull(sayTurn(talk, started.id, 'post'));
  const moves = (moved: boolean) => (moved ? 'moves' : 'does not move');
  return `reading ${moves(first !== second)} expired_at; posting a turn ${moves(second !== (await end('after a turn')))} it`;
};

const expired: Look = async (talk) => {
  const { expired_conversation: conversation } = assistantKnown(talk.scene);
  if (conversation === undefined) return notSeen('the target names no conversation that has expired');
  const read = await readConversation(talk, conversation, 'read');
  const post = await tryOpen(talk, conversation, 'post');
  const turn = await readTurn(talk, { conversation, id: '1' }, {}, 'read a turn');
  return `read: ${acceptance(read)}; post: ${told(post)}; read a turn: ${acceptance(turn)}`;
};

/** Whether turns with certain bodies are taken, each in a conversation of its own. */
function turnsTaken(bodies: Readonly<Record<string, JsonObject>>): Look {
  return (talk) =>
    each(Object.keys(bodies), async (label) => {
      const { id } = await startConversation(talk, label);
      return told(await tryOpen(talk, id, label, bodies[label]));
    });
}

const temperatures = Object.fromEntries(
  [-1, 1, 2, 100].map((temperature) => [`temperature ${temperature}`, { bot_override: { temperature } }]),
);

/** What a plain turn shows where it is posted, read, and in the history. */
function turnShows(tell: (turn: JsonObject, place: Place) => string): Look {
  return async (talk) => {
    const views = await plainTurn(talk);
    return views?.map(({ place, turn }) => `${place}: ${tell(turn, place)}`).join('; ') ?? NO_CONVERSATION;
  };
}

const member = (name: string) => turnShows((turn) => JSON.stringify(turn[name]) ?? 'absent');

const COUNTS = ['prompt_tokens', 'completion_tokens', 'total_tokens'];

const answeredWhen: Look = async (talk) => {
  const [post] = (await plainTurn(talk)) ?? [];
  if (post === undefined) return NO_CONVERSATION;
  return responseOf(post.turn) === '' ? 'at once, without a response' : 'when the turn is processed, with its response';
};

/** What the results of the bot's own middlewares show. */
function resultsShow(tell: (results: readonly JsonObject[]) => string | null): Look {
  return async (talk) => {
    const [, read] = (await plainTurn(talk)) ?? [];
    return tell(read === undefined ? [] : resultsOf(read.turn)) ?? notSeen('the bot ran no middleware');
  };
}

/** Looks at a turn that takes its time, as soon as it is posted. */
function whileSlow(label: string, look: (slow: Posted, talk: Talk) => Promise<string>): Look {
  return async (talk) => look(await postSlowTurn(talk, label), talk);
}

const oneAtATime = whileSlow('one at a time', async ({ conversation }, talk) => {
  return `another turn: ${told(await tryOpen(talk, conversation, 'another'))}`;
});

const responseNone = whileSlow('no response', async ({ post: { turn } }) => {
  return responseOf(turn) === '' ? `posted: ${JSON.stringify(turn['response']) ?? 'absent'}` : 'never without one';
});

/** The statuses of a slow turn, in the order in which they are seen. */
const transitions = whileSlow('transitions', async (slow, talk) => {
  const pending = viewOf(await readTurn(talk, slow, {}, 'read at once', { pauseMs: 20 }), 'read');
  const seen = [slow.post, pending, await orNull(finishTurn(talk, slow, 'read at last'))];
  const statuses = seen.flatMap((view) => (view === null ? [] : [String(view.turn['status'])]));
  return statuses.filter((status, index) => status !== statuses[index - 1]).join(', then ');
});

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
  return isFailed
    ? `a failed turn ends the wait, with status ${String(read.turn['status'])}`
    : notSeen('no turn was seen to fail');
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

export default [
  open('assistant.access.refusal', accessRefusal),
  open('assistant.access.credential-form', credentialForm),
  open(
    'assistant.limits.content-size',
    turnsTaken({
      'an empty message': { content: '' },
      'a message of 20,000 characters': { content: 'word '.repeat(4_000) },
    }),
  ),
  open('assistant.createConversation.lang-default', langDefault),
  open('assistant.createConversation.bots', async (talk) => {
    return `bot ${await someBot(talk)} is asked; an unknown bot_id: ${await unknownBot(talk)}`;
  }),
  open('assistant.createConversation.lifetime', lifetime),
  open('assistant.readConversation.update', update),
  open('assistant.readConversation.expired-answer', expired),
  open('assistant.readConversation.scope', scope),
  open('assistant.createTurn.answered-when', answeredWhen),
  open('assistant.createTurn.one-at-a-time', oneAtATime),
  open('assistant.createTurn.refusal-or-error', refusalOrError),
  open('assistant.readTurn.timeout-syntax', timeoutSyntax),
  open('assistant.readTurn.processed', processed),
  open('assistant.App.created_at.form', appTimes),
  open('assistant.Turn.id.numbering', numbering),
  open(
    'assistant.Turn.prompt_tokens.where',
    turnShows((turn) => COUNTS.filter((name) => name in turn).join(', ')),
  ),
  open('assistant.Turn.status.values', statusValues),
  open('assistant.Turn.status.transitions', transitions),
  open('assistant.Turn.response.none', responseNone),
  open('assistant.Turn.bot_override.none', member('bot_override')),
  open('assistant.Turn.error.none', member('error')),
  open('assistant.Turn.middleware_results.when', resultsWhen),
  open(
    'assistant.BotMiddleware.name.values',
    resultsShow((results) => distinct(results.map(({ name }) => name))),
  ),
  open(
    'assistant.MiddlewareResult.code.none',
    resultsShow((results) => distinct(results.map(({ code, err }) => `code ${formOf(code)}, err ${formOf(err)}`))),
  ),
  open(
    'assistant.BotMiddleware.options.required',
    turnsTaken({ 'without options': { bot_override: { middlewares: [{ name: 'no-such-middleware' }] } } }),
  ),
  open('assistant.BotOverride.temperature.range', turnsTaken(temperatures)),
];
