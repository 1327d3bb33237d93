/** Servers with faults in `bot_override`. */
import type { Wrongs } from '@wallet-services/conformance/core';
import { isObject, type JsonObject, objectsOf, sameJson, valueAt } from '@wallet-services/conformance/model';
import {
  type At,
  edited,
  gone,
  type Mutation,
  sentIn,
  successOf,
  together,
} from '@wallet-services/conformance/mutation';
import { done, everywhere, processedPlaces, turnsIn, without } from '../mutants.ts';
import type { Place } from '../turn.ts';

type TestServers = (at: At) => Wrongs;

/** The place of the options of middlewares in an override. */
const OPTIONS = '/middlewares/*/options';

function overrideOf({ bot_override: override }: JsonObject): JsonObject {
  return isObject(override) ? override : {};
}

/** Changes the shown override of a turn at a pointer, if there is a value. */
function shown(at: At, places: readonly Place[], pointer: string, change: (value: unknown) => unknown): Mutation {
  return turnsIn(at, places, (turn) =>
    Object.keys(overrideOf(turn)).length === 0
      ? turn
      : edited(turn, `/bot_override${pointer}`, (value) => (value === undefined ? undefined : change(value))),
  );
}

type Entries = readonly (readonly [name: string, value: unknown])[];

/** Changes the options of each middleware of an override. */
function optionsAs(at: At, change: (all: Entries) => Entries): Mutation {
  return shown(at, everywhere, OPTIONS, (all) => Object.fromEntries(change(Object.entries(all ?? {}))));
}

/** Behaves differently from the override. */
function asIf(at: At, change: (override: JsonObject) => JsonObject): Mutation {
  return at('createTurn').body((body) =>
    isObject(body['bot_override']) ? { ...body, bot_override: change(body['bot_override']) } : body,
  );
}

/** Servers that treat a value of a setting as absent. */
function takenForNone(at: At, name: string, value: unknown, what: string): ReturnType<TestServers> {
  const isMeant = (override: JsonObject) => override[name] === value;
  return {
    [`${what} is taken for none`]: asIf(at, (all) => (isMeant(all) ? without(all, name) : all)),
    [`${what} becomes null`]: shown(at, processedPlaces, `/${name}`, (one) => (one === value ? null : one)),
    [`the history fills ${what} in`]: shown(at, ['history'], `/${name}`, (one) =>
      one === value ? 'what the bot has' : one,
    ),
    [`${what} is refused`]: at('createTurn').refused((request) => isMeant(overrideOf(sentIn(request)))),
  };
}

/** The override of a conversation, or of any, applies until another one is sent. */
function sticking(at: At, scope: (conversation: string) => string, kept: (override: unknown) => unknown): Mutation {
  return () => {
    const last = new Map<string, unknown>();
    return at('createTurn').body((body, { inputs }) => {
      const key = scope(inputs['conversation_id'] ?? '');
      const keeps = kept(body['bot_override']);
      if (keeps !== undefined) last.set(key, keeps);
      return body['bot_override'] === undefined && last.has(key) ? { ...body, bot_override: last.get(key) } : body;
    })();
  };
}

const everybody = () => '';

const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0;

/** Switches the middlewares off, if the override sets nothing else. */
function off(override: unknown): unknown {
  return isObject(override) && isEmpty(override['middlewares']) ? { middlewares: [] } : undefined;
}

export const sentMutants: TestServers = (at) => ({
  'a prompt loses the white space at its ends': asIf(at, (all) =>
    typeof all['prompt'] === 'string' ? { ...all, prompt: all['prompt'].trim() } : all,
  ),
  'the options of an overriding middleware are lost': shown(at, processedPlaces, OPTIONS, () => ({})),
  'the options of a middleware are shown as text where they are deep': shown(
    at,
    everywhere,
    `${OPTIONS}/*`,
    (option) => (typeof option === 'object' ? String(option) : option),
  ),
  'options that hold nothing are left out': optionsAs(at, (all) => all.filter(([, value]) => Boolean(value))),
  'options lose the capitals of their names': optionsAs(at, (all) =>
    all.map(([name, value]) => [name.toLowerCase(), value]),
  ),
  'an empty map among the options becomes a list': shown(at, everywhere, `${OPTIONS}/*`, (value) =>
    sameJson(value, {}) ? [] : value,
  ),
  'an empty prompt is not shown': shown(at, everywhere, '/prompt', (prompt) => (prompt === '' ? gone : prompt)),
  'options without members become null': shown(at, everywhere, OPTIONS, (all) => (sameJson(all, {}) ? null : all)),
  'of the overriding middlewares the first alone is shown': shown(at, processedPlaces, '/middlewares', (all) =>
    objectsOf(all).slice(0, 1),
  ),
  'an overriding temperature is kept in 32 bits': shown(at, everywhere, '/temperature', (one) =>
    Math.fround(Number(one)),
  ),
  'the history does not show overrides': shown(at, ['history'], '', () => ({})),
  'an overriding prompt is shown without its quotes': shown(at, everywhere, '/boundary_prompt', (prompt) =>
    String(prompt).replaceAll('"', ''),
  ),
});

export const onceMutants: TestServers = (at) => ({
  'an override holds for the rest of the conversation': sticking(at, String, (override) => override),
  'an override changes the bot for everybody': sticking(at, everybody, (override) => override),
  'the middlewares of an override stay, unseen': together(
    shown(at, everywhere, '', (all) => (Object.keys(Object(all)).join() === 'middlewares' ? {} : all)),
    sticking(at, String, off),
  ),
});

/** Shows each override as it was sent, and ignores it. */
function shownAlone(at: At): Mutation {
  return () => {
    const sent = new Map<unknown, unknown>();
    const dropped = at('createTurn').instead(async (request, next) => {
      const body = sentIn(request);
      if (body['bot_override'] === undefined) return next(request);
      const reply = await next({ ...request, body: JSON.stringify(without(body, 'bot_override')) });
      const turn = valueAt(successOf(reply), '/data');
      if (!isObject(turn)) return reply;
      sent.set(turn['id'], body['bot_override']);
      return done(turn);
    });
    const reported = turnsIn(at, everywhere, (turn) =>
      sent.has(turn['id']) ? { ...turn, bot_override: sent.get(turn['id']) } : turn,
    );
    return together(reported, dropped)();
  };
}

export const effectMutants: TestServers = (at) => ({
  'an override is shown, and changes nothing': shownAlone(at),
  'an empty list of middlewares is taken for none': asIf(at, (all) =>
    isEmpty(all['middlewares']) ? without(all, 'middlewares') : all,
  ),
});

const noPrompts = { prompt: '', boundary_prompt: '' };
const defaults = { temperature: 0.2, middlewares: [], ...noPrompts };

export const omittedMutants: TestServers = (at) => ({
  'settings that were left out are overridden with defaults': asIf(at, (all) => ({ ...defaults, ...all })),
  'an overriding prompt switches the middlewares off': together(
    shown(at, everywhere, '', (all) =>
      isObject(all) && isEmpty(all['middlewares']) && all['prompt'] !== undefined ? without(all, 'middlewares') : all,
    ),
    asIf(at, (all) => (all['prompt'] === undefined ? all : { middlewares: [], ...all })),
  ),
  'settings that were left out are shown as empty': shown(at, ['read'], '', (all) => ({
    ...noPrompts,
    ...Object(all),
  })),
});

export const zeroMutants: TestServers = (at) => takenForNone(at, 'temperature', 0, 'a temperature of 0');

export const emptyMutants: TestServers = (at) => takenForNone(at, 'boundary_prompt', '', 'an empty boundary_prompt');
