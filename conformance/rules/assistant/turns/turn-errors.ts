/** The error of a turn: its codes, and that it has a code and a message (document 3, Errors). */
import type { Exchange } from '../../../model/exchange.ts';
import { excerpt, isObject, type JsonObject } from '../../../model/json.ts';
import { within } from '../../../model/pointer.ts';
import { broken, inconclusive, pass, passUnless } from '../../judgement.ts';
import type { Judgement, Rule, Scene } from '../../rule.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import { objectOf } from '../../shared/data.ts';
import { newConversationCall, newTurnCall } from '../calls.ts';
import {
  type Asks,
  bodyOfKnown,
  CONTENT,
  freshUser,
  postTurn,
  startConversation,
  strangeUuid,
  type Turn,
} from '../dialogue.ts';
import { assistantKnown, type KnownTurn, type TurnErrorName, turnErrorNames } from '../known.ts';
import { isEmptyError, type TurnView, viewsOf } from '../turn-views.ts';
import { aboutOf, missingMembers, postWith, processedViews, strangeMiddleware } from './failing.ts';

const silent = () => undefined;

/** An id that no bot has, and that every server can read. */
const STRANGE_BOT = 2_000_000_033;

/** Posts a turn that the target names; null, and says why, when it is refused. */
function* postKnown(scene: Scene, say: Say, known: KnownTurn, label: string): Asks<Turn | null> {
  const started = yield* startConversation(scene, say, { label: `start, ${label}`, bot: known.bot_id });
  return started === null ? null : yield* postTurn(scene, say, started.id, label, bodyOfKnown(known));
}

function errorOf({ turn }: TurnView): JsonObject {
  return isObject(turn['error']) ? turn['error'] : {};
}

function wrongCode(view: TurnView, code: number, meaning: string): readonly Judgement[] {
  const actual = errorOf(view)['code'];
  if (actual === code) return [pass];
  return [
    broken({
      expected: `error code ${code}: ${meaning}`,
      actual: isEmptyError(view.turn['error']) ? 'no error' : excerpt(actual),
      pointer: within(within(view.pointer, 'error'), 'code'),
      about: aboutOf('code', view),
      exchange: view.exchange,
    }),
  ];
}

/** Ways to meet an error that every server offers, if it does not refuse the request instead. */
const discoveries: Readonly<Partial<Record<TurnErrorName, (scene: Scene) => Asks<Turn | null>>>> = {
  *middleware(scene) {
    return yield* postWith(scene, silent, strangeMiddleware(scene), 'with an unknown middleware');
  },
  *bot_not_found(scene) {
    const body = { bot_id: STRANGE_BOT, user_identity: freshUser(scene, 'nobody') };
    const exchange = yield newConversationCall(scene, body, { label: 'start with an unknown bot', intent: 'open' });
    const id = objectOf(exchange)?.['id'];
    if (typeof id !== 'string') return null;
    const posted = yield newTurnCall(scene, id, { content: CONTENT }, { label: 'to an unknown bot', intent: 'open' });
    return turnOf(posted, id);
  },
  *conversation_not_found(scene) {
    const id = strangeUuid(scene, 'conversation');
    const label = 'to an unknown conversation';
    return turnOf(yield newTurnCall(scene, id, { content: CONTENT }, { label, intent: 'open' }), id);
  },
};

/** Meets an error on a server of which nothing is known; null when it refuses the request instead. */
function* discovered(name: TurnErrorName, scene: Scene): Asks<Turn | null> {
  const discovery = discoveries[name];
  return discovery === undefined ? null : yield* discovery(scene);
}

function turnOf(exchange: Exchange, conversation: string): Turn | null {
  const [view] = viewsOf(exchange);
  return view === undefined ? null : { conversation, id: String(view.turn['id']), posted: view.turn, exchange };
}

/** A rule on one error code of turns. */
function turnErrorRule(id: string, name: TurnErrorName, meaning: string): Rule {
  const code = turnErrorNames.indexOf(name) + 1;
  const hint = `name a turn that ends so as known.turn_errors.${name} in the target file`;
  return conversationRule(`assistant.turn-errors.${id}`, () => [
    {
      id: 'a known turn',
      operation: 'readTurn',
      *talk(scene, say) {
        const known = assistantKnown(scene).turn_errors?.[name];
        if (known === undefined) return say(inconclusive(`no turn is known that ends with error code ${code}`, hint));
        const turn = yield* postKnown(scene, say, known, name);
        if (turn === null) return;
        for (const view of yield* processedViews(scene, say, turn, name)) say(...wrongCode(view, code, meaning));
      },
    },
    {
      id: 'any server',
      operation: 'readTurn',
      *talk(scene, say) {
        const turn = yield* discovered(name, scene);
        if (turn === null) return;
        const views = yield* processedViews(scene, silent, turn, 'tried');
        // A server may pass over it, too: then there is no error to judge.
        for (const view of views) if (!isEmptyError(view.turn['error'])) say(...wrongCode(view, code, meaning));
      },
    },
  ]);
}

export const turnErrors: readonly Rule[] = [
  turnErrorRule('internal', 'internal', 'the server failed'),
  turnErrorRule('middleware', 'middleware', 'a middleware failed'),
  turnErrorRule('model-configuration', 'model_configuration', 'the model is configured wrongly'),
  turnErrorRule('model-request', 'model_request', 'the call to the model failed'),
  turnErrorRule('bot-not-found', 'bot_not_found', 'there is no such bot'),
  turnErrorRule('conversation-not-found', 'conversation_not_found', 'there is no such conversation'),
  turnErrorRule('model-not-found', 'model_not_found', 'there is no such model'),
];

const ERRORS_HINT = 'name turns that end with an error as known.turn_errors in the target file';

export const errorMembers = conversationRule('assistant.turns.error-members', (scene) => {
  const known = Object.entries(assistantKnown(scene).turn_errors ?? {});
  return [
    ...known.map(([name, turn]) => ({
      id: name,
      operation: 'readTurn',
      *talk(_scene: Scene, say: Say) {
        const posted = yield* postKnown(scene, say, turn, name);
        if (posted === null) return;
        for (const view of yield* processedViews(scene, say, posted, name)) {
          say(...passUnless(missingMembers(errorOf(view), 'message', within(view.pointer, 'error'), view)));
        }
      },
    })),
    {
      id: 'an unknown middleware',
      operation: 'readTurn',
      *talk(_scene: Scene, say: Say) {
        const posted = yield* postWith(scene, silent, strangeMiddleware(scene), 'with an unknown middleware');
        const views = posted === null ? [] : yield* processedViews(scene, silent, posted, 'tried');
        const failed = views.filter(({ turn }) => !isEmptyError(turn['error']));
        if (failed.length === 0) return say(inconclusive('no turn ended with an error', ERRORS_HINT));
        for (const view of failed) {
          say(...passUnless(missingMembers(errorOf(view), 'message', within(view.pointer, 'error'), view)));
        }
      },
    },
  ];
});
