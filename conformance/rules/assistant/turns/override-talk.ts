/** A conversation in which turns with overrides and turns without take turns. */
import { type Exchange, isSuccess } from '../../../model/exchange.ts';
import { isObject, type JsonObject } from '../../../model/json.ts';
import { blocked, blockedBy } from '../../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../../rule.ts';
import { readConversationCall } from '../calls.ts';
import { finishTurn, postTurn, startConversation } from '../dialogue.ts';
import { assistantKnown, type KnownMiddleware } from '../known.ts';
import { resultsOf } from '../turn-views.ts';

/** What stands in `bot_override`; null for a turn without. Every turn says the same, so that they can be compared. */
type Override = JsonObject | null;

const PROMPT = 'Answer in one sentence.';
const BOUNDARY = 'Say so when you do not know: "no answer" / 不知道.';

/** 0.5 is the same in every binary form of a number. */
const TEMPERATURE = 0.5;

/** Whether a middleware may run twice in a turn is open, so this one may be refused. */
const TWICE = 'a middleware twice';

/** The turns of the talk. The middleware is one that works, if any is known. */
function overridesWith(middleware: KnownMiddleware | null): Readonly<Record<string, Override>> {
  return {
    plain: null,
    everything: {
      temperature: TEMPERATURE,
      prompt: PROMPT,
      boundary_prompt: BOUNDARY,
      middlewares: middleware === null ? [] : [middleware],
    },
    'plain after everything': null,
    'temperature 0': { temperature: 0 },
    'empty boundary_prompt': { boundary_prompt: '' },
    'plain after the empty one': null,
    'prompt alone': { prompt: PROMPT },
    'no middlewares': { middlewares: [] },
    'plain after no middlewares': null,
    ...(middleware === null ? {} : { [TWICE]: { middlewares: [middleware, middleware] } }),
  };
}

export const FIRST = 'plain';
export const ELSEWHERE = 'plain, elsewhere';

/** A middleware that the target names, or that the bot runs by itself. */
function middlewareOf(scene: Scene, turn: JsonObject | undefined): KnownMiddleware | null {
  const { middleware } = assistantKnown(scene);
  if (middleware !== undefined) return middleware;
  const [result] = turn === undefined ? [] : resultsOf(turn);
  if (result === undefined || typeof result['name'] !== 'string' || !isObject(result['opts'])) return null;
  return { name: result['name'], options: result['opts'] };
}

const silent = (..._judgements: readonly Judgement[]) => undefined;

function* script(scene: Scene): Script {
  const started = yield* startConversation(scene, silent, { label: 'start' });
  if (started === null) return;
  const say = function* (conversation: string, label: string, override: Override) {
    const body = override === null ? {} : { bot_override: override };
    const posted = yield* postTurn(scene, silent, conversation, label, body, label === TWICE ? 'open' : 'valid');
    return posted === null ? null : yield* finishTurn(scene, silent, posted, `${label}, processed`);
  };
  const first = yield* say(started.id, FIRST, null);
  if (first === null) return;
  const [, ...rest] = Object.entries(overridesWith(middlewareOf(scene, first.turn)));
  for (const [label, override] of rest) yield* say(started.id, label, override);
  yield readConversationCall(scene, started.id, { label: 'history' });
  const elsewhere = yield* startConversation(scene, silent, { label: 'start elsewhere' });
  if (elsewhere !== null) yield* say(elsewhere.id, ELSEWHERE, null);
}

/** Why the talk cannot be judged; null when it can: a plain turn was accepted and read. */
function cutShort(exchanges: readonly Exchange[]): Judgement | null {
  const first = exchanges.find(({ call }) => call.label === `${FIRST}, processed`);
  if (first !== undefined && isSuccess(first)) return null;
  const refused = exchanges.findLast((exchange) => !isSuccess(exchange));
  return refused === undefined ? blocked('nothing was asked') : blockedBy(refused);
}

/** A rule that looks at the talk. */
export function overrideRule(
  id: string,
  judge: (exchanges: readonly Exchange[], scene: Scene) => readonly Judgement[],
): Rule {
  return {
    id,
    plan: (scene) => [{ id: 'talk', operation: 'createTurn', script: () => script(scene) }],
    judge: ({ exchanges }, scene) => {
      const cut = cutShort(exchanges);
      return cut === null ? judge(exchanges, scene) : [cut];
    },
  };
}

/** An override without the members that are null: some servers send those for what was left out. */
export function withoutNulls(override: unknown): JsonObject {
  if (!isObject(override)) return {};
  return Object.fromEntries(Object.entries(override).filter(([, value]) => value !== null && value !== undefined));
}

/** What was sent as `bot_override`; null for a turn without. */
export function sentOverride(sent: JsonObject): Override {
  const override = sent['bot_override'];
  return isObject(override) ? override : null;
}
