/** The error codes of turns, and the codes of middleware results (document 3, Errors): a row for each. */
import type { At } from '../../../fault/at.ts';
import type { FaultMaker } from '../../../fault/fault.ts';
import { excerpt, isObject, type JsonObject, objectsOf } from '../../../model/json.ts';
import { inconclusive, pass } from '../../judgement.ts';
import { named, type OwnFault, type OwnRule } from '../../own.ts';
import type { Judgement, Talk } from '../../rule.ts';
import { processedPlaces, turnsIn } from '../faults.ts';
import { assistantKnown, type KnownMiddleware, type KnownTurn } from '../known.ts';
import { isEmptyError, isProcessed, type Place, resultsOf, soleTurn, type View, wrong } from '../turn.ts';
import { strangeMiddlewares, turnOfNothing, turnWithStrange } from './failing.ts';

/** What goes wrong, with what a code says of it. The place of a row is its code, from 1. */
const turnErrors = [
  ['internal', 'the server failed'],
  ['middleware', 'a middleware failed'],
  ['model-configuration', 'the model is configured wrongly'],
  ['model-request', 'the call to the model failed'],
  ['bot-not-found', 'there is no such bot'],
  ['conversation-not-found', 'there is no such conversation'],
  ['model-not-found', 'there is no such model'],
] as const;

const middlewareErrors = [
  ['unknown-name', 'no middleware has this name'],
  ['invalid-options', 'the options of the middleware are invalid'],
  ['internal', 'the middleware itself failed'],
  ['timed-out', 'the middleware took too long'],
] as const;

/** Two ids may differ in their marks alone. */
const inTarget = (name: string) => name.replaceAll('-', '_');

/** Where a processed turn is seen: read, and in the history. */
function processedViews(views: readonly View[] | null): readonly View[] {
  return (views ?? []).filter(({ place }) => place !== 'post');
}

function wrongCode(view: View, code: number, meaning: string): Judgement {
  const { error } = view.turn;
  const actual = isObject(error) ? error['code'] : undefined;
  if (actual === code) return pass;
  const shown = isEmptyError(error) ? 'no error' : excerpt(actual);
  return wrong(view, 'error/code', `error code ${code}: ${meaning}`, shown);
}

/** Turns on any server that may meet an error, if it does not refuse the request instead. */
const discoveries: Readonly<Record<string, (talk: Talk) => Promise<readonly View[] | null>>> = {
  middleware: turnWithStrange,
  'bot-not-found': (talk) => turnOfNothing(talk, 'bot'),
  'conversation-not-found': (talk) => turnOfNothing(talk, 'conversation'),
};

/** Changes the error of turns that failed. */
function errorsAs(at: At, places: readonly Place[], change: (error: JsonObject) => unknown): FaultMaker {
  return turnsIn(at, places, (turn) => {
    const { error } = turn;
    return isObject(error) && Object.hasOwn(error, 'code') ? { ...turn, error: change(error) } : turn;
  });
}

/** Other members of turns that failed. */
function failedAs(at: At, members: JsonObject): FaultMaker {
  return turnsIn(at, processedPlaces, (turn) => (isEmptyError(turn['error']) ? turn : { ...turn, ...members }));
}

/** Changes the results of middlewares. */
function resultsAs(at: At, places: readonly Place[], change: (result: JsonObject) => unknown): FaultMaker {
  return turnsIn(at, places, (turn) => ({
    ...turn,
    middleware_results: objectsOf(turn['middleware_results']).map(change),
  }));
}

/** Another code in place of one: everywhere, and in the history alone. */
function swapped(
  what: string,
  code: number,
  count: number,
  fault: (places: readonly Place[], change: (failed: JsonObject) => JsonObject) => FaultMaker,
): readonly OwnFault[] {
  const other = (code % count) + 1;
  const change = (failed: JsonObject) => (failed['code'] === code ? { ...failed, code: other } : failed);
  return named({
    [`${what} ${other} in place of ${code}`]: fault(processedPlaces, change),
    [`${what} ${other} in place of ${code} in the history`]: fault(['history'], change),
  });
}

/** What a server does wrong with some errors alone. */
const more: Readonly<Record<string, (at: At) => readonly OwnFault[]>> = {
  internal: (at) =>
    named({
      'errors count from 0': errorsAs(at, processedPlaces, (error) => ({ ...error, code: Number(error['code']) - 1 })),
    }),
  'model-request': (at) =>
    named({
      'a failed turn looks like one that went well': failedAs(at, { status: 2, response: 'Sorry.', error: {} }),
    }),
};

function turnErrorRule([name, meaning]: (typeof turnErrors)[number], place: number): OwnRule {
  const code = place + 1;
  return {
    id: `assistant.readTurn.error.${name}`,
    async check(talk, say) {
      const known: KnownTurn | undefined = assistantKnown(talk.scene).turn_errors?.[inTarget(name)];
      const hint = `name a turn that ends so as known.turn_errors.${inTarget(name)} in the target file`;
      if (known === undefined) say(inconclusive(`no turn is known that ends with error code ${code}`, hint));
      else say(...processedViews(await soleTurn(talk, name, known, say)).map((view) => wrongCode(view, code, meaning)));
      // A server may pass over it, too: then there is no error to judge.
      const tried = processedViews((await discoveries[name]?.(talk)) ?? null);
      const failed = tried.filter(({ turn }) => !isEmptyError(turn['error']));
      say(...failed.map((view) => wrongCode(view, code, meaning)));
    },
    faults: (at) => [
      ...swapped('error code', code, turnErrors.length, (places, change) => errorsAs(at, places, change)),
      ...(more[name]?.(at) ?? []),
    ],
  };
}

/** What the results of a middleware say, and that it has one. */
function resultCodes(view: View, name: string, code: number, meaning: string, isDemanded: boolean): Judgement[] {
  const named = resultsOf(view.turn).flatMap((result, index) => (result['name'] === name ? [{ result, index }] : []));
  if (named.length === 0 && isDemanded && isProcessed(view.turn)) {
    return [wrong(view, 'middleware_results', `a result of the middleware ${name}`)];
  }
  return named.map(({ result, index }) => {
    if (result['code'] === code) return pass;
    const actual = Object.hasOwn(result, 'code') ? excerpt(result['code']) : 'it is missing';
    return wrong(view, `middleware_results/${index}/code`, `code ${code}: ${meaning}`, actual);
  });
}

/** A turn with a middleware that the target says fails. */
async function turnWith(talk: Talk, name: string, middleware: KnownMiddleware): Promise<readonly View[] | null> {
  const known = { bot_override: { middlewares: [{ ...middleware }] } };
  return soleTurn(talk, `middleware ${name}`, known, undefined, { intent: 'open' });
}

function middlewareErrorRule([name, meaning]: (typeof middlewareErrors)[number], place: number): OwnRule {
  const code = place + 1;
  const isUnknown = name === 'unknown-name';
  const judged = (views: readonly View[] | null, middleware: string, isDemanded: boolean) =>
    processedViews(views).flatMap((view) => resultCodes(view, middleware, code, meaning, isDemanded));
  return {
    id: `assistant.readTurn.middleware-error.${name}`,
    async check(talk, say) {
      const known = assistantKnown(talk.scene).middleware_errors?.[inTarget(name)];
      const hint = `name a middleware that fails so as known.middleware_errors.${inTarget(name)} in the target file`;
      const views = known === undefined ? null : await turnWith(talk, name, known);
      if (known !== undefined && views === null) say(inconclusive(`the turn with ${known.name} is refused`, hint));
      const found = known === undefined ? [] : judged(views, known.name, true);
      // A server may refuse a name that it does not know at once.
      const tried = isUnknown && known === undefined ? await turnWithStrange(talk) : null;
      const strange = strangeMiddlewares(talk.scene).flatMap((middleware) => judged(tried, middleware.name, false));
      if (known === undefined && strange.length === 0) say(inconclusive('no middleware is known that fails so', hint));
      say(...found, ...strange);
    },
    faults: (at) => [
      ...swapped('code of a middleware', code, middlewareErrors.length, (places, change) =>
        resultsAs(at, places, change),
      ),
      ...(name === 'internal'
        ? named({ 'a middleware that failed has no result': failedAs(at, { middleware_results: [] }) })
        : []),
    ],
  };
}

export default [...turnErrors.map(turnErrorRule), ...middlewareErrors.map(middlewareErrorRule)];
