/** The configuration of the assistant service: applications, models, bots and limits. */

/** An application that may use the service. */
export interface ApplicationOptions {
  /** UUID, sent in `X-ASSISTANT-APPID`. */
  readonly app_id: string;
  /** Sent in `X-ASSISTANT-SECRET`. Only a hash of it is stored. */
  readonly secret: string;
}

/** The built-in model: it repeats the turn, and quotes the records that a search found. */
export interface EchoModel {
  readonly kind: 'echo';
}

/** A model behind an HTTP endpoint in the form of OpenAI's chat completions. */
export interface OpenAiModel {
  readonly kind: 'openai';
  /** Such as `https://models.example.org/v1`; `/chat/completions` is appended. */
  readonly base_url: string;
  /** The model's name at the endpoint. */
  readonly model: string;
  /** Sent as a bearer token; prefer `api_key_env`. Without either, no token is sent. */
  readonly api_key?: string;
  /** The environment variable with the key. When it has no value, a turn ends with error code 3. */
  readonly api_key_env?: string;
  /** How long an answer may take, in milliseconds. Default: 30,000. */
  readonly timeout_ms?: number;
}

/** A model that fails, so that clients can be tested against each error code of a turn (document 3, Errors). */
export interface FaultyModel {
  readonly kind: 'faulty';
  readonly code: 1 | 3 | 4 | 5 | 6 | 7;
}

export type ModelOptions = EchoModel | OpenAiModel | FaultyModel;

/** A middleware and its options, as in `bot_override`. */
export interface MiddlewareOptions {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The bot of a conversation. */
export interface BotOptions {
  /** Sent as `bot_id`. */
  readonly id: number;
  readonly name: string;
  /** Name of a model. Default: `echo`, which is built in. */
  readonly model?: string;
  /** The instructions for the model before the conversation. */
  readonly prompt?: string;
  /** Instructions that keep the model to its subject. */
  readonly boundary_prompt?: string;
  /** Default: the model's own. */
  readonly temperature?: number;
  readonly middlewares?: readonly MiddlewareOptions[];
}

/** Every member has a default. */
export interface AssistantOptions {
  /** Default: the two applications of the sandbox. */
  readonly applications?: readonly ApplicationOptions[];
  /** Models by name, beside `echo`. */
  readonly models?: Readonly<Record<string, ModelOptions>>;
  /** Default: the bots of the sandbox. */
  readonly bots?: readonly BotOptions[];
  /** How long a conversation lives after its last turn, in seconds. Default: 600. */
  readonly conversation_lifetime?: number;
  /** Turns processed at the same time. Default: 8. */
  readonly concurrency?: number;
  /** How long a middleware may take, in milliseconds. Default: 10,000. */
  readonly middleware_timeout_ms?: number;
  /**
   * How long a turn may take as a whole, in milliseconds. Default: 60,000, and at least 30,000 more than the slowest
   * model may take.
   */
  readonly turn_timeout_ms?: number;
  /** How long a blocking read without a timeout waits, in milliseconds. Default: 60,000. */
  readonly block_limit_ms?: number;
  /** Largest number of open conversations of an application. Default: 10,000. */
  readonly most_conversations?: number;
  /** Largest number of people that an application may have conversations with. Default: 100,000. */
  readonly most_people?: number;
}

/** The options with the defaults filled in. */
export type AssistantSettings = Required<Omit<AssistantOptions, 'applications'>> &
  Pick<AssistantOptions, 'applications'>;

/** Bots for tests: their turns always fail, with one error code for each bot. The bot's id is 900 plus the code. */
const DRILLS: readonly BotOptions[] = [
  { id: 901, name: 'Drill: internal error', model: 'faulty-1' },
  { id: 902, name: 'Drill: middleware error', middlewares: [{ name: 'fail', options: {} }] },
  { id: 903, name: 'Drill: model configuration error', model: 'faulty-3' },
  { id: 904, name: 'Drill: model request error', model: 'faulty-4' },
  { id: 905, name: 'Drill: bot not found', model: 'faulty-5' },
  { id: 906, name: 'Drill: conversation not found', model: 'faulty-6' },
  { id: 907, name: 'Drill: model not found', model: 'faulty-7' },
];

/** The built-in models. */
const MODELS: Readonly<Record<string, ModelOptions>> = {
  echo: { kind: 'echo' },
  'faulty-1': { kind: 'faulty', code: 1 },
  'faulty-3': { kind: 'faulty', code: 3 },
  'faulty-4': { kind: 'faulty', code: 4 },
  'faulty-5': { kind: 'faulty', code: 5 },
  'faulty-6': { kind: 'faulty', code: 6 },
  'faulty-7': { kind: 'faulty', code: 7 },
};

const BOTS: readonly BotOptions[] = [
  { id: 1, name: 'Echo' },
  {
    // The bot in the document's examples.
    id: 2,
    name: 'Harbor',
    prompt: 'You are the help desk of a lending market. Answer in two sentences.',
    boundary_prompt: 'Say so when the records hold no answer.',
    temperature: 0.2,
    middlewares: [{ name: 'search', options: { limit: 3 } }],
  },
  ...DRILLS,
];

/** Fills in the defaults. */
export function assistantSettings(options: AssistantOptions = {}): AssistantSettings {
  return {
    applications: options.applications,
    models: { ...MODELS, ...options.models },
    bots: options.bots ?? BOTS,
    conversation_lifetime: options.conversation_lifetime ?? 600,
    concurrency: options.concurrency ?? 8,
    middleware_timeout_ms: options.middleware_timeout_ms ?? 10_000,
    turn_timeout_ms: options.turn_timeout_ms ?? turnTimeout(options.models ?? {}),
    block_limit_ms: options.block_limit_ms ?? 60_000,
    most_conversations: options.most_conversations ?? 10_000,
    most_people: options.most_people ?? 100_000,
  };
}

function turnTimeout(models: Readonly<Record<string, ModelOptions>>): number {
  const slowest = Object.values(models).map((model) => (model.kind === 'openai' ? (model.timeout_ms ?? 0) : 0));
  return Math.max(60_000, ...slowest.map((timeout) => timeout + 30_000));
}
