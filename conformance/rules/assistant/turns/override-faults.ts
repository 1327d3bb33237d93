/** Servers that are wrong about `bot_override`. */
import { type At, together } from '../../../fault/at.ts';
import { edited } from '../../../fault/edit.ts';
import type { FaultMaker } from '../../../fault/fault.ts';
import { sentIn, successOf } from '../../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf, sameJson } from '../../../model/values/json.ts';
import { valueAt } from '../../../model/values/pointer.ts';
import { done, everywhere, processedPlaces, turnsIn, without } from '../faults.ts';
import type { Place } from '../turn.ts';

type Faults = (at: At) => Readonly<Record<string, FaultMaker>>;

function overrideOf({ bot_override: override }: JsonObject): JsonObject {
  return isObject(override) ? override : {};
}

/** Changes what a turn shows of its override, if it has one. */
function shown(at: At, places: readonly Place[], change: (override: JsonObject) => unknown): FaultMaker {
  return turnsIn(at, places, (turn) =>
    Object.keys(overrideOf(turn)).length === 0 ? turn : { ...turn, bot_override: change(overrideOf(turn)) },
  );
}

/** Changes what a turn shows of one setting of its override, if it has that. */
function settingAs(at: At, places: readonly Place[], name: string, change: (value: unknown) => unknown): FaultMaker {
  return shown(at, places, (all) => (Object.hasOwn(all, name) ? { ...all, [name]: change(all[name]) } : all));
}

type Entries = readonly (readonly [name: string, value: unknown])[];

/** Changes what a turn shows of the options of each middleware of its override. */
function options(at: At, change: (all: Entries) => Entries): FaultMaker {
  return settingAs(at, everywhere, 'middlewares', (all) =>
    objectsOf(all).map((one) =>
      edited(one, '/options', (given) => Object.fromEntries(change(Object.entries(given ?? {})))),
    ),
  );
}

/** Does something else than an override says. */
function asIf(at: At, change: (override: JsonObject) => JsonObject): FaultMaker {
  return at('createTurn').body((body) =>
    isObject(body['bot_override']) ? { ...body, bot_override: change(body['bot_override']) } : body,
  );
}

/** Servers that take a value of a setting for none. */
function takenForNone(at: At, name: string, value: unknown, what: string): ReturnType<Faults> {
  const isMeant = (override: JsonObject) => override[name] === value;
  return {
    [`${what} is taken for none`]: asIf(at, (all) => (isMeant(all) ? without(all, name) : all)),
    [`${what} becomes null`]: settingAs(at, processedPlaces, name, (one) => (one === value ? null : one)),
    [`the history fills ${what} in`]: settingAs(at, ['history'], name, (one) =>
      one === value ? 'what the bot has' : one,
    ),
    [`${what} is refused`]: at('createTurn').refused((asked) => isMeant(overrideOf(sentIn(asked)))),
  };
}

/** The override of a conversation, or of any, holds until another one is sent. */
function sticking(at: At, scope: (conversation: string) => string, kept: (override: unknown) => unknown): FaultMaker {
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

/** Middlewares switched off, if nothing else is. */
function off(override: unknown): unknown {
  return isObject(override) && isEmpty(override['middlewares']) ? { middlewares: [] } : undefined;
}

export const sentFaults: Faults = (at) => ({
  'a prompt loses the white space at its ends': asIf(at, (all) =>
    typeof all['prompt'] === 'string' ? { ...all, prompt: all['prompt'].trim() } : all,
  ),
  'the options of an overriding middleware are lost': settingAs(at, processedPlaces, 'middlewares', (all) =>
    objectsOf(all).map((one) => ({ ...one, options: {} })),
  ),
  'the options of a middleware are shown as text where they are deep': settingAs(at, everywhere, 'middlewares', (all) =>
    objectsOf(all).map((one) =>
      edited(one, '/options/*', (option) => (typeof option === 'object' ? String(option) : option)),
    ),
  ),
  'options that hold nothing are left out': options(at, (all) => all.filter(([, value]) => Boolean(value))),
  'options lose the capitals of their names': options(at, (all) =>
    all.map(([name, value]) => [name.toLowerCase(), value]),
  ),
  'an empty map among the options becomes a list': options(at, (all) =>
    all.map(([name, value]) => [name, sameJson(value, {}) ? [] : value]),
  ),
  'an empty prompt is not shown': shown(at, everywhere, (all) => (all['prompt'] === '' ? without(all, 'prompt') : all)),
  'options without members become null': settingAs(at, everywhere, 'middlewares', (all) =>
    objectsOf(all).map((one) => (sameJson(one['options'], {}) ? { ...one, options: null } : one)),
  ),
  'of the overriding middlewares the first alone is shown': settingAs(at, processedPlaces, 'middlewares', (all) =>
    objectsOf(all).slice(0, 1),
  ),
  'an overriding temperature is kept in 32 bits': settingAs(at, everywhere, 'temperature', (one) =>
    Math.fround(Number(one)),
  ),
  'the history does not show overrides': shown(at, ['history'], () => ({})),
  'an overriding prompt is shown without its quotes': settingAs(at, everywhere, 'boundary_prompt', (prompt) =>
    String(prompt).replaceAll('"', ''),
  ),
});

export const onceFaults: Faults = (at) => ({
  'an override holds for the rest of the conversation': sticking(at, String, (override) => override),
  'an override changes the bot for everybody': sticking(at, everybody, (override) => override),
  'the middlewares of an override stay, unseen': together(
    shown(at, everywhere, (all) => (Object.keys(all).join() === 'middlewares' ? {} : all)),
    sticking(at, String, off),
  ),
});

/** Shows each override as it was sent, and does as if there were none. */
function shownAlone(at: At): FaultMaker {
  return () => {
    const sent = new Map<unknown, unknown>();
    const dropped = at('createTurn').instead(async (asked, next) => {
      const body = sentIn(asked);
      if (body['bot_override'] === undefined) return next(asked);
      const reply = await next({ ...asked, body: JSON.stringify(without(body, 'bot_override')) });
      const turn = valueAt(successOf(reply), '/data');
      if (!isObject(turn)) return reply;
      sent.set(turn['id'], body['bot_override']);
      return done(turn);
    });
    const told = turnsIn(at, everywhere, (turn) =>
      sent.has(turn['id']) ? { ...turn, bot_override: sent.get(turn['id']) } : turn,
    );
    return together(told, dropped)();
  };
}

export const effectFaults: Faults = (at) => ({
  'an override is shown, and changes nothing': shownAlone(at),
  'an empty list of middlewares is taken for none': asIf(at, (all) =>
    isEmpty(all['middlewares']) ? without(all, 'middlewares') : all,
  ),
});

const noPrompts = { prompt: '', boundary_prompt: '' };
const defaults = { temperature: 0.2, middlewares: [], ...noPrompts };

export const omittedFaults: Faults = (at) => ({
  'settings that were left out are overridden with defaults': asIf(at, (all) => ({ ...defaults, ...all })),
  'an overriding prompt switches the middlewares off': together(
    shown(at, everywhere, (all) =>
      isEmpty(all['middlewares']) && all['prompt'] !== undefined ? without(all, 'middlewares') : all,
    ),
    asIf(at, (all) => (all['prompt'] === undefined ? all : { middlewares: [], ...all })),
  ),
  'settings that were left out are shown as empty': shown(at, ['read'], (all) => ({ ...noPrompts, ...all })),
});

export const zeroFaults: Faults = (at) => takenForNone(at, 'temperature', 0, 'a temperature of 0');

export const emptyFaults: Faults = (at) => takenForNone(at, 'boundary_prompt', '', 'an empty boundary_prompt');
