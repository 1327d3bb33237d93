/** The data of assistant that a target may contain. Members that are left out are discovered as far as possible. */

import {
  anyObject,
  described,
  integer,
  knownAs,
  objectWith,
  type Schema,
  type Taken,
  text,
} from '@wallet-services/conformance/target';

/** The error codes of a turn, from 1, with the meaning of each (document 3, Errors). */
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

/** A turn to post. Default: to `known.bot_id`, with a text of the suite. */
const turn = objectWith({ bot_id: integer, content: { type: 'string' } as Schema<string>, bot_override: anyObject });

export type KnownTurn = Taken<typeof turn>;

/** A middleware in the form that it has in `bot_override`. */
const middleware = objectWith({ name: text, options: anyObject }, 'name', 'options');

export type KnownMiddleware = Taken<typeof middleware>;

/** The schema of an object with some of these members. */
function byName<Value>(names: object, each: Schema<Value>): Schema<Readonly<Record<string, Value>>> {
  return objectWith(Object.fromEntries(Object.keys(names).map((name) => [name, each])));
}

const assistantKnownSchema = objectWith({
  /** Id of a bot that responds to turns, preferably one that runs its own middleware. Default: some are tried. */
  bot_id: integer,
  /** A middleware that works. Default: one that the bot runs by itself, if its turns show any. */
  middleware,
  /** A turn that takes the server at least 200 ms, and at most some seconds. */
  slow_turn: turn,
  /** Id of a conversation with an expired_at that has passed. */
  expired_conversation: text,
  /** The server's form of durations: about 100 ms, and about 10 s. Default: the usual forms are tried. */
  timeouts: objectWith({ short: text, long: text }, 'short', 'long'),
  /** Turns that end with an error, by its kind. */
  turn_errors: byName(turnErrors, turn),
  /** Middlewares that fail, by the kind of failure. */
  middleware_errors: byName(middlewareErrors, middleware),
});

export const assistantKnown = knownAs(assistantKnownSchema);

/** The same, with a description of each member. */
export const assistantKnownMembers = described(assistantKnownSchema, {
  bot_id: 'Id of a bot that responds; preferably one with a middleware.',
  middleware: 'A middleware that works; in turn_errors: a turn that ends with error 2.',
  slow_turn: 'A turn that takes at least 200 ms and at most a few seconds.',
  timeouts: 'The form in which the server takes durations.',
  short: 'About 100 ms.',
  long: 'About 10 s.',
  expired_conversation: 'Id of an expired conversation.',
  turn_errors: 'Turns that end with an error, by its kind (document 3, Errors).',
  middleware_errors: 'Middlewares that fail, by the kind of failure (document 3, Errors).',
  content: 'Text of the turn.',
  bot_override: 'Overrides of the bot for this turn.',
  name: 'Name of the middleware.',
  options: 'Its options; {} where it needs none.',
  internal: 'Error 1 of a turn, or error 3 of a middleware.',
  model_configuration: 'Error 3 of a turn.',
  model_request: 'Error 4 of a turn.',
  bot_not_found: 'Error 5 of a turn.',
  conversation_not_found: 'Error 6 of a turn.',
  model_not_found: 'Error 7 of a turn.',
  unknown_name: 'Error 1 of a middleware.',
  invalid_options: 'Error 2 of a middleware.',
  timed_out: 'Error 4 of a middleware.',
});
