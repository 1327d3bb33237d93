/** What a target may say of the data of assistant. Members that are left out are looked for, as far as that goes. */
import type { JsonObject } from '../../model/json.ts';
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

/** The error codes of a turn, 1 to 7 (document 3, Errors). */
const turnErrorNames = [
  'internal',
  'middleware',
  'model_configuration',
  'model_request',
  'bot_not_found',
  'conversation_not_found',
  'model_not_found',
] as const;

/** The error codes of a middleware result, 1 to 4 (document 3, Errors). */
const middlewareErrorNames = ['unknown_name', 'invalid_options', 'internal', 'timed_out'] as const;

export interface AssistantKnown {
  /** Id of a bot that answers; best one that runs a middleware of its own. Default: some are tried. */
  readonly bot_id?: number;
  /** Id of another bot, to see that conversations have the bot that was asked for. */
  readonly other_bot_id?: number;
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

const text = { type: 'string', minLength: 1 };
const integer = { type: 'integer' };

const turn = {
  type: 'object',
  additionalProperties: false,
  properties: { bot_id: integer, content: { type: 'string' }, bot_override: { type: 'object' } },
};

const middleware = {
  type: 'object',
  required: ['name', 'options'],
  additionalProperties: false,
  properties: { name: text, options: { type: 'object' } },
};

function byName(names: readonly string[], schema: object): object {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name) => [name, schema])),
  };
}

/** JSON Schema of `known` in a target file. */
export const assistantKnownSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    bot_id: integer,
    other_bot_id: integer,
    middleware,
    slow_turn: turn,
    timeouts: {
      type: 'object',
      required: ['short', 'long'],
      additionalProperties: false,
      properties: { short: text, long: text },
    },
    expired_conversation: text,
    turn_errors: byName(turnErrorNames, turn),
    middleware_errors: byName(middlewareErrorNames, middleware),
  },
};

/** What the target says; it was held to the schema when it was read. */
export function assistantKnown({ target }: Scene): AssistantKnown {
  return target.known;
}
