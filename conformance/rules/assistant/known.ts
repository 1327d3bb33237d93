/** What a target may say of the data of assistant. Members that are left out are looked for, as far as that goes. */
import type { JsonObject } from '../../model/values/json.ts';
import { objectWith, text } from '../../target/forms.ts';
import type { Scene } from '../rule.ts';

/** A turn to post. */
export interface KnownTurn {
  /** The bot to post it to. Default: `known.bot_id`. */
  readonly bot_id?: number;
  /** Default: a text of the suite. */
  readonly content?: string;
  readonly bot_override?: JsonObject;
}

/** A middleware as it stands in `bot_override`. */
export interface KnownMiddleware {
  readonly name: string;
  readonly options: JsonObject;
}

export interface AssistantKnown {
  /** Id of a bot that answers; best one that runs a middleware of its own. Default: some are tried. */
  readonly bot_id?: number;
  /** A middleware that works. Default: one that the bot runs by itself, if its turns show any. */
  readonly middleware?: KnownMiddleware;
  /** A turn that takes the server 200 ms at least, and some seconds at most. */
  readonly slow_turn?: KnownTurn;
  /** How the server writes durations: about 100 ms, and about 10 s. Default: the usual forms are tried. */
  readonly timeouts?: { readonly short: string; readonly long: string };
  /** Id of a conversation whose expired_at has passed. */
  readonly expired_conversation?: string;
  /** Turns that end with an error, by its kind. */
  readonly turn_errors?: Readonly<Record<string, KnownTurn>>;
  /** Middlewares that fail, by the kind of failure. */
  readonly middleware_errors?: Readonly<Record<string, KnownMiddleware>>;
}

/** The error codes of a turn, from 1, with what each says (document 3, Errors). */
export const turnErrors = {
  internal: 'the server failed',
  middleware: 'a middleware failed',
  model_configuration: 'the configuration of the model is wrong',
  model_request: 'the call to the model failed',
  bot_not_found: 'the bot does not exist',
  conversation_not_found: 'the conversation does not exist',
  model_not_found: 'the model does not exist',
} as const;

/** The error codes of a middleware result, from 1 (document 3, Errors). */
export const middlewareErrors = {
  unknown_name: 'the middleware does not exist',
  invalid_options: 'the options of the middleware are invalid',
  internal: 'the middleware itself failed',
  timed_out: 'the middleware timed out',
} as const;

const integer = { type: 'integer' };
const options = { type: 'object' };

const turn = objectWith({ bot_id: integer, content: { type: 'string' }, bot_override: options });
const middleware = objectWith({ name: text, options }, 'name', 'options');

const byName = (names: object, schema: object) =>
  objectWith(Object.fromEntries(Object.keys(names).map((name) => [name, schema])));

/** JSON Schema of `known` in a target file. */
export const assistantKnownSchema = objectWith({
  ...{ bot_id: integer, middleware, slow_turn: turn, expired_conversation: text },
  timeouts: objectWith({ short: text, long: text }, 'short', 'long'),
  turn_errors: byName(turnErrors, turn),
  middleware_errors: byName(middlewareErrors, middleware),
});

/** What the target says; it was held to the schema when it was read. */
export function assistantKnown({ target }: Scene): AssistantKnown {
  return target.known;
}
