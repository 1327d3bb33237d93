/**
 * Reads the assistant's part of the configuration file.
 *
 * @example
 * assistant:
 *   applications:
 *     - app_id: 51f0c3a2-7b84-4d96-a1e3-09c8d7f6b5a4
 *       secret: keep-this-to-yourself
 *   models:
 *     writer: { kind: openai, base_url: 'https://models.example.org/v1', model: small, api_key_env: MODEL_KEY }
 *   bots:
 *     - { id: 2, name: Harbor, model: writer, middlewares: [{ name: search, options: { limit: 3 } }] }
 *   conversation_lifetime: 600
 */
import { fault, list, mapping, matching, members, optional, type Place, text } from '../../config/place.ts';
import { StartError } from '../../start-error.ts';
import type {
  ApplicationOptions,
  AssistantOptions,
  BotOptions,
  FaultyModel,
  MiddlewareOptions,
  ModelOptions,
} from './options.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Longest duration that can be configured, in milliseconds: 24 days, the limit of timers. */
const LONGEST = 2_073_600_000;

/**
 * @param value the value of `assistant`; undefined when it is absent
 * @throws StartError with a message for the operator when the value is invalid
 */
export function readAssistantOptions(value: unknown): AssistantOptions {
  if (value === undefined || value === null) return {};
  const read = members({ value, name: 'assistant' }, [
    'applications',
    'models',
    'bots',
    'conversation_lifetime',
    'concurrency',
    'middleware_timeout_ms',
    'turn_timeout_ms',
    'block_limit_ms',
    'most_conversations',
    'most_people',
  ]);
  return present<AssistantOptions>({
    applications: optional(read('applications'), (place) => unique(list(place, application), place, 'app_id')),
    models: optional(read('models'), models),
    bots: optional(read('bots'), (place) => unique(list(place, bot), place, 'id')),
    conversation_lifetime: optional(read('conversation_lifetime'), (place) => whole(place, 1, LONGEST / 1000)),
    concurrency: optional(read('concurrency'), (place) => whole(place, 1, 1_000)),
    middleware_timeout_ms: optional(read('middleware_timeout_ms'), (place) => whole(place, 1, LONGEST)),
    turn_timeout_ms: optional(read('turn_timeout_ms'), (place) => whole(place, 1, LONGEST)),
    block_limit_ms: optional(read('block_limit_ms'), (place) => whole(place, 0, LONGEST)),
    most_conversations: optional(read('most_conversations'), (place) => whole(place, 1, 1_000_000)),
    most_people: optional(read('most_people'), (place) => whole(place, 1, 10_000_000)),
  });
}

function application(place: Place): ApplicationOptions {
  const read = members(place, ['app_id', 'secret']);
  return { app_id: matching(read('app_id'), UUID, 'a UUID').toLowerCase(), secret: text(read('secret')) };
}

function models(place: Place): Record<string, ModelOptions> {
  const entries = Object.entries(mapping(place));
  return Object.fromEntries(entries.map(([name, value]) => [name, model({ value, name: `${place.name}.${name}` })]));
}

function model(place: Place): ModelOptions {
  const { kind } = mapping(place);
  const at = { value: kind, name: `${place.name}.kind` };
  switch (kind) {
    case 'echo':
      members(place, ['kind']);
      return { kind };
    case 'faulty': {
      const member = members(place, ['kind', 'code'])('code');
      const code = whole(member, 1, 7);
      // Code 2 is reserved for middlewares.
      if (code === 2) throw fault(member, 'one of 1, 3, 4, 5, 6, 7');
      return { kind, code: code as FaultyModel['code'] };
    }
    case 'openai': {
      const read = members(place, ['kind', 'base_url', 'model', 'api_key', 'api_key_env', 'timeout_ms']);
      return present<ModelOptions>({
        kind,
        base_url: text(read('base_url')),
        model: text(read('model')),
        api_key: optional(read('api_key'), text),
        api_key_env: optional(read('api_key_env'), text),
        timeout_ms: optional(read('timeout_ms'), (member) => whole(member, 1, 600_000)),
      });
    }
    default:
      throw fault(at, 'one of echo, openai, faulty');
  }
}

function bot(place: Place): BotOptions {
  const read = members(place, ['id', 'name', 'model', 'prompt', 'boundary_prompt', 'temperature', 'middlewares']);
  return present<BotOptions>({
    id: whole(read('id'), 0, Number.MAX_SAFE_INTEGER),
    name: text(read('name')),
    model: optional(read('model'), text),
    prompt: optional(read('prompt'), anyText),
    boundary_prompt: optional(read('boundary_prompt'), anyText),
    temperature: optional(read('temperature'), number),
    middlewares: optional(read('middlewares'), (member) => list(member, middleware)),
  });
}

function middleware(place: Place): MiddlewareOptions {
  const read = members(place, ['name', 'options']);
  return { name: text(read('name')), options: optional(read('options'), mapping) ?? {} };
}

function unique<Item>(items: readonly Item[], place: Place, member: keyof Item & string): readonly Item[] {
  const seen = new Set(items.map((item) => item[member]));
  if (seen.size === items.length) return items;
  throw new StartError(`the configuration's ${place.name} has the same ${member} twice`);
}

function anyText(place: Place): string {
  if (typeof place.value !== 'string') throw fault(place, 'a text');
  return place.value;
}

function number(place: Place): number {
  if (typeof place.value !== 'number' || !Number.isFinite(place.value)) throw fault(place, 'a number');
  return place.value;
}

function whole(place: Place, min: number, max: number): number {
  const { value } = place;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw fault(place, `a whole number from ${min} to ${max}`);
}

/** Returns the members that are not undefined. */
function present<Options extends object>(
  options: {
    readonly [Name in keyof Options]: Options[Name] | undefined;
  },
): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}
