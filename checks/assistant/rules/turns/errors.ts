/** The error codes of turns, and the codes of middleware results (document 3, Errors): a rule for each. */
import {
  type CheckContext,
  inconclusive,
  type Judgement,
  type OwnRule,
  orNull,
  pass,
  unsupported,
  type Wrongs,
} from '@wallet-services/conformance/core';
import { excerpt, isObject, type JsonObject } from '@wallet-services/conformance/model';
import { type At, edited, type Mutation } from '@wallet-services/conformance/mutation';
import { assistantKnown, middlewareErrors, turnErrors } from '../../known.ts';
import { processedPlaces, turnsIn } from '../../mutants.ts';
import { isEmptyError, isProcessed, type Place, resultsOf, soleTurn, type View, wrong } from '../../turn.ts';
import {
  failsAgain,
  knownToFail,
  postToNothing,
  strangeAgain,
  turnOfNothing,
  turnWithStrange,
} from '../../turns/failing.ts';
import { BARE, overrideRequests, strangeMiddlewares } from '../../turns/override-requests.ts';

/** The places of a processed turn: read by itself, and in the history. */
const processedViews = (views: readonly View[] | null) => (views ?? []).filter(({ place }) => place !== 'post');

/** The place of the codes of middleware results in a turn. */
const RESULT_CODES = '/middleware_results/*/code';

/** Changes the codes of failures, at a pointer into turns. */
function codesAs(at: At, places: readonly Place[], pointer: string, change: (code: number) => number): Mutation {
  return turnsIn(at, places, (turn) =>
    edited(turn, pointer, (code) => (typeof code === 'number' ? change(code) : code)),
  );
}

/** Changes members of failed turns. */
function failedAs(at: At, members: JsonObject): Mutation {
  return turnsIn(at, processedPlaces, (turn) => (isEmptyError(turn['error']) ? turn : { ...turn, ...members }));
}

/** Mutants that replace a code: everywhere, or only in the history. */
function swapped(at: At, what: string, pointer: string, code: number, count: number): Wrongs {
  const other = (code % count) + 1;
  const change = (one: number) => (one === code ? other : one);
  return {
    [`${what} ${other} in place of ${code}`]: codesAs(at, processedPlaces, pointer, change),
    [`${what} ${other} in place of ${code} in the history`]: codesAs(at, ['history'], pointer, change),
  };
}

/** The faults of a server with particular errors. */
const more: Readonly<Record<string, (at: At) => Wrongs>> = {
  internal: (at) => ({ 'errors count from 0': codesAs(at, processedPlaces, '/error/code', (code) => code - 1) }),
  middleware: (at) => ({
    'an error is reported for all turns after it': () => {
      const last = new Map<unknown, unknown>();
      return turnsIn(at, processedPlaces, (turn) => {
        const { conversation_id: id, error } = turn;
        if (!isEmptyError(error)) last.set(id, error);
        return last.has(id) ? { ...turn, error: last.get(id) } : turn;
      })();
    },
  }),
  model_request: (at) => ({
    'a failed turn looks like one that went well': failedAs(at, { status: 2, response: 'Sorry.', error: {} }),
  }),
};

type Posting = (ctx: CheckContext) => Promise<readonly View[] | null>;

/**
 * Turns that may end with an error on any server, if it does not reject the request instead; and a function that posts
 * another one.
 */
const discoveries: Readonly<Record<string, { readonly first: Posting; readonly again: Posting }>> = {
  middleware: { first: turnWithStrange, again: strangeAgain },
  bot_not_found: { first: (ctx) => turnOfNothing(ctx, 'bot'), again: (ctx) => postToNothing(ctx, 'bot') },
  conversation_not_found: {
    first: (ctx) => turnOfNothing(ctx, 'conversation'),
    again: (ctx) => postToNothing(ctx, 'conversation'),
  },
};

/** The number of times that a turn is posted again when it ends with an unexpected error. */
const MORE_TRIES = 5;

const codeOf = ({ turn: { error } }: View) => (isObject(error) ? error['code'] : undefined);

const TROUBLE_HINT = 'find out why turns of this server fail that should not, then run the check again';

/**
 * Judges turns that must end with an error. Any turn may fail because of the model (document 3, Errors): a turn with
 * another result is posted again, and if a plain turn ends with the same error, the rule stays undecided.
 */
async function judgeSteady(
  ctx: CheckContext,
  views: readonly View[],
  wrongIn: (all: readonly View[]) => readonly Judgement[],
  again: Posting,
): Promise<readonly Judgement[]> {
  let judged = wrongIn(views);
  let last = views;
  const isWrong = () => judged.some(({ verdict }) => verdict === 'broken');
  for (let times = 1; times <= MORE_TRIES && isWrong() && last.some((view) => codeOf(view) !== undefined); times += 1) {
    last = processedViews(await orNull(again(ctx)));
    if (last.length === 0) break;
    const others = wrongIn(last);
    if (others.every(({ verdict }) => verdict === 'pass')) judged = others;
  }
  const failed = last.map(codeOf).find((code) => code !== undefined);
  if (!isWrong() || failed === undefined) return judged;
  const plain = processedViews(await orNull(soleTurn(ctx, 'plain, to compare', {})));
  return plain.some((view) => codeOf(view) === failed)
    ? [inconclusive(`a plain turn ends with error ${excerpt(failed)} as well`, TROUBLE_HINT)]
    : judged;
}

function wrongCode(view: View, code: number, meaning: string): Judgement {
  const { error } = view.turn;
  const actual = isObject(error) ? error['code'] : undefined;
  if (actual === code) return pass;
  const shown = isEmptyError(error) ? 'no error' : excerpt(actual);
  return wrong(view, 'error/code', `error code ${code}: ${meaning}`, shown);
}

/** Middlewares are reported as failed in a turn without any. */
async function failedWithout(ctx: CheckContext, code: number): Promise<readonly Judgement[]> {
  const bare = (await orNull(overrideRequests(ctx)))?.others.find(({ label }) => label === BARE)?.views ?? null;
  return processedViews(bare)
    .filter(({ turn: { error } }) => isObject(error) && error['code'] === code)
    .map((view) => wrong(view, 'error/code', 'no middleware error, since the turn runs no middleware', String(code)));
}

function turnErrorRule([name, meaning]: readonly [string, string], place: number): OwnRule {
  const code = place + 1;
  return {
    id: `assistant.readTurn.error.${name.replaceAll('_', '-')}`,
    async check(ctx, report) {
      const known = assistantKnown(ctx.suite).turn_errors?.[name];
      const own = await orNull(knownToFail(ctx, name), report);
      const wrongIn = (views: readonly View[]) => views.map((view) => wrongCode(view, code, meaning));
      report(...(await judgeSteady(ctx, processedViews(own), wrongIn, (again) => failsAgain(again, name))));
      // A server may also ignore it: then there is no error to judge.
      const discovery = discoveries[name];
      const tried = (await discovery?.first(ctx)) ?? null;
      const failed = processedViews(tried).filter(({ turn }) => !isEmptyError(turn['error']));
      if (discovery !== undefined) report(...(await judgeSteady(ctx, failed, wrongIn, discovery.again)));
      if (name === 'middleware') report(...(await failedWithout(ctx, code)));
      if (known !== undefined || failed.length > 0) return;
      const hint = `set known.turn_errors.${name} in the target file to a turn that ends with this error, or add the rule to allow_inconclusive`;
      if (tried === null && name.endsWith('_not_found') && discovery !== undefined)
        report(unsupported(`the request is refused where ${meaning}`, hint));
      else report(inconclusive(`the suite knows no turn that ends with error code ${code}`, hint));
    },
    mutants: (at) => ({
      ...swapped(at, 'error code', '/error/code', code, Object.keys(turnErrors).length),
      ...more[name]?.(at),
    }),
  };
}

/** The codes of the results of a middleware. @param isDemanded that it has a result. */
function resultCodes(view: View, name: string, code: number, meaning: string, isDemanded: boolean): Judgement[] {
  const own = resultsOf(view.turn).flatMap((result, index) => (result['name'] === name ? [{ result, index }] : []));
  if (own.length === 0 && isDemanded && isProcessed(view.turn)) {
    return [wrong(view, 'middleware_results', `a result of the middleware ${name}`)];
  }
  return own.map(({ result, index }) => {
    if (result['code'] === code) return pass;
    const actual = Object.hasOwn(result, 'code') ? excerpt(result['code']) : 'it is missing';
    return wrong(view, `middleware_results/${index}/code`, `code ${code}: ${meaning}`, actual);
  });
}

function middlewareErrorRule([name, meaning]: readonly [string, string], place: number): OwnRule {
  const code = place + 1;
  const judged = (views: readonly View[] | null, middleware: string, isDemanded: boolean) =>
    processedViews(views).flatMap((view) => resultCodes(view, middleware, code, meaning, isDemanded));
  return {
    id: `assistant.readTurn.middleware-error.${name.replaceAll('_', '-')}`,
    async check(ctx, report) {
      const known = assistantKnown(ctx.suite).middleware_errors?.[name];
      const hint = `set known.middleware_errors.${name} in the target file to a middleware that fails this way`;
      if (known !== undefined) {
        // If a working middleware is known, it comes first: each of the two has a result.
        const { middleware } = assistantKnown(ctx.suite);
        const before = middleware === undefined || middleware.name === known.name ? [] : [middleware];
        const turn = { bot_override: { middlewares: [...before, { ...known }] } };
        const post = (label: string) => soleTurn(ctx, label, turn, { intent: 'open' });
        const views = await orNull(post(`middleware ${name}`));
        if (views === null) return report(inconclusive(`the server refuses a turn with ${known.name}`, hint));
        const wrongIn = (all: readonly View[]) => judged(all, known.name, true);
        return report(...(await judgeSteady(ctx, views, wrongIn, () => post(`middleware ${name}, again`))));
      }
      // A server may reject an unknown name at once.
      const tried = name === 'unknown_name' ? await turnWithStrange(ctx) : null;
      const strange = strangeMiddlewares(ctx.suite).flatMap((middleware) => judged(tried, middleware.name, false));
      if (strange.length === 0) report(inconclusive('the suite knows no middleware that fails this way', hint));
      report(...strange);
    },
    mutants: (at) => ({
      ...swapped(at, 'code of a middleware', RESULT_CODES, code, Object.keys(middlewareErrors).length),
      ...(name === 'internal' && {
        'a middleware that failed has no result': failedAs(at, { middleware_results: [] }),
        'only the first middleware runs': turnsIn(at, processedPlaces, (turn) => ({
          ...turn,
          middleware_results: resultsOf(turn).slice(0, 1),
        })),
      }),
    }),
  };
}

export default [
  ...Object.entries(turnErrors).map(turnErrorRule),
  ...Object.entries(middlewareErrors).map(middlewareErrorRule),
];
